"""The witness: keeps the last head of a log and cosigns only what extends it.

A process of its own, of another user or on another machine. It knows no game and no table; it
speaks C2SP tlog-witness, so that any log may use it and any witness may take its place.
"""

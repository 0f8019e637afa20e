"""What the command line prints of other people's words: one line, nothing that a terminal obeys."""


def one_line(text: str) -> str:
    """The text with every character that does not print, a line break too, written as an escape."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )

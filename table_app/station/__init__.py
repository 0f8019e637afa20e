"""The player's station: a picture of the view and a way to ask. It holds no rule and no money."""

import os

# pygame greets on standard output when it is first imported; `--json` must stay JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

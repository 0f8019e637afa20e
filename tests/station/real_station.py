"""A station in a window of its own, for tests that click it: says where a target is, then what it asked.

python -m tests.station.real_station SCREEN TARGET [WIDTHxHEIGHT]
"""

import json
import sys

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.host.help import help_of
from table_app.link.client import LinkUp
from table_app.simulation.showcase import screens
from table_app.station.app import App
from table_app.table.info import table_info
from table_app.vocabulary.codec import encode_message
from table_app.vocabulary.commands import PlayerCommand
from table_app.vocabulary.views import Answer, Request, Welcome

SEAT = 3
QUIET_STEPS = 400
"""What is drawn ahead is drawn before the target is named."""


class Feed:
    """Tells the screen, prints every command, and takes it."""

    def __init__(self, screen: str) -> None:
        setup = load_table(default_table(), shipped_config())
        info = table_info(setup, SEAT, help_of(setup))
        self._incoming: list[object] = [
            LinkUp(),
            Welcome(info, 1),
            *screens(setup)[screen]().updates,
        ]
        self._asked = 0

    def send(self, command: PlayerCommand) -> int:
        self._asked += 1
        print(encode_message(Request(self._asked, command)).decode(), flush=True)
        self._incoming.append(Answer(self._asked, None))
        return self._asked

    def poll(self) -> list[object]:
        messages, self._incoming = self._incoming, []
        return messages

    def close(self) -> None:
        pass


def main(screen: str, target: str, size: str = "1280x720") -> None:
    width, height = (int(side) for side in size.split("x"))
    app = App(Feed(screen), size=(width, height), fullscreen=True)
    while not app.is_settled:
        app.wait(app.step())
    for _ in range(QUIET_STEPS):
        app.wait(app.step())
    found = next(node for node in app.scene() if node.id == target)
    print(json.dumps({"rect": found.rect}), flush=True)
    app.run()


if __name__ == "__main__":
    main(*sys.argv[1:])

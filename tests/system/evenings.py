"""Some rounds at the real host, from its start to its end in order, and a change of its rules."""

import signal

from tests.system.floor import Floor

OLD_LIMIT = 'limits.blackjack = { minimum = "5.00", maximum = "500.00"'
NEW_LIMIT = 'limits.blackjack = { minimum = "5.00", maximum = "600.00"'


def play_rounds(floor: Floor, count: int, *options: str) -> None:
    """Start a host with these options, play so many rounds, and end it between two."""
    floor.start_command("--credit", "1000", *options)
    floor.ready_port()
    floor.seat_players()
    floor.play(lambda: floor.round > 0)
    first = floor.round
    floor.play(lambda: floor.round >= first + count)
    leave(floor)
    end(floor)


def leave(floor: Floor) -> None:
    """Every player goes away."""
    for player in floor.players:
        player.link.close()
    floor.players.clear()


def end(floor: Floor) -> None:
    """Ask the host to end, which it does in order."""
    floor.process.send_signal(signal.SIGTERM)
    code, said = floor.finish()
    assert code == 0, said


def change_rules(floor: Floor) -> None:
    """Another limit: a journal of the old one is of other rules then."""
    text = floor.table_file.read_text()
    assert OLD_LIMIT in text
    floor.table_file.write_text(text.replace(OLD_LIMIT, NEW_LIMIT))

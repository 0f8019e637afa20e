"""A stored record that was changed is shown to nobody: play stops, and the log names it."""

import sqlite3

import pytest

from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import Review
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import TIMING, shoe_with, table
from tests.store.forgeries import tamper

TWENTY_WINS = "TS 9H TH 8C"

FORGERIES = {
    "a win made greater": """
        UPDATE round_part SET body = CAST(replace(body, '"paid_cents":2000', '"paid_cents":9000')
        AS BLOB) WHERE name = 'seat-1'
    """,
    "another entry's": "UPDATE round_part SET sequence = 1 WHERE name = 'seat-1'",
    "another round's": "UPDATE round_part SET round = round + 7 WHERE name = 'seat-1'",
    "the table's part": """
        UPDATE round_part SET body = CAST(body || ' ' AS BLOB) WHERE name = 'table'
    """,
}


def play(stand: Stand, station: Station) -> None:
    stand.deal(station, blackjack=1000)
    while station.phase == "decisions":
        assert stand.ask(station, c.Stand(station.seat, 0)) is None
    stand.wait(TIMING.result_ms)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_record_that_was_changed_is_shown_to_nobody_and_stops_play(
    new_stand: NewStand, caplog: pytest.LogCaptureFixture, forgery: str
) -> None:
    stand = new_stand(table(seats=2), shoe_with(TWENTY_WINS), credits_cents=(20_000,))
    one = stand.connect(1)
    play(stand, one)

    def change(connection: sqlite3.Connection) -> None:
        assert connection.execute(FORGERIES[forgery]).rowcount == 1

    tamper(stand.path, change)
    assert stand.ask(one, c.ReviewRound(1, 0)) == Refusal("out_of_service")

    assert not any(isinstance(message, Review) for message in one.received)
    assert one.view.tilt == "record"
    assert "out of service, record: " in caplog.text

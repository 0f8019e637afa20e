"""`audit` and `record` as they are typed."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from table_app.cli.audit import audit
from table_app.cli.record import record
from table_app.config_loader import config_of, default_table, load_table
from table_app.errors import BadInputError
from table_app.host.engine import engine_sha256
from tests.store.histories import Play, new_store, played

app = typer.Typer()
app.command()(audit)
app.command()(record)


def typed(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, words)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


@pytest.fixture
def table(tmp_path: Path) -> Path:
    played(tmp_path, rounds=2)
    return tmp_path


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "table.sqlite3", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER round_part_no_update")
        connection.execute("DROP TRIGGER merkle_node_no_update")
        connection.execute(statement)


def test_an_audit_that_agrees_exits_0(table: Path) -> None:
    code, said = typed("audit", "--data", str(table))

    assert code == 0
    assert said.endswith("everything agrees\n")


def test_an_audit_for_programs_is_json(table: Path) -> None:
    code, said = typed("audit", "--data", str(table), "--json")

    report = json.loads(said)
    assert (code, report["agrees"], report["rounds"]) == (0, True, 2)
    assert report["disagreement"] is None


def test_an_audit_that_disagrees_exits_1_and_says_where(table: Path) -> None:
    change(table, "UPDATE balance SET amount_micros = 1 WHERE account = 'house'")

    code, said = typed("audit", "--data", str(table))
    as_json = json.loads(typed("audit", "--data", str(table), "--json")[1])

    assert code == 1
    assert "DISAGREES: schema: trigger" in said
    assert (as_json["agrees"], as_json["disagreement"][:7]) == (False, "schema:")


def test_keys_may_lie_elsewhere(table: Path) -> None:
    (table / "keys").rename(table / "elsewhere")

    code, _ = typed("audit", "--data", str(table), "--keys", str(table / "elsewhere"))

    assert code == 0


def test_a_round_is_shown_with_its_proof(table: Path) -> None:
    code, said = typed("record", "2", "--data", str(table))

    assert code == 0
    assert said.startswith("ROUND 2 at table test ")
    assert "DEMO: no money is behind it\n" in said
    assert "\nSEAT 1\n" in said
    assert "\nSEAT 2\n" in said
    assert "  proved: entry " in said


def test_one_seats_round_hides_its_neighbours_money(table: Path) -> None:
    code, said = typed("record", "1", "--seat", "2", "--data", str(table), "--json")

    shown = json.loads(said)
    assert (code, shown["agrees"], sorted(shown["parts"])) == (0, True, ["seat-2", "table"])
    assert shown["parts"]["seat-2"]["seat"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("3",), "round 3 has no record"),
        (("1", "--seat", "5"), "seat 5 did not play in round 1"),
    ],
)
def test_a_round_or_seat_that_was_not_played_is_bad_input(
    table: Path, words: tuple[str, ...], said: str
) -> None:
    with pytest.raises(BadInputError, match=said):
        typed("record", *words, "--data", str(table))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE round_part SET body = x'7b7d' WHERE name = 'seat-1'", "this part: seat-1"),
        (
            "UPDATE merkle_node SET hash = zeroblob(32) WHERE level = 1",
            "is not under the checkpoint",
        ),
    ],
)
def test_a_changed_record_is_not_proved(table: Path, statement: str, said: str) -> None:
    change(table, statement)

    code, text = typed("record", "1", "--data", str(table))
    as_json = json.loads(typed("record", "1", "--data", str(table), "--json")[1])

    assert (code, as_json["agrees"]) == (1, False)
    assert said in text
    assert said in as_json["disagreement"]


def test_an_audit_decides_again_with_the_table_that_is_named(tmp_path: Path) -> None:
    file = default_table()
    setup = load_table(file, config_of(file))
    store, _ = new_store(tmp_path)
    with store:
        Play(store, setup, engine_sha256=engine_sha256()).open_table()

    code, said = typed("audit", "--data", str(tmp_path), "--table", str(file))

    assert code == 0
    assert "decided again 3 commands" in said


def test_an_audit_says_when_it_cannot_decide_again(table: Path) -> None:
    code, said = typed("audit", "--data", str(table))
    as_json = json.loads(typed("audit", "--data", str(table), "--json")[1])

    assert code == 0
    assert "NOT decided again: written under other engine code" in said
    assert as_json["not_decided_because"].startswith("written under other engine code")


def test_an_audit_prints_the_accounting_meters_of_each_seat(table: Path) -> None:
    _, said = typed("audit", "--data", str(table))

    seats = [line for line in said.splitlines() if line.startswith("  seat ")]
    assert seats
    assert all("coin in " in line and "coin out " in line for line in seats)

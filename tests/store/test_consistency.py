"""That a log only grew: shown by the table, checked by a player and by a stranger."""

import json
from pathlib import Path

import pytest

from table_app.errors import BadInputError
from tests.store import independent
from tests.store.receipts import Table, play_rounds, typed


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return play_rounds(tmp_path_factory.mktemp("table"))


def test_a_stranger_verifies_that_the_log_grew(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "grew.json"

    code, said = typed(
        "consistency", table.file(1), table.file(3), "--proof", file, "--data", table.folder
    )

    sizes = [independent.check_receipt(table.receipt(n), table.key_line)["size"] for n in (1, 3)]
    assert code == 0
    assert f"with {sizes[1]} entries begins with the {sizes[0]}" in said
    assert list(independent.check_consistency(file.read_bytes(), table.key_line)) == sizes


def test_a_player_checks_that_the_log_grew_between_two_receipts(
    table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "grew.json"
    typed("consistency", table.file(1), table.file(2), "--proof", file, "--data", table.folder)
    words = ("verify-consistency", file, table.file(1), table.file(2), "--key", table.key_line)

    assert typed(*words)[1].startswith("AGREES: the log of table-app/test with ")
    assert json.loads(typed(*words, "--json")[1])["agrees"] is True
    code, said = typed("verify-consistency", file, table.file(3), "--key", table.key_line)
    assert (code, said.endswith("which is neither\n")) == (1, True)


def test_the_log_of_today_is_the_end_when_no_later_receipt_is_named(
    table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "grew.json"

    typed("consistency", table.file(1), "--proof", file, "--data", table.folder)

    sizes = [independent.check_receipt(table.receipt(n), table.key_line)["size"] for n in (1, 3)]
    assert list(independent.check_consistency(file.read_bytes(), table.key_line)) == sizes


def test_the_older_receipt_comes_first(table: Table, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="name the older receipt first"):
        typed(
            "consistency",
            table.file(3),
            table.file(1),
            "--proof",
            tmp_path / "grew.json",
            "--data",
            table.folder,
        )


def test_a_journal_that_was_played_again_is_not_that_of_the_receipt(tmp_path: Path) -> None:
    first = play_rounds(tmp_path / "first")
    other = play_rounds(tmp_path / "other", seeds=(7, 8), keys_of=first)

    code, said = typed(
        "consistency", first.file(1), "--proof", tmp_path / "p.json", "--data", other.folder
    )

    assert code == 1
    assert "are not what was signed" in said
    assert not (tmp_path / "p.json").exists()


def test_a_journal_that_was_put_back_does_not_reach_the_receipt(tmp_path: Path) -> None:
    first = play_rounds(tmp_path / "first")
    older = play_rounds(tmp_path / "older", seeds=(1, 2), keys_of=first)

    code, said = typed(
        "consistency", first.file(3), "--proof", tmp_path / "p.json", "--data", older.folder
    )

    assert code == 1
    assert "were signed" in said

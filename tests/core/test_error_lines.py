"""An error is one line of printable characters, whatever the file says that it speaks of."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_app.cli import app, main
from table_app.config_loader import shipped_config

KEY = r'"two\nlines \u001b[2Jgone\u0007\u202e\r\u0085\u2028end \u00e9"'
ESCAPED = r"two\nlines \x1b[2Jgone\x07\u202e\r\x85\u2028end é"


def _error_of(monkeypatch: pytest.MonkeyPatch, *words: str) -> int | str | None:
    monkeypatch.setattr("sys.argv", ["table-app", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


def test_a_refusal_that_ends_a_command_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(f"{KEY} = 1\n")

    assert _error_of(monkeypatch, "replay", str(path)) == 2

    said = capsys.readouterr().err
    assert ESCAPED in said
    assert said.endswith("\n")
    assert said[:-1].isprintable()


def test_a_missing_file_with_a_line_break_in_its_name_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _error_of(monkeypatch, "replay", str(tmp_path / "two\nlines.toml")) == 2

    said = capsys.readouterr().err
    assert r"two\nlines.toml" in said
    assert said[:-1].isprintable()


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("tables/demo.toml", f"{KEY} = 1\n"),
        ("paytables/lucky_aces.toml", f"[paytable.{KEY}]\n"),
        ("strategies/pennsylvania-8.toml", f"[hard]\n{KEY} = 1\n"),
        ("jurisdictions/pennsylvania.toml", f"name = {KEY}\n"),
        ("house_rules/pennsylvania.toml", f"blackjack_pays = {KEY}\n"),
    ],
)
def test_each_refusal_of_check_config_is_one_line(tmp_path: Path, file: str, line: str) -> None:
    config = tmp_path / "config"
    shutil.copytree(shipped_config(), config)
    path = config / file
    key = line.partition(" = ")[0]
    path.write_text(line + "".join(_without(path.read_text(), key)))

    output = CliRunner().invoke(app, ["check-config", str(config)]).output

    lines = output.removesuffix("\n").split("\n")
    assert all(each.isprintable() for each in lines)
    assert all(".toml: " in each for each in lines[:-1])
    assert len(lines) > 1


def _without(text: str, key: str) -> list[str]:
    """The lines of a file but the one that sets this key."""
    return [each for each in text.splitlines(keepends=True) if not each.startswith(f"{key} = ")]


def test_a_scenario_prints_its_title_in_one_line(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "scenarios" / "double-wins.toml").read_text()
    title = next(each for each in text.splitlines() if each.startswith("title = "))
    path = tmp_path / "scenario.toml"
    path.write_text(text.replace(title, f"title = {KEY}"))

    first, *_ = CliRunner().invoke(app, ["replay", str(path)]).output.split("\n")

    assert first.startswith(ESCAPED)

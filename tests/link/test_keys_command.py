"""`table-app keys` as a technician uses it."""

from pathlib import Path

from typer.testing import CliRunner

from table_app.cli.keys import app
from table_app.errors import BadInputError
from table_app.link import identity
from table_app.release import keys as release_keys

runner = CliRunner()


def test_init_makes_everything_and_says_what_comes_next(tmp_path: Path) -> None:
    result = runner.invoke(app, ["init", "--table-name", "pit-3", "--data", str(tmp_path)])
    assert result.exit_code == 0
    assert "table-app keys enrol --seat 1" in result.stdout
    assert identity.server_context(tmp_path / "keys")


def test_init_refuses_a_folder_that_holds_anything(tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    result = runner.invoke(app, ["init", "--keys", str(tmp_path)])
    assert isinstance(result.exception, BadInputError)
    assert "never overwritten" in str(result.exception)


def test_enrol_names_the_files_of_the_station(tmp_path: Path) -> None:
    runner.invoke(app, ["init", "--keys", str(tmp_path / "keys")])
    result = runner.invoke(app, ["enrol", "--seat", "3", "--keys", str(tmp_path / "keys")])
    assert result.exit_code == 0
    listed = [Path(line.strip()).name for line in result.stdout.splitlines()[1:]]
    assert listed == ["authority.pem", "seat_3.pem", "seat_3_key.pem"]
    assert identity.client_context(tmp_path / "keys", seat=3)


def test_seat_eight_is_bad_usage(tmp_path: Path) -> None:
    assert runner.invoke(app, ["enrol", "--seat", "8", "--keys", str(tmp_path)]).exit_code == 2


def test_public_prints_the_logs_key_alone_on_a_line(tmp_path: Path) -> None:
    runner.invoke(app, ["init", "--table-name", "pit-3", "--keys", str(tmp_path / "keys")])
    result = runner.invoke(app, ["public", "--keys", str(tmp_path / "keys")])
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert result.stdout.startswith("pit-3+")


def test_init_can_trust_a_makers_release_key_at_once(tmp_path: Path) -> None:
    given = release_keys.create(tmp_path / "release_key")

    result = runner.invoke(
        app, ["init", "--keys", str(tmp_path / "keys"), "--release-key", str(given)]
    )

    assert result.exit_code == 0
    assert release_keys.trusted(tmp_path / "keys") == release_keys.load_public(given)


def test_init_with_what_is_no_release_key_makes_nothing(tmp_path: Path) -> None:
    given = tmp_path / "given.pub"
    given.write_text("nothing")

    result = runner.invoke(
        app, ["init", "--keys", str(tmp_path / "keys"), "--release-key", str(given)]
    )

    assert isinstance(result.exception, BadInputError)
    assert not (tmp_path / "keys").exists()


def test_trust_says_whose_releases_are_trusted_from_now_on(tmp_path: Path) -> None:
    given = release_keys.create(tmp_path / "release_key")

    result = runner.invoke(app, ["trust", str(given), "--keys", str(tmp_path / "keys")])

    assert result.exit_code == 0
    assert "signed by table-app-release are trusted" in result.stdout
    assert release_keys.trusted(tmp_path / "keys") == release_keys.load_public(given)

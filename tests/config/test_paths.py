"""Where files lie, and that looking makes nothing."""

from pathlib import Path

from sayso_config.paths import Places, places, private_folder


def test_one_variable_puts_everything_under_one_folder(tmp_path: Path) -> None:
    found = places({"SAYSO_HOME": str(tmp_path / "here"), "XDG_CONFIG_HOME": "/elsewhere"})
    here = tmp_path / "here"
    assert found == Places(here / "config.toml", here / "ledger.db", here / "log")
    assert not here.exists()


def test_another_configuration_file_leaves_the_rest_where_it_is(tmp_path: Path) -> None:
    environ = {"SAYSO_HOME": str(tmp_path), "SAYSO_CONFIG": "/etc/sayso.toml", "HOME": "/home/alice"}
    assert places(environ) == Places(Path("/etc/sayso.toml"), tmp_path / "ledger.db", tmp_path / "log")
    assert places(environ, "~/other.toml").config == Path("/home/alice/other.toml")


def test_the_xdg_folders_are_followed_when_they_are_absolute() -> None:
    environ = {"HOME": "/home/alice", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "relative", "XDG_STATE_HOME": ""}
    assert places(environ) == Places(
        Path("/c/sayso/config.toml"),
        Path("/home/alice/.local/share/sayso/ledger.db"),
        Path("/home/alice/.local/state/sayso"),
    )


def test_a_relative_home_is_made_absolute() -> None:
    assert places({"SAYSO_HOME": "here"}).ledger == Path.cwd() / "here" / "ledger.db"


def test_folders_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    folder = private_folder(tmp_path / "a" / "b")
    assert [each.stat().st_mode & 0o777 for each in (folder, folder.parent)] == [0o700, 0o700]
    assert private_folder(folder) == folder

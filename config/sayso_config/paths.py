"""Where things lie. Looking never makes a folder; whoever writes calls `private_folder` first."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sayso_config.problems import ConfigError


class Places(NamedTuple):
    """The files and folders of one user. None of them need exist."""

    config: Path
    ledger: Path
    log_dir: Path


def places(environ: Mapping[str, str], config: str | None = None) -> Places:
    """Where sayso's files lie.

    SAYSO_HOME=DIR puts all of them under one folder (config.toml, ledger.db, log/). SAYSO_CONFIG and then `config` (a
    flag) name another configuration file. Otherwise the XDG folders, and on Windows the user's application folders.
    Variables that are empty, and XDG folders that are not absolute, count as not set (XDG base directory rules).

    Raises:
        ConfigError: There is no home folder to be found.
    """
    home = environ.get("SAYSO_HOME")
    found = _under(_absolute(home, environ)) if home else _usual(environ)
    override = config or environ.get("SAYSO_CONFIG")
    if not override:
        return found
    return Places(_absolute(override, environ), found.ledger, found.log_dir)


def private_folder(folder: Path) -> Path:
    """Make the folder, and those above it that are missing, for this user alone (0700)."""
    for each in reversed([folder, *folder.parents]):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)
    return folder


def _under(folder: Path) -> Places:
    return Places(folder / "config.toml", folder / "ledger.db", folder / "log")


def _usual(environ: Mapping[str, str]) -> Places:
    if sys.platform == "win32":
        import platformdirs

        dirs = platformdirs.PlatformDirs("sayso", appauthor=False)
        return Places(dirs.user_config_path / "config.toml", dirs.user_data_path / "ledger.db", dirs.user_log_path)
    return Places(
        _xdg(environ, "XDG_CONFIG_HOME", ".config") / "sayso" / "config.toml",
        _xdg(environ, "XDG_DATA_HOME", ".local/share") / "sayso" / "ledger.db",
        _xdg(environ, "XDG_STATE_HOME", ".local/state") / "sayso",
    )


def _xdg(environ: Mapping[str, str], variable: str, default: str) -> Path:
    named = environ.get(variable, "")
    return Path(named) if named.startswith("/") else _home(environ) / default


def _absolute(name: str, environ: Mapping[str, str]) -> Path:
    if name == "~" or name.startswith("~/"):
        return _home(environ) / name[2:]
    return Path(name).absolute()


def _home(environ: Mapping[str, str]) -> Path:
    named = environ.get("HOME", "")
    if named.startswith("/"):
        return Path(named)
    try:
        return Path.home()
    except RuntimeError as error:
        raise ConfigError("No home folder was found; set SAYSO_HOME to the folder that sayso shall use.") from error

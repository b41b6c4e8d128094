"""Who may read what lies on the disk: nobody but its owner."""

import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_config.paths import Places

_OTHERS = 0o077
_MAY_CHANGE = 0o022


def modes(places: Places) -> Iterator[Finding]:
    """Each file and folder of ours that others may read or change, with the command that closes it."""
    if os.name != "posix":
        return
    ledger, logs = places.ledger, places.log_dir
    beside = [ledger.with_name(ledger.name + end) for end in ("", "-wal", "-shm", "-journal")]
    sessions = ledger.parent / "sessions"
    folders = dict.fromkeys([ledger.parent, logs, sessions])
    for path in (*folders, *beside, *_files_in(logs)):
        yield from _looked_at(path)
    for path in dict.fromkeys([places.config.parent, places.config]):
        if path not in folders:
            # It holds no secret: that somebody reads it is worth knowing, that somebody changes it is wrong.
            yield from _looked_at(path, wrong=_MAY_CHANGE)


def _files_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _looked_at(path: Path, wrong: int = _OTHERS) -> Iterator[Finding]:
    try:
        found = path.stat()
    except OSError:
        return
    folder = stat.S_ISDIR(found.st_mode)
    mode, proper = stat.S_IMODE(found.st_mode), "700" if folder else "600"
    if found.st_uid != os.geteuid():
        yield Finding(Topic.MODES, f"{path} belongs to another user (uid {found.st_uid}), who can change it.")
    if mode & _OTHERS:
        do = "change" if mode & _MAY_CHANGE else "enter" if folder else "read"
        command = f"chmod {proper} {shlex.quote(str(path))}"
        yield Finding(
            Topic.MODES,
            f"Other users may {do} {path} (mode {mode:04o}). Close it with: {command}",
            wrong=bool(mode & wrong),
            command=command,
        )

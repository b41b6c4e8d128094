"""The write lock of a working tree: a directory, and who made it."""

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.settings import stamp
from chant_standin.workspace import Workspace

Fields = dict[str, Any]
_WAIT_MS = 15_000
_TTL = timedelta(minutes=2)
_WITHOUT_OWNER_S = 5


def lock_directory(workspace: Workspace) -> Path:
    """Where the lock of a workspace is."""
    if workspace.git.directory is not None:
        return workspace.git.directory / "chant-write.lock"
    digest = hashlib.sha256(str(workspace.folder.resolve()).encode()).hexdigest()[:16]
    import tempfile  # it takes long to load, and few runs need it

    return Path(tempfile.gettempdir()) / f"chant-write-{digest}.lock"


@contextmanager
def write_lock(workspace: Workspace, env: Mapping[str, str], verb: str, by: str | None) -> Iterator[None]:
    """Hold the lock.

    Raises:
        Failure: write-lock-timeout, write-lock-not-held.
    """
    directory = lock_directory(workspace)
    if token := env.get("CHANT_WRITE_LOCK"):
        _join(directory, token)
        yield
        return
    mine = _acquire(directory, int(env.get("CHANT_WRITE_LOCK_WAIT_MS") or _WAIT_MS), verb, by)
    try:
        yield
    finally:
        if (_owner(directory) or {}).get("token") == mine:
            _clear(directory)


def _join(directory: Path, token: str) -> None:
    owner = _owner(directory)
    if owner is not None and owner.get("token") == token and not _is_expired(owner):
        return
    held = "nothing holds it" if owner is None else f"it is held by {_told(owner)}"
    raise Failure(
        "write-lock-not-held",
        f"CHANT_WRITE_LOCK names a lock token that no longer holds this working tree's write lock ({held}): the batch's"
        " lock was released or expired, so take it again with chant workspace lock acquire and re-read what the batch"
        " writes",
    )


def _acquire(directory: Path, wait_ms: int, verb: str, by: str | None) -> str:
    give_up = time.monotonic() + wait_ms / 1000
    while True:
        try:
            directory.mkdir()
        except FileExistsError:
            if _is_broken(directory):
                _clear(directory)
                continue
        else:
            return _sign(directory, verb, by)
        if time.monotonic() >= give_up:
            owner = _owner(directory)
            raise Failure(
                "write-lock-timeout",
                f"another write holds this working tree's write lock ({directory}): {_told(owner or {})}."
                f" Waited {wait_ms}ms; run the write again once it is done, or raise CHANT_WRITE_LOCK_WAIT_MS",
            )
        time.sleep(0.02)


def _sign(directory: Path, verb: str, by: str | None) -> str:
    token = os.urandom(16).hex()
    now = datetime.now(UTC)
    owner = {
        "token": token,
        "pid": os.getpid(),
        "host": os.uname().nodename,
        "verb": verb,
        "by": by,
        "agent": None,
        "acquiredAt": stamp(now),
        "expiresAt": stamp(now + _TTL),
    }
    draft = directory / f"owner.json.{token}"
    draft.write_text(js.pretty(owner) + "\n")
    draft.rename(directory / "owner.json")
    return token


def _clear(directory: Path) -> None:
    with suppress(OSError):
        for each in directory.iterdir():
            each.unlink()
        directory.rmdir()


def _owner(directory: Path) -> Fields | None:
    try:
        owner = json.loads((directory / "owner.json").read_text())
    except (OSError, ValueError):
        return None
    return owner if isinstance(owner, dict) else None


def _is_broken(directory: Path) -> bool:
    owner = _owner(directory)
    if owner is None:
        try:
            return time.time() - directory.stat().st_mtime > _WITHOUT_OWNER_S
        except FileNotFoundError:
            return False
    pid = owner.get("pid")
    return _is_expired(owner) or (owner.get("host") == os.uname().nodename and pid is not None and not _lives(pid))


def _is_expired(owner: Fields) -> bool:
    return datetime.fromisoformat(owner["expiresAt"]) <= datetime.now(UTC)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _told(owner: Fields) -> str:
    by = f" ({owner['by']})" if owner.get("by") else ""
    return f"{owner.get('verb')}{by}, since {owner.get('acquiredAt')}, until {owner.get('expiresAt')}"

"""Which inboxes run now. Each holds an operating system's lock on a file of its own, which even kill -9 frees.

A process id would not do: it is given out anew, and says nothing about another machine or container.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

FOLDER = "sessions"
"""Beside the ledger; holds an empty file for each inbox that has written a draft and still runs."""


class Presence:
    """One running inbox among others on the same ledger."""

    def __init__(self, ledger: Path, session: str) -> None:
        """Nothing is locked yet.

        Args:
            ledger: The database file.
            session: This inbox's own id, letters and digits, never given before.
        """
        self.session = session
        self._folder = ledger.parent / FOLDER
        self._held: int | None = None

    def hold(self) -> None:
        """Be seen alive from here on. Where the system has no lock to give, others may take our drafts for left ones.

        Then they may take a copy; what we keep is written again with the next key.
        """
        if self._held is None:
            with suppress(OSError):
                self._held = self._locked()

    def alive(self, session: str) -> bool:
        """Whether that inbox still runs. The file of one that does not is removed.

        When that cannot be told, it counts as alive: its drafts are left alone.
        """
        if session == self.session:
            return True
        if sys.platform == "win32" or not session.isalnum():
            return False
        try:
            file = os.open(self._folder / session, os.O_RDONLY)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        with _closing(file):
            try:
                # Shared, so that two who look at once do not take each other for the owner.
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return True
            with suppress(OSError):
                (self._folder / session).unlink()
        return False

    def release(self) -> None:
        """Be gone, and take the files of those who are gone along; the folder too, when it is empty."""
        with suppress(OSError):
            if self._held is not None:
                (self._folder / self.session).unlink(missing_ok=True)
                os.close(self._held)
                self._held = None
                for each in list(self._folder.iterdir()):
                    self.alive(each.name)
                self._folder.rmdir()

    def _locked(self) -> int | None:
        """Our file, made and locked; made again when somebody took it for a dead one's in between."""
        if sys.platform == "win32":
            return None
        path = self._folder / self.session
        while True:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            try:
                file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
            except FileNotFoundError:
                continue
            fcntl.flock(file, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):
                if os.path.samestat(path.stat(), os.fstat(file)):
                    return file
            os.close(file)


@contextmanager
def _closing(file: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(file)

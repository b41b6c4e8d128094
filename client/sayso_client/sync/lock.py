"""One process at a time keeps in touch with a store: an operating system's lock, which even kill -9 frees."""

import hashlib
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from sayso_client.sync import sign
from sayso_client.sync.sign import Sign

if sys.platform != "win32":
    import fcntl

FOLDER = "sync"
"""Beside the ledger; holds a file for each store elsewhere, with a sign of life.

They stay: to remove a lock's file is to lose it.
"""


_A_LOOK_S = 0.002
"""Longer than somebody who only looks (`is_held`) has it."""


class StoreLock:
    """The lock of one store over one ledger."""

    def __init__(self, ledger: Path, store: str) -> None:
        """Nothing is locked yet.

        Args:
            ledger: The database file.
            store: The label of the store.
        """
        name = hashlib.sha256(store.encode("utf-8", "replace")).hexdigest()[:24]
        self._path = ledger.parent / FOLDER / name
        self._held: int | None = None

    def take(self) -> bool:
        """Try to take it; False while another process has it. Where the system has no locks to give it is taken."""
        if self._held is not None or sys.platform == "win32":
            return True
        try:
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
            file = os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError:
            return True
        for again in (True, False):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if again:
                    time.sleep(_A_LOOK_S)
                    continue
                os.close(file)
                return False
            except OSError:
                os.close(file)
                return True
            break
        self._held = file
        self.give_sign()
        return True

    def give_sign(self) -> None:
        """Tell everybody that whoever has it is at work."""
        if self._held is not None:
            with suppress(OSError):
                sign.write(self._held)

    def sign(self) -> Sign | None:
        """The last sign of life of whoever has it, or had it last; None where that is not known."""
        with suppress(OSError):
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                return sign.read(file)
            finally:
                os.close(file)
        return None

    def is_tended(self) -> bool:
        """Whether some process has it, and is at work as far as it tells."""
        found = self.sign()
        return self.is_held() and (found is None or not found.is_silent())

    def is_held(self) -> bool:
        """Whether some process has it, this one among them. Where that cannot be told: yes."""
        if self._held is not None or sys.platform == "win32":
            return True
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        try:
            # For a moment, and beside others who look: `take` tries twice.
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return True
        finally:
            os.close(file)
        return False

    def release(self) -> None:
        """Let others have it."""
        if self._held is not None:
            with suppress(OSError):
                os.close(self._held)
            self._held = None

"""Beside a program that writes for us nobody starts a second one about the same decision, even when we were killed.

The program inherits the descriptor of a locked file. So the system itself holds the lock as long as the program lives,
whatever becomes of us, and frees it with its end: no number that is given out twice, no clock. Some programs hand no
descriptor on to what they start (node does not); so what is left in the session of the program counts, too.
"""

import hashlib
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from sayso_client.errors import Unreachable
from sayso_client.stores import run_mark
from sayso_client.stores.run_mark import RunMark
from sayso_client.sync.lock import FOLDER
from sayso_client.text import one_line

if sys.platform != "win32":
    import fcntl

_A_LOOK_S = 0.002
"""Longer than somebody who only looks has it."""


class RunLock:
    """The lock of what is said about one decision of one store over one ledger."""

    def __init__(self, ledger: Path, uuid: str, key: str) -> None:
        """Nothing is locked yet.

        Args:
            ledger: The database file.
            uuid: What the store is known by, whatever its name is.
            key: Of the decision.
        """
        name = hashlib.sha256(f"{uuid}\0{key}".encode("utf-8", "replace")).hexdigest()[:24]
        self._path = ledger.parent / FOLDER / f"run-{name}"
        self._file: int | None = None

    @property
    def file(self) -> int:
        """The descriptor that a program inherits; only while it is taken."""
        assert self._file is not None
        return self._file

    def take(self) -> bool:
        """Try to take it; False while a program runs that had it.

        Raises:
            Unreachable: there can be no lock here now, so nothing may be started.
        """
        while True:
            file = self._open()
            try:
                free = _locked(file)
                if free and not self._is_ours(file):
                    continue  # it was done with, and taken away, as we opened it
                mark = run_mark.read(file)
                if not free or (mark is not None and mark.lives()):
                    return False
                os.ftruncate(file, 0)
                self._file = file
                return True
            except OSError as error:
                raise _impossible(error) from error
            finally:
                if self._file != file:
                    os.close(file)

    def release(self, *, recorded: bool) -> None:
        """Let go of it, while the program that inherited it may go on having it.

        Args:
            recorded: What was said is in the record, so whatever the program left behind has nothing to add to it.
        """
        file, self._file = self._file, None
        if file is None:
            return
        if recorded:
            self._remove(file)
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)  # for all that inherited it
            os.close(file)
            return
        os.close(file)
        with suppress(Unreachable):
            if self.take() and (mine := self._file) is not None:
                self._file = None
                self._remove(mine)
                os.close(mine)

    def is_held(self) -> bool:
        """Whether a program, or whoever is about to start one, has it. Where that cannot be told: no."""
        return self._look()[0]

    def running(self) -> RunMark | None:
        """The program that has it; None while none does, or when it cannot be told which."""
        held, mark = self._look()
        return mark if held else None

    def _look(self) -> tuple[bool, RunMark | None]:
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            return False, None
        try:
            mark = run_mark.read(file)
            return not _locked(file, look=True) or (mark is not None and mark.lives()), mark
        except OSError:
            return False, None
        finally:
            os.close(file)

    def _open(self) -> int:
        try:
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
            return os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise _impossible(error) from error

    def _is_ours(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), os.lstat(self._path))
        except OSError:
            return False

    def _remove(self, file: int) -> None:
        if self._is_ours(file):
            with suppress(OSError):
                self._path.unlink()


def _locked(file: int, *, look: bool = False) -> bool:
    """Lock it, for a moment when one only looks; False when somebody has it. OSError where nothing can be locked."""
    for again in (True, False):
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if look else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            if again:
                time.sleep(_A_LOOK_S)
            continue
        return True
    return False


def _impossible(error: OSError) -> Unreachable:
    why = one_line(error.strerror or "the system says no", 200)
    return Unreachable(
        f"Nothing can be locked beside the ledger ({why}), so no program is started: one that is lost sight of could "
        "write twice."
    )

"""Knowing which files of a workspace changed.

Where the system has inotify it tells, and every file is looked at once in a while all the same: some file systems tell
nothing. Elsewhere everything is looked at each second, by its size and times alone.
"""

import asyncio
import os
import stat
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sayso_client.stores.chant import places
from sayso_client.stores.chant.places import Names

if TYPE_CHECKING:
    from asyncinotify import Event, Inotify, Mask, Watch

    from sayso_client.stores.chant.workspace import Workspace

LOOK_S = 10.0
"""Seconds between two looks where the system tells."""
POLL_S = 1.0
"""Where it does not."""
QUIET_S = 0.003
"""So long nothing has to come before several files are looked at: a branch switch changes thousands."""
LONGEST_S = 0.25
"""But no longer than this."""
_MANY = 200
"""Files in one folder beyond which the folder is looked at as a whole."""

_Stamp = tuple[int, int, int]


class Watching:
    """A watch on one workspace. Only `wait` and `close` are for the event loop, the rest for a thread."""

    def __init__(self, *, inotify: bool = True) -> None:
        """Watch nothing yet.

        Args:
            inotify: False looks each second even where the system could tell.
        """
        self._notices = _notices() if inotify else None
        self._aimed: Mapping[Path, Names] = {}
        self._shape: places.Shape | None = None
        self._watched: dict[Path, tuple[Watch, int]] = {}
        self._stamps: dict[Path, dict[str, _Stamp]] = {}
        self._lock = Lock()
        self._closed = False

    @property
    def tells(self) -> bool:
        """Whether the system tells of changes."""
        return self._notices is not None

    def aim(self, workspace: "Workspace") -> frozenset[Path]:
        """Watch what there is of it now; the folders that were not watched before and may have changed since."""
        with self._lock:
            if (shape := places.shape(workspace)) != self._shape:
                self._shape, self._aimed = shape, places.of(workspace)
            return self._arrange()

    def changed(self) -> frozenset[Path]:
        """What the system told since the last time, once it is quiet; a folder for all of the files in it."""
        with self._lock:
            return frozenset() if self._closed or self._notices is None else self._gather(self._notices)

    def look(self) -> frozenset[Path]:
        """What differs from the last look; a folder for all of the files in it. The first time that is everything."""
        with self._lock:
            found, before = self._all_stamps(), self._stamps
            self._stamps = found
        differing: dict[Path, set[Path]] = {}
        for folder in found.keys() | before.keys():
            now, then = found.get(folder, {}), before.get(folder, {})
            if now != then:
                names = (name for name in now.keys() | then.keys() if now.get(name) != then.get(name))
                differing[folder] = {folder / name for name in names}
        return _few(differing)

    async def wait(self, seconds: float) -> bool:
        """Until the system tells of something, so many seconds at most; whether it did."""
        if self._notices is None:
            await asyncio.sleep(min(seconds, POLL_S))
            return False
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        descriptor = self._notices.fd
        loop.add_reader(descriptor, told.set)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await told.wait()
                    return True
            return False
        finally:
            loop.remove_reader(descriptor)

    def close(self) -> None:
        """Watch nothing any more. A thread that is looking still ends by itself, and closes it then."""
        self._closed = True
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def release(self) -> None:
        """For the thread, when it is done: closes what `close` could not close."""
        with self._lock:
            if self._closed:
                self._end()

    def _end(self) -> None:
        if self._notices is not None:
            self._notices.close()
            self._notices = None

    def _gather(self, notices: "Inotify") -> frozenset[Path]:
        from asyncinotify import Mask

        found: dict[Path, set[Path]] = {}
        lost, begun, end = False, False, time.monotonic() + LONGEST_S
        notices.sync_timeout = 0
        while time.monotonic() < end:
            event = notices.sync_get()
            if event is None:
                alone = not begun and sum(map(len, found.values())) <= 1
                if alone or notices.sync_timeout:
                    break
                notices.sync_timeout = QUIET_S
                continue
            notices.sync_timeout = 0
            lost = lost or bool(event.mask & Mask.Q_OVERFLOW)
            if self._takes(event, found):
                # A new file is begun with that, and written in a moment.
                begun = bool(event.mask & Mask.CREATE)
        return frozenset(self._aimed) if lost else _few(found)

    def _takes(self, event: "Event", found: dict[Path, set[Path]]) -> bool:
        """Whether an event means something; then it is among what was found."""
        from asyncinotify import Mask

        if (watch := event.watch) is None:
            return False
        folder = watch.path
        if event.mask & Mask.IGNORED and self._watched.get(folder, (None, 0))[0] is watch:
            # It went with its folder; another one of that name may bear its number.
            del self._watched[folder]
        if event.name is None:
            found.setdefault(folder, set()).add(folder)
            return True
        if not places.means_something(str(event.name), self._aimed.get(folder, frozenset())):
            return False
        found.setdefault(folder, set()).add(folder / event.name)
        return True

    def _arrange(self) -> frozenset[Path]:
        """Watch every folder that is there, and the very one that is there now."""
        notices = self._notices
        fresh: set[Path] = set()
        if notices is None or self._closed:
            return frozenset()
        for folder in self._watched.keys() - self._aimed.keys():
            self._forget(notices, folder)
        for folder in self._aimed:
            inode = _inode(folder)
            known = self._watched.get(folder)
            if known is not None and known[1] == inode:
                continue
            if known is not None:
                self._forget(notices, folder)
                fresh.add(folder)
            if inode is not None:
                fresh.add(folder)
                try:
                    self._watched[folder] = (notices.add_watch(folder, _mask()), inode)
                except FileNotFoundError:
                    continue
                except OSError:
                    # The user's watches are used up, or the folder is out of reach: looking is left.
                    self._end()
                    return frozenset(self._aimed)
        return frozenset(fresh)

    def _forget(self, notices: "Inotify", folder: Path) -> None:
        watch, _ = self._watched.pop(folder)
        with suppress(OSError):  # it went with its folder
            notices.rm_watch(watch)

    def _all_stamps(self) -> dict[Path, dict[str, _Stamp]]:
        """Of everything that is watched, by folder and name."""
        return {folder: _stamps(folder, names) for folder, names in self._aimed.items()}


def _stamps(folder: Path, names: Names) -> dict[str, _Stamp]:
    try:
        with os.scandir(folder) as found:
            return {
                each.name: _stamp(each.stat(follow_symlinks=False))
                for each in found
                if places.means_something(each.name, names)
            }
    except OSError:
        return {}


def _few(found: Mapping[Path, set[Path]]) -> frozenset[Path]:
    return frozenset(
        each for folder, several in found.items() for each in ({folder} if len(several) > _MANY else several)
    )


def possible() -> bool:
    """Whether the system would tell of changes."""
    notices = _notices()
    if notices is not None:
        notices.close()
    return notices is not None


def _notices() -> "Inotify | None":
    if sys.platform != "linux":
        return None
    from asyncinotify import Inotify

    try:
        return Inotify(cache_size=64)
    except OSError:
        return None


def _mask() -> "Mask":
    from asyncinotify import Mask

    # Not every piece that is written: the end of it. What is never closed is found by looking.
    files = Mask.CLOSE_WRITE | Mask.CREATE | Mask.DELETE | Mask.MOVED_FROM | Mask.MOVED_TO
    return files | Mask.DELETE_SELF | Mask.MOVE_SELF | Mask.ONLYDIR


def _inode(folder: Path) -> int | None:
    try:
        return folder.stat().st_ino
    except OSError:
        return None


def _stamp(found: os.stat_result) -> _Stamp:
    # A folder's own time changes with all that is put in it.
    return (found.st_ino, 0, 0) if stat.S_ISDIR(found.st_mode) else (found.st_ino, found.st_size, found.st_mtime_ns)

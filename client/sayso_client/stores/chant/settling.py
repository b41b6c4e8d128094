"""Files that are half written for a moment: chant writes a record in place, and a reader can meet it in between."""

from collections.abc import Mapping
from pathlib import Path

SECONDS = 1.0
"""For so long a file that cannot be read counts as being written, and what it said before still holds."""


class Settling:
    """One look at a workspace, and which of its files may be half written."""

    def __init__(self, former: Mapping[Path, float], now: float) -> None:
        self._former = former
        self._now = now
        self.since: dict[Path, float] = {}
        """Seconds since 1970, by file: from when on it could not be read."""

    def is_unsettled(self, path: Path, written: int | None) -> bool:
        """Whether a file that cannot be read has been so for less than SECONDS.

        Args:
            path: The file.
            written: When it was written, in nanoseconds since 1970; None when it is not there.
        """
        newest = self._now if written is None else min(self._now, written / 1e9)
        since = self._former.get(path, newest)
        if self._now - since >= SECONDS:
            return False
        self.since[path] = since
        return True

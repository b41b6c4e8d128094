"""What of a workspace was told already, and what is to be told next."""

import hashlib
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sayso_client.stores.contract import Gone, Replace
from sayso_client.stores.health import PARTLY
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.stores.chant.reading import Reading
    from sayso_client.stores.chant.watching import Watching
    from sayso_client.stores.chant.workspace import Workspace

Told = Replace | Gone
_GONE_S = 1.5
"""What is missing for so long is gone. A folder that is replaced is missing for a moment, and a workspace that is
removed goes piece by piece."""
_MOST_PROBLEMS = 3


class Telling:
    """What of a workspace was told already. `first` and `next` are for a thread."""

    def __init__(self, reading: "Reading") -> None:
        """Nothing is told yet."""
        self._reading = reading
        self._found: Workspace | None = None
        self._told: dict[str, bytes] = {}
        self._missing: dict[str, float] = {}
        """Since when, by key, in seconds since some moment."""

    @property
    def unsettled(self) -> bool:
        """Whether something may be half written or missing for a moment, and is to be looked at again soon."""
        return self._found is not None and bool(self._found.unsettled or self._missing)

    @property
    def whole(self) -> bool:
        """Whether all could be read; see `Workspace.whole`."""
        return self._found is not None and self._found.whole

    @property
    def answered(self) -> frozenset[str]:
        """The keys of the questions that wait for nobody any more."""
        return self._found.answered if self._found is not None else frozenset()

    def every(self) -> tuple[Told, ...]:
        """All questions as they were read last."""
        self._told, self._missing = {}, {}
        return self._changes(self._found.objects() if self._found is not None else {})

    @property
    def problems(self) -> str:
        """What of the workspace cannot be read, in sentences."""
        if self._found is None:
            return ""
        told = [one_line(each, 300).rstrip(".") for each in self._found.problems]
        more = [f"{len(told) - _MOST_PROBLEMS:,} more"] if len(told) > _MOST_PROBLEMS else []
        unread = f"{PARTLY}: {'; '.join((*told[:_MOST_PROBLEMS], *more))}." if told else ""
        return f"{unread} {self._found.broken}".strip()

    def first(self, watching: "Watching") -> tuple[Told, ...] | None:
        """All questions. Raises StoreError."""
        self._found = self._reading.first(watching)
        return self._changes(self._found.objects())

    def settled(self, watching: "Watching", rung: bool) -> tuple[Told, ...]:
        """All questions once more, after what was half written could become whole. Raises StoreError."""
        self._found = self._reading.next(watching, rung)
        return self.every()

    def next(self, watching: "Watching", rung: bool) -> tuple[Told, ...] | None:
        """Those that differ by now; None when nothing that is watched changed. Raises StoreError."""
        from sayso_client.stores.chant import differing

        before, self._found = self._found, self._reading.next(watching, rung)
        if self._missing:
            return self._changes(self._found.objects()) or (None if self._found is before else ())
        if self._found is before:
            return None
        few = differing.objects(before.questions, self._found.questions) if before is not None else None
        return self._replaced(few) if few is not None else self._changes(self._found.objects())

    def _changes(self, objects: Mapping[str, bytes]) -> tuple[Told, ...]:
        now = time.monotonic()
        self._missing = {key: self._missing.get(key, now) for key in self._told.keys() - objects.keys()}
        gone = [key for key, since in self._missing.items() if now - since >= _GONE_S]
        for key in gone:
            del self._told[key], self._missing[key]
        return (*self._replaced(objects), *map(Gone, gone))

    def _replaced(self, objects: Mapping[str, bytes]) -> tuple[Told, ...]:
        found: list[Told] = []
        for key, raw in objects.items():
            if self._told.get(key) != raw:
                self._told[key] = raw
                found.append(Replace(key, raw, hashlib.sha256(raw).hexdigest()[:32]))
        return tuple(found)

"""A chant workspace as the sync sees it: read and watched here, written to by chant alone."""

import asyncio
import hashlib
import os
import time
from collections.abc import AsyncGenerator, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from sayso_client.aside import aside
from sayso_client.errors import Denied, SaysoError
from sayso_client.stores.chant.reading import Reading
from sayso_client.stores.chant.settling import SECONDS
from sayso_client.stores.chant.trusting import at_present, why_not, why_not_now
from sayso_client.stores.chant.watching import LOOK_S, Watching, possible
from sayso_client.stores.contract import Batch, Change, Gone, Hello, Parcel, Replace
from sayso_client.text import one_line
from sayso_config.model import StoreSetting

if TYPE_CHECKING:
    from sayso_client.stores.chant.workspace import Workspace
    from sayso_client.verdict import Receipt

T = TypeVar("T")

SIGN_S = 10.0
"""While it is read for so long, a sign of life is given."""
AGAIN_S = 5.0
"""A workspace that cannot be read is looked for so often, whatever the trouble."""
_SETTLED_S = SECONDS + 0.02
_GONE_S = 1.5
"""What is missing for so long is gone. A folder that is replaced is missing for a moment, and a workspace that is
removed goes piece by piece."""
_REST_S = 0.005
"""After something happened beside what is watched; git writes many files of its own."""
_AT_A_TIME = 500
"""Questions in one batch while all of them are read."""
_MOST_PROBLEMS = 3
_CURSOR = "read"
"""There is no place in a workspace to go on from: it is compared as a whole."""


def open_wire(setting: StoreSetting, environ: Mapping[str, str] | None = None) -> "ChantWire":
    """The wire of a configured workspace. Nothing is read yet.

    Args:
        setting: Of kind chant.
        environ: The variables of which chant gets a few; None for those of this process.
    """
    return ChantWire(setting, os.environ if environ is None else environ)


class ChantWire:
    """One workspace."""

    kind = "chant"
    again_s = AGAIN_S
    repeatable = False
    """chant takes an answer once, but does not say whose answer it was: a lost outcome is read back."""

    def __init__(
        self,
        setting: StoreSetting,
        environ: Mapping[str, str],
        *,
        inotify: bool = True,
        look_s: float = LOOK_S,
    ) -> None:
        """Bind it.

        Args:
            setting: Of kind chant, with a path.
            environ: The variables of which chant gets a few.
            inotify: False looks each second even where the system could tell of changes.
            look_s: Seconds between two looks where the system tells.
        """
        self._setting = setting
        self._environ = environ
        self._inotify = inotify
        self._look_s = look_s
        self._reading = Reading(setting)

    @property
    def name(self) -> str:
        """The store's label."""
        return self._setting.name

    async def hello(self) -> Hello:
        """Which workspace it is, and whether anything may be written to it; see the contract."""
        uuid, called = await aside(self._reading.greet)
        refusal = await aside(partial(why_not_now, self._setting))
        return Hello(
            uuid,
            called,
            origins=frozenset() if refusal else frozenset({"principal"}),
            polls=not (self._inotify and possible()),
            why_not=refusal,
        )

    async def changes(self, cursor: str | None) -> AsyncGenerator[Batch, None]:
        """All questions, and then those that change; see the contract."""
        self._reading.meant()
        watching, telling = Watching(inotify=self._inotify), _Telling(self._reading)
        looking: asyncio.Future[tuple[Change, ...] | None] = aside(partial(telling.first, watching))
        try:
            while not await _is_done(looking):
                yield Batch((), cursor or "", filling=0)
            every = looking.result() or ()
            until = time.monotonic() + _SETTLED_S
            # Whoever looks once sees it as it is, and not as it was half written.
            while telling.unsettled and (left := until - time.monotonic()) > 0:
                rung = await watching.wait(left)
                await asyncio.sleep(_REST_S)
                looking = aside(partial(telling.settled, watching, rung))
                while not await _is_done(looking):
                    yield Batch((), cursor or "", filling=0)
                every = looking.result() or ()
            if not cursor:
                for at in range(0, len(every), _AT_A_TIME):
                    yield Batch(every[at : at + _AT_A_TIME], "", filling=100 * at // len(every))
            whole = telling.whole
            yield Batch(every, _CURSOR, whole=whole, why=telling.problems)
            while True:
                rung = await watching.wait(_SETTLED_S if telling.unsettled else self._look_s)
                looking = aside(partial(telling.next, watching, rung))
                while not await _is_done(looking):
                    yield Batch((), _CURSOR, filling=0)
                if (changes := looking.result()) is None and rung:
                    await asyncio.sleep(_REST_S)
                elif not whole and telling.whole:
                    whole = True
                    yield Batch(telling.every(), _CURSOR, whole=True, why=telling.problems)
                else:
                    yield Batch(changes or (), _CURSOR, why=telling.problems)
        finally:
            if not looking.cancel() and not looking.cancelled():
                looking.exception()  # given up: nobody asks for it any more
            watching.close()

    async def send(self, parcel: Parcel) -> "Receipt":
        """Have chant write it; see the contract."""
        if refusal := why_not(await aside(self._at_present)):
            raise Denied(f"{refusal} Nothing was written.")
        from sayso_client.stores.chant.calling import say

        uuid, found = await aside(self._reading.uuid), await aside(self._reading.present)
        return await say(parcel, found, self._setting, self._environ, uuid=uuid)

    async def resolve(self, parcel: Parcel) -> "Receipt | None":
        """What became of a parcel, by reading the workspace; see the contract."""
        from sayso_client.stores.chant.calling import read_back

        uuid, found = await aside(self._reading.uuid), await aside(self._reading.present)
        return await read_back(parcel, found, uuid=uuid)

    def _at_present(self) -> StoreSetting:
        return at_present(self._setting)

    async def another_key(self) -> bool:
        """Whether there is a chant by now that may be run."""
        from sayso_client.stores.chant import command

        try:
            setting = await aside(self._at_present)
            if why_not(setting):
                return False
            found = await aside(self._reading.present)
            await aside(partial(command.find, setting, found.declaration.root, self._environ))
        except SaysoError:
            return False
        return True

    async def close(self) -> None:
        """Nothing is held open."""


class _Telling:
    """What of a workspace was told already. `first` and `next` are for a thread."""

    def __init__(self, reading: Reading) -> None:
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
        """Whether all kinds could be read: else questions that were read in former times may still be there."""
        return self._found is not None and all(each.kind is not None for each in self._found.sources)

    def every(self) -> tuple[Change, ...]:
        """All questions as they were read last."""
        self._told, self._missing = {}, {}
        return self._changes(self._found.objects() if self._found is not None else {})

    @property
    def problems(self) -> str:
        """What of the workspace cannot be read."""
        if self._found is None:
            return ""
        told = [one_line(each, 300) for each in self._found.problems[:_MOST_PROBLEMS]]
        return " ".join((*told, self._found.broken)).strip()

    def first(self, watching: Watching) -> tuple[Change, ...] | None:
        """All questions. Raises StoreError."""
        self._found = self._reading.first(watching)
        return self._changes(self._found.objects())

    def settled(self, watching: Watching, rung: bool) -> tuple[Change, ...]:
        """All questions once more, after what was half written could become whole. Raises StoreError."""
        self._found = self._reading.next(watching, rung)
        return self.every()

    def next(self, watching: Watching, rung: bool) -> tuple[Change, ...] | None:
        """Those that differ by now; None when nothing that is watched changed. Raises StoreError."""
        from sayso_client.stores.chant import differing

        before, self._found = self._found, self._reading.next(watching, rung)
        if self._missing:
            return self._changes(self._found.objects()) or (None if self._found is before else ())
        if self._found is before:
            return None
        few = differing.objects(before.questions, self._found.questions) if before is not None else None
        return self._replaced(few) if few is not None else self._changes(self._found.objects())

    def _changes(self, objects: Mapping[str, bytes]) -> tuple[Change, ...]:
        now = time.monotonic()
        self._missing = {key: self._missing.get(key, now) for key in self._told.keys() - objects.keys()}
        gone = [key for key, since in self._missing.items() if now - since >= _GONE_S]
        for key in gone:
            del self._told[key], self._missing[key]
        return (*self._replaced(objects), *map(Gone, gone))

    def _replaced(self, objects: Mapping[str, bytes]) -> tuple[Change, ...]:
        found: list[Change] = []
        for key, raw in objects.items():
            if self._told.get(key) != raw:
                self._told[key] = raw
                found.append(Replace(key, raw, hashlib.sha256(raw).hexdigest()[:32]))
        return tuple(found)


async def _is_done(looking: "asyncio.Future[T]") -> bool:
    """Whether it is, after some waiting: while it is not, a sign of life is due."""
    done, _ = await asyncio.wait({looking}, timeout=SIGN_S)
    return bool(done)

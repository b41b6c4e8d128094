"""A chant workspace as the sync sees it: read and watched here, written to by chant alone."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sayso_client.aside import aside
from sayso_client.errors import Denied, SaysoError
from sayso_client.stores.chant.reading import Reading
from sayso_client.stores.chant.settling import SECONDS
from sayso_client.stores.chant.telling import Telling, Told
from sayso_client.stores.chant.trusting import at_present, why_not
from sayso_client.stores.chant.watching import LOOK_S, Watching, possible
from sayso_client.stores.contract import Batch, Hello, Parcel
from sayso_config.model import StoreSetting

if TYPE_CHECKING:
    from sayso_client.verdict import Receipt

T = TypeVar("T")

SIGN_S = 10.0
"""While it is read for so long, a sign of life is given."""
AGAIN_S = 5.0
"""A workspace that cannot be read is looked for so often, whatever the trouble."""
_SETTLED_S = SECONDS + 0.02
_REST_S = 0.005
"""After something happened beside what is watched; git writes many files of its own."""
_LOOKED_S = 1.0
"""For so long what was found of the program holds: not each of many changes is a reason to look for it."""
_AT_A_TIME = 500
"""Questions in one batch while all of them are read."""
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
    program = "chant"

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
        self._hello: Hello | None = None
        self._refusal: str | None = None
        self._looked = 0.0
        """When the program was looked for last, in seconds since some moment."""

    @property
    def name(self) -> str:
        """The store's label."""
        return self._setting.name

    async def hello(self) -> Hello:
        """Which workspace it is, and whether anything may be written to it; see the contract."""
        uuid, called = await aside(self._reading.greet)
        refusal = await aside(self._why_not)
        self._hello = Hello(uuid, called, polls=not (self._inotify and possible()))
        return self._as_it_is(refusal)

    def _as_it_is(self, refusal: str | None) -> Hello:
        assert self._hello is not None
        origins = frozenset() if refusal else frozenset({"principal"})
        return replace(self._hello, origins=origins, why_not=refusal)

    def _why_not(self) -> str | None:
        """Why nothing can be written there now; looked for, and nothing is run. For a thread."""
        from sayso_client.stores.chant import writable

        self._looked = time.monotonic()
        self._refusal = writable.why_not(self._setting, self._reading.root or Path("/"), self._environ)
        return self._refusal

    async def _now(self) -> Hello | None:
        """Who answers by now: a program can go, and come again."""
        if self._hello is None:
            return None
        if time.monotonic() - self._looked < _LOOKED_S:
            return self._as_it_is(self._refusal)
        return self._as_it_is(await aside(self._why_not))

    async def changes(self, cursor: str | None) -> AsyncGenerator[Batch, None]:
        """All questions, and then those that change; see the contract."""
        self._reading.meant()
        watching, telling = Watching(inotify=self._inotify), Telling(self._reading)
        looking: asyncio.Future[tuple[Told, ...] | None] = aside(partial(telling.first, watching))
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
                for batch in _in_turn(every, telling.answered):
                    yield batch
            whole = telling.whole
            yield Batch(every, _CURSOR, whole=whole, why=telling.problems, now=await self._now())
            while True:
                # A program that comes again rings no bell.
                rest = min(self._look_s, AGAIN_S) if self._refusal else self._look_s
                rung = await watching.wait(_SETTLED_S if telling.unsettled else rest)
                looking = aside(partial(telling.next, watching, rung))
                while not await _is_done(looking):
                    yield Batch((), _CURSOR, filling=0)
                if (changes := looking.result()) is None and rung:
                    await asyncio.sleep(_REST_S)
                elif not whole and telling.whole:
                    whole = True
                    yield Batch(telling.every(), _CURSOR, whole=True, why=telling.problems, now=await self._now())
                else:
                    yield Batch(changes or (), _CURSOR, why=telling.problems, now=await self._now())
        finally:
            if not looking.cancel() and not looking.cancelled():
                looking.exception()  # given up: nobody asks for it any more
            watching.close()

    async def send(self, parcel: Parcel) -> "Receipt":
        """Have chant write it; see the contract."""
        return await self._say(parcel, None)

    @property
    def limit_s(self) -> float:
        """See the contract."""
        from sayso_client.stores.chant.running import SECONDS

        return SECONDS

    async def send_by(self, parcel: Parcel, lock: int) -> "Receipt":
        """Have chant write it, and hold the lock for as long as it lives; see the contract."""
        return await self._say(parcel, lock)

    async def _say(self, parcel: Parcel, lock: int | None) -> "Receipt":
        if refusal := why_not(await aside(self._at_present)):
            raise Denied(refusal)
        from sayso_client.stores.chant.calling import say

        uuid, found = await aside(self._reading.uuid), await aside(self._reading.present)
        return await say(parcel, found, self._setting, self._environ, uuid=uuid, lock=lock)

    async def resolve(self, parcel: Parcel) -> "Receipt | None":
        """What became of a parcel, by reading the workspace; see the contract."""
        from sayso_client.stores.chant.calling import read_back

        uuid, found = await aside(self._reading.uuid), await aside(self._reading.present)
        return await read_back(parcel, found, uuid=uuid)

    def _at_present(self) -> StoreSetting:
        return at_present(self._setting)

    async def another_key(self) -> bool:
        """Whether there is a chant by now that may be run."""
        if self._reading.root is None:
            try:
                await aside(self._reading.greet)
            except SaysoError:
                return False
        return await aside(self._why_not) is None

    async def close(self) -> None:
        """Nothing is held open."""


def _in_turn(every: tuple[Told, ...], answered: frozenset[str]) -> Iterator[Batch]:
    """All that is there, what is still open first: with the last of that, the store may be shown."""
    still_open = tuple(each for each in every if each.key not in answered)
    rest = tuple(each for each in every if each.key in answered)
    for part, done in ((still_open, 0), (rest, len(still_open))):
        for at in range(0, len(part), _AT_A_TIME):
            shows = part is still_open and at + _AT_A_TIME >= len(part)
            yield Batch(part[at : at + _AT_A_TIME], "", filling=100 * (done + at) // len(every), shows=shows)


async def _is_done(looking: "asyncio.Future[T]") -> bool:
    """Whether it is, after some waiting: while it is not, a sign of life is due."""
    done, _ = await asyncio.wait({looking}, timeout=SIGN_S)
    return bool(done)

"""The key to one store: waiting for whoever keeps it, and looking for another one where it was refused."""

import asyncio
from collections.abc import Awaitable, Callable

from sayso_client.errors import Denied, WrongServer
from sayso_client.stores.contract import Keyed, Wire
from sayso_client.stores.health import ASKS, Condition, Health
from sayso_client.sync.pace import Pace
from sayso_client.sync.progress import Board
from sayso_client.sync.telling import Telling

KEY_S = 300.0
"""So long after a key was refused it is looked whether there is another one; each time twice as long, up to an hour."""
_LONGEST_S = 3_600.0
_SOON_S = 0.5
"""A key that comes later is told as waited for."""


class OwnKey:
    """What is known of it."""

    def __init__(self, wire: Wire, telling: Telling, board: Board, pace: Pace) -> None:
        """Bind the parts together; no key is read yet."""
        self._wire = wire
        self._telling = telling
        self._board = board
        self._pace = pace
        self._look_at = 0.0
        self.denied: str | None = None
        """Why the store lets us read and not write, by its own word; a sentence."""
        self.was_good = False
        """The store let us in with it since it was refused last."""

    async def have(self) -> None:
        """Wait for whoever keeps the key; that is no silence of the store, and is told by its own name."""
        wire = self._wire
        if not isinstance(wire, Keyed) or not wire.key_from:
            return
        getting = asyncio.ensure_future(wire.get_key())
        try:
            if not (await asyncio.wait([getting], timeout=_SOON_S))[0]:
                self._board.put(asks=wire.key_from)
                why = f"{ASKS} ({wire.key_from})"
                await self._telling.tell(Health(Condition.STALE, self._telling.heard, why))
            await getting
        finally:
            getting.cancel()
            await asyncio.gather(getting, return_exceptions=True)
            self._board.put(asks="")

    def refused(self, error: Denied | WrongServer) -> None:
        """The store let us read and does not let us write: tell it, and try it anew with the next connection."""
        self.denied = str(error)
        self._look_at = self._pace.monotonic() + KEY_S
        self._board.put(failed=self.denied)

    async def is_another(self) -> bool:
        """While the store does not let us write: now and then, whether there is another key."""
        if self.denied is None or self._pace.monotonic() < self._look_at:
            return False
        self._look_at = self._pace.monotonic() + KEY_S
        return await self._wire.another_key()

    async def until_another(self, wait: Callable[[float], Awaitable[bool]]) -> None:
        """Until there is another key than the one that was refused, or somebody says "try again".

        One that was good until now may have been exchanged already, so it is looked at once.

        Args:
            wait: So many seconds, or until somebody says so; whether somebody did.
        """
        seconds, at_once, self.was_good = KEY_S, self.was_good, False
        while not (at_once and await self._wire.another_key()):
            at_once = True
            if await wait(seconds):
                return
            seconds = min(2 * seconds, _LONGEST_S)

"""After something could not be sent its store is left alone for a while, unless there is a reason to try sooner."""

import asyncio
from collections.abc import Callable

from sayso_client.sync.pace import PROGRAM_FIRST_S, Backoff, Pace

AGAIN = "It is tried again"
AFTER = f"{AGAIN} after "
"""Whoever ends at once takes that back."""


class Rest:
    """The rests of one store."""

    def __init__(self, pace: Pace, over: Callable[[], None], *, by_program: bool) -> None:
        """Nothing rests yet.

        Args:
            pace: Time and chance.
            over: Called when a rest ends.
            by_program: Each try starts a program. Then rests are longer, what changes in the store ends them, and one
                thing is tried at a time.
        """
        self._pace = pace
        self._over = over
        self._by_program = by_program
        self._backoff = Backoff(pace, by_program=by_program)
        self._resting: asyncio.Task[None] | None = None
        self._seconds = 0.0
        self._again, self._changed = asyncio.Event(), asyncio.Event()

    @property
    def failures(self) -> int:
        """In a row, since anything worked or changed."""
        return self._backoff.failures

    @property
    def probes(self) -> bool:
        """Whether only one thing is tried, to see whether it works again."""
        return self._by_program and self.failures > 0

    @property
    def asked(self) -> asyncio.Event:
        """Set when somebody asks to try again later than this was looked at."""
        return self._again

    async def end(self) -> None:
        """Wait until nothing rests."""
        if self._resting is not None:
            await asyncio.shield(self._resting)

    def worked(self) -> None:
        """Something was taken."""
        self._backoff.reset()

    def try_again(self) -> None:
        """Somebody asks for it: whatever rests is tried now."""
        if self._by_program:
            self._backoff.reset()
        self._again.set()
        self._again = asyncio.Event()

    def changed(self) -> None:
        """Something changed in the store: the reason may be gone. Never sooner than after a first rest."""
        if self._by_program:
            self._backoff.reset()
            self._changed.set()

    def begin(self, asked: float | None, since: asyncio.Event | None = None) -> str:
        """Leave the store alone for a while; but not when somebody asked to try again meanwhile.

        Args:
            asked: So many seconds the store asked for.
            since: As `asked` was before the try.

        Returns:
            When it is tried again, as the end of "It is tried again after"; nothing where that is a matter of moments.
        """
        if since is not None and since.is_set():
            return ""
        if self._resting is None or self._resting.done():
            self._seconds = self._backoff.next(asked)
            self._changed.clear()
            self._resting = asyncio.get_running_loop().create_task(self._rest(self._seconds))
        if not self._by_program:
            return ""
        return f"{_long(self._seconds)}, or sooner when something changes there or you ask for it."

    async def _rest(self, seconds: float) -> None:
        first = min(seconds, PROGRAM_FIRST_S) if self._by_program else seconds
        try:
            if not await self._wait(first, self._again) and seconds > first:
                await self._wait(seconds - first, self._again, self._changed)
        finally:
            self._over()

    async def _wait(self, seconds: float, *reasons: asyncio.Event) -> bool:
        """So long, or until one of these is set; whether one is."""
        ends = [asyncio.ensure_future(each.wait()) for each in reasons]
        slept = asyncio.ensure_future(self._pace.sleep(seconds))
        try:
            await asyncio.wait((*ends, slept), return_when=asyncio.FIRST_COMPLETED)
            return any(each.is_set() for each in reasons)
        finally:
            for each in (*ends, slept):
                each.cancel()


def _long(seconds: float) -> str:
    whole = round(seconds)
    if whole < 90:
        return f"{whole} second{'s' * (whole != 1)}"
    return f"{round(seconds / 60)} minutes"


def tried_again(sentence: str, when: str) -> str:
    """A sentence on what went wrong, with when it is tried again at its end.

    Args:
        sentence: One or several of them.
        when: As `Rest.begin` tells it.
    """
    if not when:
        return sentence
    return f"{sentence.removesuffix(f'{AGAIN}.').rstrip()} {AFTER}{when}"

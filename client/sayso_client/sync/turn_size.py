"""How much one short transaction takes in, learned from how long the last ones took."""

import time
from collections.abc import Callable

TURN_S = 0.010
"""Seconds that one transaction is to take, the commit with it; the longest are to stay below 0.02."""
BUSY = 2.0
"""Time beyond so many times the work is other programs' doing: smaller transactions would be no shorter."""

Clock = Callable[[], float]
"""Seconds from some moment on."""


class TurnSize:
    """The size of the next transaction, and whether the one that is under way has had its time."""

    def __init__(
        self, first: int, most: int, *, clock: Clock = time.perf_counter, worked: Clock = time.thread_time
    ) -> None:
        """Begin with a guess.

        Args:
            first: The size of the first one.
            most: The size of the largest, however fast they are.
            clock: The time that passes for everybody.
            worked: The processor's time of the thread that asks.
        """
        self.now = first
        """What the next transaction begins with."""
        self._most = most
        self._clock = clock
        self._worked = worked
        self._began = self._began_working = 0.0

    def begin(self) -> None:
        """A transaction begins; it is waited for from now on."""
        self._began, self._began_working = self._clock(), self._worked()

    def over(self) -> bool:
        """Whether its time is over. What is left is for the next one."""
        return self._clock() - self._began >= TURN_S

    def end(self, count: int) -> None:
        """It is committed, with so much in it."""
        passed, worked = self._clock() - self._began, self._worked() - self._began_working
        self._learn(min(passed, BUSY * worked), count)

    def _learn(self, took: float, count: int) -> None:
        """Smaller at once, larger with care."""
        fits = count * TURN_S / max(took, 0.000_1)
        if fits < self.now:
            self.now = max(1, int(fits))
        elif count >= self.now:
            self.now = min(self._most, int(min(fits, self.now * 1.25)) + 1)

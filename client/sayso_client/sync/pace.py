"""Time and chance, passed in so that tests own them; and how long to wait before trying again."""

import asyncio
import random
import time
from typing import Protocol

FIRST_S = 0.5
LONGEST_S = 30.0
"""Backoff: half a second, doubling to half a minute, of which a random part is waited (full jitter)."""
PROGRAM_FIRST_S = 5.0
PROGRAM_LONGEST_S = 300.0
"""Where each try starts a program: five seconds, doubling to five minutes, of which at least half is waited."""
MOST_ASKED_S = 300.0
"""A store that asks to be left alone (Retry-After) is, for five minutes at most."""


class Pace(Protocol):
    """The passing of time."""

    def monotonic(self) -> float:
        """Seconds; only differences mean anything."""

    async def sleep(self, seconds: float) -> None:
        """Let so much time pass."""

    def chance(self) -> float:
        """A random number from 0 to 1."""


class RealPace:
    """The machine's."""

    def monotonic(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await asyncio.sleep(seconds)

    def chance(self) -> float:
        """Drawn anew at each call."""
        return random.random()


class Backoff:
    """How long to wait after each failure in a row."""

    def __init__(self, pace: Pace, *, by_program: bool = False) -> None:
        """Nothing has failed yet.

        Args:
            pace: Time and chance.
            by_program: Each try starts a program, so they are further apart.
        """
        self._pace = pace
        self._first, self._longest = (PROGRAM_FIRST_S, PROGRAM_LONGEST_S) if by_program else (FIRST_S, LONGEST_S)
        self._least = 0.5 if by_program else 0.0
        self.failures = 0
        """In a row."""

    def next(self, asked: float | None = None) -> float:
        """Seconds to wait after one more failure; at least as many as the store asked for."""
        whole = min(self._longest, self._first * 2.0 ** min(self.failures, 16))
        self.failures += 1
        part = self._least + (1.0 - self._least) * self._pace.chance()
        return max(part * whole, min(asked or 0.0, MOST_ASKED_S))

    def reset(self) -> None:
        """It worked."""
        self.failures = 0

"""Time and chance, passed in so that tests own them; and how long to wait before trying again."""

import asyncio
import random
import time
from typing import Protocol

FIRST_S = 0.5
LONGEST_S = 30.0
"""Backoff: half a second, doubling to half a minute, of which a random part is waited (full jitter)."""
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

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._failures = 0

    def next(self, asked: float | None = None) -> float:
        """Seconds to wait after one more failure; at least as many as the store asked for."""
        whole = min(LONGEST_S, FIRST_S * 2.0 ** min(self._failures, 16))
        self._failures += 1
        return max(self._pace.chance() * whole, min(asked or 0.0, MOST_ASKED_S))

    def reset(self) -> None:
        """It worked."""
        self._failures = 0

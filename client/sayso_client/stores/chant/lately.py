"""The last few things that were worked out, by what they depend on: for several threads, and never many of them."""

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lately(Generic[K, V]):
    """By key, the ones that came last."""

    def __init__(self, most: int) -> None:
        """Hold nothing yet, and never more than so many."""
        self._most = most
        self._held: dict[K, V] = {}
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """What is held; None when that is nothing."""
        with self._lock:
            return self._held.get(key)

    def keep(self, key: K, value: V) -> V:
        """Hold it, in the place of the one that came in first; the very same back."""
        with self._lock:
            self._held.pop(key, None)
            self._held[key] = value
            if len(self._held) > self._most:
                del self._held[next(iter(self._held))]
        return value

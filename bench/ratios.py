"""Measuring two things in turn, A B A B …, and telling the median of the pairwise ratios."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """What came of one comparison."""

    name: str
    goal: float
    median: float
    low: float
    high: float
    detail: str = ""

    def __str__(self) -> str:
        verdict = "ok" if self.median <= self.goal else "MISSED"
        span = f"{self.low:.3f} to {self.high:.3f}"
        return f"{self.name:<58} {self.median:>8.3f} x   goal {self.goal:<6g} {verdict:<7} ({span}) {self.detail}"


def compare(name: str, goal: float, pairs: list[tuple[float, float]], detail: str = "") -> Ratio:
    """The ratio of pairs (ours, yardstick)."""
    found = sorted(ours / floor for ours, floor in pairs)
    ours = statistics.median(each for each, _ in pairs)
    floor = statistics.median(each for _, each in pairs)
    figures = f"{ours:.4g} against {floor:.4g} {detail}".strip()
    return Ratio(name, goal, statistics.median(found), found[0], found[-1], figures)


def in_turn(
    ours: Callable[[], float], floor: Callable[[], float], runs: int, warmup: int = 1
) -> list[tuple[float, float]]:
    """Pairs of measurements, taken in turn; the first `warmup` pairs are thrown away."""
    pairs = [(ours(), floor()) for _ in range(warmup + runs)]
    return pairs[warmup:]


def wall(act: Callable[[], object]) -> float:
    """Seconds that `act` took."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start

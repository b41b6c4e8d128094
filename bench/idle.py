"""What an inbox costs that nobody looks at (G13), against the same one that polls."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.ratios import Ratio, compare
from bench.screen import SAYSO, environment
from bench.terminal import Program

POLLING = [sys.executable, "-m", "bench.polling"]
SECONDS = 10.0
CORE = 0.002
"""The part of a core that it may take."""


def rests(
    argv: list[str], home: Path, *, until: str = "May we approve", settle: float = 2.0, over: float = SECONDS
) -> float:
    """The part of a core that it takes once it has settled.

    Args:
        argv: The program.
        home: Its folder.
        until: Words that it paints when it is there.
        settle: Seconds that it has to come to rest after them.
        over: Seconds that are measured.
    """
    program = Program(argv, environment(home))
    try:
        program.until(until)
        program.settle(settle)
        cpu, start = program.cpu(), time.perf_counter()
        while (left := start + over - time.perf_counter()) > 0:
            program.pump(left)
        return (program.cpu() - cpu) / (time.perf_counter() - start)
    finally:
        program.close()


def idle(large: Path, runs: int) -> Iterator[Ratio]:
    """G13."""
    pairs = [(rests(SAYSO, large) * 100, rests(POLLING, large) * 100) for _ in range(runs)]
    yield compare("G13 idle and watching / polling every 50 ms, % of a core", 0.3, pairs)
    yield compare("G13 idle and watching / 0.2 % of a core", 1, [(ours, CORE * 100) for ours, _ in pairs])

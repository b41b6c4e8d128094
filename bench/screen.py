"""The inbox in a pty against bare Textual apps: start (G2, G3), memory (G6), a cursor step (G7)."""

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.ratios import Ratio, compare
from bench.terminal import Program

HELLO = [sys.executable, "-m", "bench.hello"]
BARE = [sys.executable, "-m", "bench.bare_list"]
SAYSO = [sys.executable, "-m", "sayso_tui"]
DOWN = b"\x1b[B"


def environment(home: Path) -> dict[str, str]:
    """The variables under which programs of the benchmark find their ledger and each other."""
    return {"SAYSO_HOME": str(home), "PYTHONPATH": str(Path.cwd())}


def started(argv: list[str], home: Path, marker: str) -> tuple[float, float, float]:
    """(wall seconds to the first frame, CPU seconds, MiB once settled)."""
    program = Program(argv, environment(home))
    try:
        wall = program.until(marker)
        cpu = program.cpu()
        program.settle(0.5)
        return wall, cpu, program.memory()
    finally:
        program.close()


def live(home: Path) -> tuple[float, float]:
    """(wall, CPU seconds) until a key pressed at the first frame has moved the cursor."""
    program = Program(SAYSO, environment(home))
    try:
        wall = program.until("waiting")
        return wall, program.cpu()
    finally:
        program.close()


def start(large: Path, small: Path, runs: int) -> Iterator[Ratio]:
    """G2, G3 and G6."""
    first: list[tuple[float, float]] = []
    clock: list[tuple[float, float]] = []
    memory: list[tuple[float, float]] = []
    growth: list[tuple[float, float]] = []
    for turn in range(runs + 1):
        ours, hello, less = (
            started(SAYSO, large, "May we approve"),
            started(HELLO, large, "hello world"),
            started(SAYSO, small, "May we approve"),
        )
        if turn:
            first.append((ours[1], hello[1]))
            clock.append((ours[0], hello[0]))
            memory.append((ours[2], hello[2]))
            growth.append((ours[1], less[1]))
    yield compare("G2  first live frame / hello, CPU s", 1.15, first)
    yield compare("G2  first live frame / hello, wall s", 1.15, clock)
    yield compare("G3  start with 100k open / 100 open, CPU s", 1.03, growth)
    yield compare("G6  memory with 100k open / hello, MiB", 1.5, memory)


def step(argv: list[str], home: Path, marker: str, keys: int) -> float:
    """CPU seconds of a cursor step within the screen, the median over a screenful."""
    program = Program(argv, environment(home))
    try:
        program.until(marker)
        program.settle(0.6)
        costs = []
        for _ in range(keys):
            program.settle(0.12)
            costs.append(program.key(DOWN)[1])
        return statistics.median(costs)
    finally:
        program.close()


def keys(large: Path, small: Path, runs: int) -> Iterator[Ratio]:
    """G7."""
    against_bare, against_small = [], []
    for turn in range(runs + 1):
        ours = step(SAYSO, large, "May we approve", 20)
        bare = step(BARE, large, "row 000000", 20)
        less = step(SAYSO, small, "May we approve", 20)
        if turn:
            against_bare.append((ours * 1e3, bare * 1e3))
            against_small.append((ours * 1e3, less * 1e3))
    yield compare("G7  cursor step at 100k / bare list of 1k, CPU ms", 1.15, against_bare)
    yield compare("G7  cursor step at 100k / at 100, CPU ms", 1.05, against_small)

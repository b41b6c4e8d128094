"""From another process's commit to the pixel (G12), against the time that Textual takes for a page.

Run as a program it is that other process: for each line that it reads it changes the text of the next decision, and
answers with the time at which the commit returned. Both processes read one clock, CLOCK_MONOTONIC.
"""

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Protocol

from bench.ratios import Ratio, compare
from bench.screen import BARE, SAYSO, environment
from bench.terminal import Program

PAGE_DOWN, PAGE_UP = b"\x1b[6~", b"\x1b[5~"
EVENTS = 60
"""Commits in one run, and pages."""
REST = (0.12, 0.18)
"""Seconds between two of them, at random: the screen is idle, and no rhythm of ours meets one of the program's."""
ROWS = range(3, 23)
"""Whose decisions are changed in turn, counted from the top of the list: each keeps a history of ordinary length."""


class Changes(Protocol):
    """Whoever changes what a row shows."""

    def change(self, text: str) -> float:
        """Let it show this; the time at which that was done, of CLOCK_MONOTONIC."""

    def close(self) -> None:
        """Let it end."""


@dataclass
class Writer:
    """The process that commits."""

    home: Path

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.live", str(self.home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment(self.home)},
        )
        self._ask("")

    def change(self, text: str) -> float:
        """Give the decision another text; the time at which the commit returned."""
        return float(self._ask(text))

    def _ask(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def close(self) -> None:
        """Let it end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


def commits(home: Path, run: int, writer: Changes | None = None) -> list[float]:
    """Seconds from each commit until its words stand in their row.

    Args:
        home: Of the inbox.
        run: Marks the words.
        writer: Who commits, perhaps elsewhere; it is closed. None for another process at the same ledger.

    Returns:
        Less than nothing where the row came before the writer knew.
    """
    connects = 0.0 if writer is None else 3.0
    writer = writer or Writer(home)
    program = Program(SAYSO, environment(home))
    try:
        program.until("May we approve")
        program.settle(1.0 + connects)
        found = []
        for number in range(EVENTS):
            rest(program)
            marker = f"Changed {run:03d} {number:03d} "
            returned = writer.change(f"{marker}and waits?")
            program.until(marker, 5)
            found.append(program.last - returned)
            program.settle(0.05)
        return found
    finally:
        program.close()
        writer.close()


def pages(home: Path) -> list[float]:
    """Seconds from a page key on the bare list to the end of its frame."""
    program = Program(BARE, environment(home))
    try:
        program.until("row 000000")
        program.settle(0.6)
        found = []
        for number in range(EVENTS):
            rest(program)
            found.append(program.key(PAGE_DOWN if number < EVENTS / 2 else PAGE_UP)[0])
        return [each for each in found if each]
    finally:
        program.close()


def rest(program: Program) -> None:
    """An idle while; what was painted before is forgotten."""
    end = time.perf_counter() + random.uniform(*REST)
    while (left := end - time.perf_counter()) > 0:
        program.pump(left)
    program.painted.clear()


def live(large: Path, runs: int) -> Iterator[Ratio]:
    """G12."""
    pairs, every = [], []
    for run in range(runs + 1):
        ours, page = commits(large, run), pages(large)
        if run:
            pairs.append((statistics.median(ours) * 1e3, statistics.median(page) * 1e3))
            every += ours
    yield compare("G12 commit elsewhere to pixel, p50 / a page of a bare list, ms", 1.5, pairs)
    every.sort()
    worst = every[int(len(every) * 0.99)] * 1e3
    yield Ratio("G12 commit elsewhere to pixel, p99 in ms / 50", 1, worst / 50, every[0] * 20, every[-1] * 20)


def write(home: Path) -> None:
    """The other process."""
    import asyncio

    from sayso_client.asking import Ask, Asking
    from sayso_client.inbox import mint_id, open_inbox, system_clock
    from sayso_client.rows import Query
    from sayso_client.stores.local import LocalStore
    from sayso_client.via import Via
    from sayso_config.settings import load

    settings = load(home / "config.toml", {}).settings
    inbox = open_inbox(home / "ledger.db", settings, via=Via("cli"), principal=False)
    store = inbox.store()
    assert isinstance(store, LocalStore)
    asking = Asking(store, clock=system_clock, mint=mint_id, origin="requester")
    listed = inbox.after(Query(), None, ROWS.stop)
    keys = cycle(listed[row].ref.key for row in ROWS)
    for line in sys.stdin:
        if text := line.strip():
            asyncio.run(asking.amend(next(keys), Ask(text=text, options=(("yes", "Yes"), ("no", "No")))))
        print(time.perf_counter(), flush=True)
    inbox.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]))

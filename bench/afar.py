"""Stores elsewhere on the screen: from a commit on the server to the row (against G12), and what one costs at rest."""

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from bench.data import make
from bench.filling import subscribe
from bench.idle import rests
from bench.live import Writer, commits
from bench.ratios import Ratio, compare
from bench.screen import SAYSO
from bench.served import running

SECONDS = 20.0
CORE = 0.003
"""The part of a core that a connected store may take."""
MANY = 5


def afar(count: int, runs: int) -> Iterator[Ratio]:
    """A commit on the server until the words stand in the row on the screen of an inbox that follows it."""
    with tempfile.TemporaryDirectory() as name:
        yield from _afar(Path(name), count, runs)


def _afar(folder: Path, count: int, runs: int) -> Iterator[Ratio]:
    pairs, every, local = [], [], []
    for run in range(runs):
        here, there = make(folder / f"serves-{run}", count, 2), folder / f"follows-{run}"
        with running(here) as (url, _):
            subscribe(there, url)
            far = commits(there, 2 * run, Writer(here))
        near = commits(here, 2 * run + 1)
        pairs.append((statistics.median(far) * 1e3, statistics.median(near) * 1e3))
        every += far
        local += near
    yield compare("commit on the server to its row / G12, p50 in ms", 3, pairs)
    far99, near99 = (sorted(each)[int(len(each) * 0.99)] * 1e3 for each in (every, local))
    yield compare("commit on the server to its row / G12, p99 in ms", 3, [(far99, near99)])


def resting(runs: int) -> Iterator[Ratio]:
    """What each connected store takes of a core while nothing happens, beyond an inbox that has none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        served = [make(folder / f"serves-{number}", 100, 2) for number in range(MANY)]
        for many in (1, MANY):
            pairs = []
            for _ in range(runs):
                bare = _rests(folder / "none", [])
                pairs.append(((_rests(folder / f"follows-{many}", served[:many]) - bare) * 100 / many, CORE * 100))
            yield compare(f"at rest, {many} connected, % of a core each / 0.3", 1, pairs)


def _rests(home: Path, served: list[Path]) -> float:
    """The part of a core that an inbox takes that follows these."""
    shutil.rmtree(home, ignore_errors=True)
    with ExitStack() as servers:
        urls = [servers.enter_context(running(each))[0] for each in served]
        if urls:
            subscribe(home, *urls)
        else:
            make(home, 100, 2)
        return rests(SAYSO, home, until="May we", settle=3.0, over=SECONDS)

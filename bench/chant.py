"""A chant workspace of many answers: its first listing against PyYAML's C loader, and a changed answer to its row.

The workspace is one of the tests' own; nothing of chant is run.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path

import yaml

from bench.data import make
from bench.live import ROWS, commits
from bench.ratios import Ratio, compare, in_turn
from sayso_client.inbox import Inbox, open_inbox
from sayso_client.rows import Query
from sayso_client.stores.chant.canonical import inputs_hash, point_version
from sayso_client.stores.chant.workspace import read
from sayso_client.via import Via
from sayso_config.settings import load

ANSWERS = 5_000
OPEN = 100
"""So many of them wait for people, spread over all; the others are answered."""
_SAMPLES = Path(__file__).parents[1] / "tests" / "samples"
_POINT = "approve"
_WAITS = 'state: "escalated"\n'
_DECLARED = {
    "title": "So",
    "question": {
        "type": "choice",
        "instructions": "May we approve this change, and for whom first?",
        "criteria": {"all": "To everybody.", "some": "To a tenth of all, for a day.", "none": "Not now."},
    },
    "inputs": {"ask.id": "Which change it is.", "ask.risk": "What its author thinks of the risk."},
    "deciders": [
        {"kind": "model", "backend": "systemone", "model": "jev-1", "threshold": 0.8},
        {"kind": "quorum", "count": 1},
    ],
}


def chant(runs: int) -> Iterator[Ratio]:
    """Both, over one workspace."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workspace = _workspace(folder / "workspace", ANSWERS)
        many, detail = max(1, runs // 2), f"s of CPU, {ANSWERS:,} answers"
        loaded = partial(_cpu, partial(_load, workspace))
        pairs = in_turn(partial(_cpu, partial(read, workspace)), loaded, many)
        yield compare("reading a workspace / PyYAML's C loader", 1.5, pairs, detail)
        homes = (folder / f"home-{number}" for number in count())
        pairs = in_turn(lambda: asyncio.run(_listed(next(homes), workspace)), loaded, many, warmup=0)
        yield compare(f"first listing of {OPEN} that wait / the same", 1.5, pairs, detail)
        pairs = in_turn(lambda: _cpu(partial(_list, next(homes), workspace)), loaded, many, warmup=0)
        yield compare("all rows in the ledger / the same", 1.5, pairs, detail)
        yield from _changes(folder, workspace, max(1, runs // 2))


def _changes(folder: Path, workspace: Path, runs: int) -> Iterator[Ratio]:
    home, local = _home(folder / "follows", workspace), make(folder / "local", ANSWERS, 2)
    pairs = []
    for run in range(runs):
        far = commits(home, 2 * run, _Writer(workspace))
        near = commits(local, 2 * run + 1)
        pairs.append((statistics.median(far) * 1e3, statistics.median(near) * 1e3))
    yield compare("a changed answer to its row / G12, p50 in ms", 3, pairs)


class _Writer:
    """Somebody who changes one record in place, as chant does; one of those that are on the screen."""

    def __init__(self, workspace: Path) -> None:
        still_open = (each for each in sorted((workspace / "answers").glob("*.md")) if _WAITS in each.read_text())
        self._path = next(islice(still_open, ROWS[0], None))
        self._text = self._path.read_text()
        self._subject = self._text.split('constrains:\n  - "', 1)[1].partition('"')[0]

    def change(self, text: str) -> float:
        """Give it another subject; the time at which that was written."""
        self._path.write_text(self._text.replace(self._subject, text))
        return time.perf_counter()

    def close(self) -> None:
        """Nothing is open."""


def _cpu(act: Callable[[], object]) -> float:
    """Seconds of CPU, of all threads: others work on this machine, too."""
    start = time.process_time()
    act()
    return time.process_time() - start


async def _listed(home: Path, workspace: Path) -> float:
    """Seconds of CPU from subscribing until all that waits can be listed, while the rest is still read."""
    inbox = _inbox(home, workspace)
    start = time.process_time()
    commits = inbox.watch()
    staying = asyncio.create_task(inbox.stay_in_touch())
    try:
        while len(inbox.after(Query(), None, OPEN)) < OPEN:
            await anext(commits)
        took = time.process_time() - start
        assert inbox.counts().total < ANSWERS, "all were there already: this measures something else"
        return took
    finally:
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)
        inbox.close()


def _list(home: Path, workspace: Path) -> None:
    """From subscribing to all rows in the ledger."""
    inbox = _inbox(home, workspace)
    try:
        (found,) = asyncio.run(inbox.sync(300))
        assert found.up_to_date, found
        assert inbox.counts().total == ANSWERS
    finally:
        inbox.close()


def _load(workspace: Path) -> None:
    """Read the same files and give their front matter to the C loader."""
    for path in (workspace / "answers").glob("*.md"):
        yaml.load(path.read_text().split("\n---\n", 1)[0][4:], Loader=yaml.CSafeLoader)


def _inbox(home: Path, workspace: Path) -> Inbox:
    _home(home, workspace)
    return open_inbox(home / "ledger.db", load(home / "config.toml", {}).settings, via=Via("cli"))


def _home(home: Path, workspace: Path) -> Path:
    home.mkdir(parents=True)
    store = f"[[store]]\nname = 'work'\nkind = 'chant'\npath = '{workspace}'\n"
    (home / "config.toml").write_text(f"[me]\nname = 'bench'\n{store}")
    return home


def _workspace(folder: Path, many: int) -> Path:
    sys.path.insert(0, str(_SAMPLES))
    from chant_workspaces import make_workspace

    make_workspace(folder)
    (folder / "decisions" / "points.json").write_text(json.dumps({"points": {_POINT: _DECLARED}}))
    version = point_version(_DECLARED)
    for number in range(many):
        inputs = {"ask.id": f"change {number:06d}", "ask.risk": "Two services, one of them without tests."}
        found = inputs_hash(_POINT, version, inputs)
        key = f"{_POINT}-{found[:12]}"
        (folder / "answers" / f"{key}.md").write_text(_record(key, number, version, inputs, found))
    return folder


def _record(key: str, number: int, version: str, inputs: dict[str, str], found: str) -> str:
    waits = number % (ANSWERS // OPEN) == 0
    title = f"So (change {number}): {'open for people' if waits else 'some'}"
    asked = "".join(f'  "{name}": {json.dumps(value)}\n' for name, value in inputs.items())
    state = _WAITS if waits else 'state: "answered"\nanswer: "some"\n'
    by = "" if waits else '  by:\n    - "ana"\n'
    answered = "" if waits else 'answered_by:\n  - "ana"\nanswered_on: "2026-11-02"\n'
    return f"""---
id: "{key}"
title: "{title}"
point: "{_POINT}"
point_version: "{version}"
question_type: "choice"
candidates:
  - "all"
  - "some"
  - "none"
inputs:
{asked}inputs_hash: "{found}"
constrains:
  - "change {number}"
{state}decider:
  kind: "quorum"
  count: 1
{by}escalations:
  - kind: "model"
    reason: "not observed: confidence 0.62 is below the threshold 0.8"
    backend: "systemone"
    model: "jev-1"
    answer: "some"
    probabilities:
      all: 0.3
      some: 0.62
      none: 0.08
    confidence: 0.62
    threshold: 0.8
    model_reason: "One of the services has no tests, and the change touches how it is started."
{answered}asked_on: "2026-11-01"
source:
  via: "cli"
---

# {title}

May we approve this change, and for whom first?

- all: To everybody.
- some: To a tenth of all, for a day.
- none: Not now.
"""

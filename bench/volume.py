"""Much at once: an import (G15), deriving everything anew (G16), one decision with 20,000 records."""

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from bench.data import START, make, records
from bench.ledger import opened
from bench.ratios import Ratio, compare, in_turn
from sayso_client.decision import Ref
from sayso_client.handoff.json_door import canonical
from sayso_client.handoff.lifecycle import fold
from sayso_client.inbox import Inbox
from sayso_client.ledger import rebuild
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.local import LocalStore

EACH = 10
BATCH = 1_000
KEY = "bench/000000"
HELLO = "import re, bench.hello; print(re.findall(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[0])"


def _cpu(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def _store(inbox: Inbox) -> LocalStore:
    store = inbox.store()
    assert isinstance(store, LocalStore)
    return store


def _ledger(inbox: Inbox) -> Ledger:
    return inbox._ledger  # what is measured lies behind the door


def imports(runs: int, count: int = 20_000) -> Iterator[Ratio]:
    """G15: records through the door of an import, against reading, spelling and keeping the same bytes."""
    raws = list(records(count // EACH, EACH))

    def ours() -> float:
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), 0, EACH)
            inbox = opened(Path(folder))
            spent = _cpu(lambda: asyncio.run(_store(inbox).take_in(raws, "bench")))
            inbox.close()
        return spent / count * 1e6

    def bare() -> float:
        with tempfile.TemporaryDirectory() as folder:
            db = _bare(Path(folder))
            spent = _cpu(lambda: _keep(db, raws))
            db.close()
        return spent / count * 1e6

    yield compare("G15 import / read, spell and insert, CPU µs a record", 3, in_turn(ours, bare, runs))


def _bare(folder: Path) -> sqlite3.Connection:
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, raw BLOB, plain BLOB)")
    return db


def _keep(db: sqlite3.Connection, raws: list[bytes]) -> None:
    for start in range(0, len(raws), BATCH):
        db.execute("BEGIN IMMEDIATE")
        for raw in raws[start : start + BATCH]:
            db.execute("INSERT INTO log (raw, plain) VALUES (?, ?)", (raw, canonical(json.loads(raw))))
        db.execute("COMMIT")


def rebuilds(folder: Path, runs: int, count: int) -> Iterator[Ratio]:
    """G16: every derived row made anew, against json.loads and the project's own fold of the same records in memory."""
    home = folder / f"rebuild-{count}"
    if not (home / "ledger.db").exists():
        make(home, count // EACH, EACH)

    def ours() -> float:
        inbox = opened(home)

        def act() -> None:
            with _ledger(inbox).writing() as writing:
                rebuild.everything(writing)

        spent = _cpu(act)
        inbox.close()
        return spent / count * 1e6

    def in_memory() -> float:
        return _cpu(lambda: _fold_all(home)) / count * 1e6

    pairs = in_turn(ours, in_memory, runs, warmup=0)
    yield compare(f"G16 rebuild of {count:,} / loads and fold, CPU µs a record", 1.5, pairs)
    ours_kib, hello_kib = (
        _peak(f"from bench.volume import peak_of_rebuild; peak_of_rebuild({str(home)!r})"),
        _peak(HELLO),
    )
    yield compare("G16 memory of a rebuild / hello, KiB at the peak", 2, [(ours_kib, hello_kib)])


def _fold_all(home: Path) -> None:
    db = sqlite3.connect(home / "ledger.db")
    rows = db.execute("SELECT key, raw FROM own_record ORDER BY key, seq")
    for key, group in groupby(rows, lambda row: row[0]):
        fold([json.loads(raw) for _, raw in group], key, complete=True)
    db.close()


def peak_of_rebuild(home: str) -> None:
    """Print the peak memory of a process that does nothing else, in KiB."""
    inbox = opened(Path(home))
    with _ledger(inbox).writing() as writing:
        rebuild.everything(writing)
    inbox.close()
    print(peak())


def peak() -> int:
    """The most memory that this process had, in KiB. Linux only; ru_maxrss would tell its parent's."""
    return int(re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[0])


def _peak(program: str) -> float:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return float(done.stdout.split()[-1])


def _record(kind: str, name: str, **members: Any) -> bytes:
    common = {"ext": "decisions/0.3", "type": kind, "key": KEY, "id": name, "at": "2026-06-01T12:00:00+00:00"}
    return json.dumps(common | members).encode()


def large(folder: Path, runs: int, count: int = 20_000) -> Iterator[Ratio]:
    """One more record on a decision of 20,000 against one of 20, and opening it."""
    homes = [folder / f"one-{each}" for each in (count, 20)]
    for home, each in zip(homes, (count, 20), strict=True):
        if not (home / "ledger.db").exists():
            make(home, 1, each)
    big, small = (_Grown(home, folder) for home in homes)
    # Read first: the small one grows with every note.
    for what, goal, act in (("read", 2, _Grown.read), ("note", 1.5, _Grown.note), ("claim", 1.5, _Grown.claim)):
        pairs = in_turn(partial(act, big), partial(act, small), runs * 3, warmup=2)
        yield compare(f"a decision of {count:,} records / 20: {what}, CPU ms", goal, pairs)
    pairs = in_turn(big.amend, big.fold, max(3, runs // 2), warmup=0)
    yield compare(f"an amendment of it / one linear fold of its {count:,} records, CPU ms", 2, pairs)
    big.close()
    small.close()


class _Grown:
    """A copy of a ledger with one decision, and what may be done with it."""

    def __init__(self, home: Path, folder: Path) -> None:
        self._home = folder / f"{home.name}-grown"
        shutil.rmtree(self._home, ignore_errors=True)
        shutil.copytree(home, self._home)
        self._inbox = opened(self._home)
        self._count = 0
        self._head = f"r:{KEY}"
        self._rev = 1

    def _take(self, kind: str, **members: Any) -> float:
        """CPU milliseconds of one record taken in; each comes a second after the one before."""
        self._count += 1
        at = START.replace(year=2027, hour=self._count // 3600, minute=self._count // 60 % 60, second=self._count % 60)
        raw = _record(kind, f"{kind}-{self._count:06d}", at=at.isoformat(), **members)
        return _cpu(lambda: asyncio.run(_store(self._inbox).take_in([raw], "bench"))) * 1e3

    def note(self) -> float:
        """One more note."""
        return self._take("note", origin="agent", about=KEY, note="one more")

    def claim(self) -> float:
        """One more claim."""
        said = {"outcome": "decided", "answer": {"text": "Yes"}, "evidence": {"basis": "told so"}}
        return self._take("claimed", origin="agent", **said)

    def amend(self) -> float:
        """One more revision of the terms."""
        over, self._head = self._head, f"amended-{self._count + 1:06d}"
        self._rev += 1
        terms = {"text": f"Revision {self._rev}?"}
        return self._take("amended", origin="requester", terms_rev=self._rev, terms=terms, supersedes=[over])

    def fold(self) -> float:
        """Reading and folding all of its records, milliseconds."""
        return _cpu(lambda: _fold_all(self._home)) * 1e3

    def read(self) -> float:
        """What opening its pane reads, milliseconds."""
        return _cpu(lambda: [self._inbox.decision(Ref("home", KEY)) for _ in range(20)]) / 20 * 1e3

    def close(self) -> None:
        """Close the ledger."""
        self._inbox.close()

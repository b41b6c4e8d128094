"""The ledger against raw SQLite: a verdict on the disk (G14), a search (G17)."""

import asyncio
import sqlite3
import statistics
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

from bench.ratios import Ratio, compare, in_turn
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import Inbox, open_inbox
from sayso_client.rows import Query
from sayso_client.verdict import ReceiptKind
from sayso_client.via import Via
from sayso_config.settings import load


def opened(home: Path) -> Inbox:
    """The inbox over the ledger in a folder."""
    return open_inbox(home / "ledger.db", load(home / "config.toml", {}).settings, via=Via("inbox"))


def verdicts(home: Path, runs: int) -> Iterator[Ratio]:
    """G14: a settlement with its derived rows, in one durable transaction, against a bare insert of the same bytes."""
    inbox = opened(home)
    bare = sqlite3.connect(home / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, raw BLOB)")
    rows = iter(inbox.after(Query(), None, 2_000))
    written: list[bytes] = []

    async def one() -> tuple[float, float]:
        decision = inbox.decision(next(rows).ref)
        assert decision is not None
        verdict = inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        start, cpu = time.perf_counter(), time.process_time()
        receipt = await inbox.record(verdict)
        spent = time.perf_counter() - start, time.process_time() - cpu
        assert receipt.kind is ReceiptKind.RECORDED
        store = inbox.store()
        written.append(store.records(decision.ref.key)[-1].raw)  # type: ignore[attr-defined]  # the local store
        return spent

    def insert() -> tuple[float, float]:
        start, cpu = time.perf_counter(), time.process_time()
        bare.execute("INSERT INTO log (raw) VALUES (?)", (written[-1],))
        return time.perf_counter() - start, time.process_time() - cpu

    async def all_of_them() -> list[tuple[tuple[float, float], tuple[float, float]]]:
        return [(await one(), insert()) for _ in range(runs)]

    found = asyncio.run(all_of_them())[runs // 10 :]
    inbox.close()
    bare.close()
    # The disk's share is the same in both; where it is small the processor tells them apart.
    for unit, place in (("ms", 0), ("CPU ms", 1)):
        pairs = [(ours[place] * 1e3, floor[place] * 1e3) for ours, floor in found]
        yield compare(f"G14 verdict on the disk / bare insert at FULL, {unit}", 1.3, pairs)


def searches(home: Path, runs: int) -> Iterator[Ratio]:
    """G17: the first 50 of a search, in list order, against two yardsticks.

    The goal's own is LIKE over every row: what finding costs without an index, however many hits there are. The other,
    told beside it without a goal, may stop at the 50th hit on its way along the list's order: it is quick where a word
    is common and as slow as the first where it is not.
    """
    inbox = opened(home)
    raw = sqlite3.connect(f"file:{home / 'ledger.db'}?mode=ro", uri=True)
    asked = (
        ("number 012345", "one hit"),
        ("number 0123", "100 hits"),
        ("migration", "a common word"),
        ("schema index", "two words in 1 of 100"),
        ("zebra crossing", "no hit"),
    )
    for word, what in asked:
        query = Query(text=word)

        def ours(query: Query = query) -> float:
            return _median(lambda: inbox.after(query, None, 50))

        def like(rest: str = "", word: str = word) -> float:
            patterns = [f"%{each}%" for each in word.split()]
            sql = f"SELECT key FROM decision WHERE {' AND '.join('words LIKE ?' for _ in patterns)}{rest}"
            return _median(lambda: raw.execute(sql, patterns).fetchall())

        def like_in_order(word: str = word) -> float:
            return like(" AND waiting = 1 ORDER BY due, asked, store, key LIMIT 50", word)

        pairs = [(mine * 1e3, floor * 1e3) for mine, floor in in_turn(ours, like, runs)]
        yield compare(f"G17 search, first 50 of 100k, {what} / LIKE, ms", 0.03, pairs)
        pairs = [(mine * 1e3, floor * 1e3) for mine, floor in in_turn(ours, like_in_order, runs)]
        yield compare("    the same / LIKE that stops at 50, in list order, ms", inf, pairs)
    inbox.close()
    raw.close()


def _median(act: object) -> float:
    found = []
    for _ in range(3):
        start = time.perf_counter()
        act()  # type: ignore[operator]
        found.append(time.perf_counter() - start)
    return statistics.median(found)

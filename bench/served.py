"""`sayso serve`: how fast a store is read from its beginning, and how soon a commit is told on a stream."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench.ratios import Ratio, compare

WORDS = (sys.executable, "-m", "sayso_tui", "serve", "--port", "0")


@contextmanager
def running(home: Path) -> Iterator[tuple[str, int]]:
    """A server over the ledger in a folder: where it answers, and its process."""
    environ = {**os.environ, "SAYSO_HOME": str(home)}
    with subprocess.Popen(WORDS, env=environ, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[-1], process.pid
        finally:
            process.terminate()


def served(large: Path, runs: int) -> Iterator[Ratio]:
    """Reading all pages against reading the same rows with SQLite alone, in CPU seconds of whoever reads the ledger."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for each in large.glob("ledger.db*"):
            shutil.copy(each, home / each.name)
        with running(home) as (url, pid), httpx.Client(base_url=url, timeout=60, trust_env=False) as client:
            pairs = []
            count = 0
            for _ in range(max(1, runs // 2)):
                before = _cpu(pid)
                count = _pages(client)
                pairs.append((_cpu(pid) - before, _bare(home / "ledger.db")))
            yield compare(
                "pages of a served store / the same rows from SQLite, CPU", 12, pairs, f"s, {count:,} records"
            )
            yield compare("the event of a new record / the answer to it, ms after sending", 1.5, _events(client, 60))


def _pages(client: httpx.Client) -> int:
    count, after = 0, dict[str, str]()
    while True:
        body = client.get("/v1/records", params=after).content
        count += body.count(b'\n{"accepted_at"')
        end = json.loads(b"{" + body[body.rindex(b'"cursor"') :])
        if not end["more"]:
            return count
        after = {"after": end["cursor"]}


def _bare(ledger: Path) -> float:
    db = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    before = time.process_time()
    for _ in db.execute("SELECT raw, received, door, digest FROM own_record ORDER BY seq"):
        pass
    spent = time.process_time() - before
    db.close()
    return spent


def _cpu(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _events(client: httpx.Client, many: int) -> list[tuple[float, float]]:
    """(ms until the event of a new record is read on a stream, ms until its sender has the answer)."""
    found = []
    with client.stream("GET", "/v1/records/stream", headers={"Last-Event-ID": _end(client)}) as stream:
        lines = stream.iter_lines()
        next(lines)
        with httpx.Client(base_url=client.base_url, timeout=60, trust_env=False) as sender:
            for number in range(many):
                began = time.perf_counter()
                record = {"ext": "bench/1", "key": "bench", "origin": "agent", "id": f"{began}-{number}", "type": "x"}
                assert sender.post("/v1/records", json=record).status_code == 201
                answered = time.perf_counter()
                while not next(lines).startswith("data:"):
                    pass
                found.append(((time.perf_counter() - began) * 1e3, (answered - began) * 1e3))
    return found[many // 10 :]


def _end(client: httpx.Client) -> str:
    answer = client.post(
        "/v1/records", json={"ext": "bench/1", "key": "bench", "origin": "agent", "id": str(time.time()), "type": "x"}
    )
    return str(answer.json()["cursor"])

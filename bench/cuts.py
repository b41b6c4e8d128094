"""After a cut (G18): how soon the first event is there; and how soon fifty readers of one server have the same one."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path

import httpx

from bench.data import make
from bench.ratios import Ratio
from bench.served import running
from sayso_client.stores.contract import Batch
from sayso_client.stores.http.wire import HttpWire, open_wire
from sayso_config.model import StoreSetting

GOAL_S = 0.050
CUTS = 60
READERS = 50


def cuts() -> Iterator[Ratio]:
    """G18."""
    with tempfile.TemporaryDirectory() as name:
        home = make(Path(name), 100, 2)
        with running(home) as (url, _):
            yield _against("G18 first event after a reconnection, s / 0.05", asyncio.run(_reconnected(url)))
            yield _against(f"the same event at {READERS} readers, s / 0.05", asyncio.run(_together(url)))


def _against(name: str, found: list[float]) -> Ratio:
    found.sort()
    p99 = found[int(len(found) * 0.99)]
    told = (
        f"p50 {statistics.median(found) * 1e3:.1f} p99 {p99 * 1e3:.1f} longest {found[-1] * 1e3:.1f} ms of {len(found)}"
    )
    return Ratio(f"{name}, p99", 1, p99 / GOAL_S, found[0] / GOAL_S, found[-1] / GOAL_S, told)


def _wire(url: str) -> HttpWire:
    return open_wire(StoreSetting("team", "http", url=url), {})


def _record(number: float) -> dict[str, str]:
    return {"ext": "bench/1", "key": "bench", "origin": "agent", "id": f"{time.time()}-{number}", "type": "x"}


async def _first(batches: AsyncIterator[Batch]) -> Batch:
    """The first batch that brings something."""
    async for batch in batches:
        if batch.changes:
            return batch
    raise AssertionError("the stream ended")


async def _reconnected(url: str) -> list[float]:
    """Seconds from the greeting of a new connection to the record that came in the gap; it comes once, and alone."""
    found = []
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as sender:
        cursor = (await sender.post("/v1/records", json=_record(-1))).json()["cursor"]
        wire = _wire(url)
        await wire.hello()
        for number in range(CUTS):
            await sender.post("/v1/records", json=_record(number))
            began = time.perf_counter()
            await wire.hello()
            async with aclosing(wire.changes(cursor)) as batches:
                batch = await _first(batches)
                found.append(time.perf_counter() - began)
            assert len(batch.changes) == 1
            cursor = batch.cursor
        await wire.close()
    return found


async def _together(url: str) -> list[float]:
    """Seconds from sending a record until the last of all readers has it."""
    found = []
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as sender:
        cursor = (await sender.post("/v1/records", json=_record(-1))).json()["cursor"]
        wires = [_wire(url) for _ in range(READERS)]
        streams = [wire.changes(cursor) for wire in wires]
        for number in range(20):
            waits = [asyncio.ensure_future(_first(each)) for each in streams]
            await asyncio.sleep(1.0 if not number else 0.1)
            began = time.perf_counter()
            await sender.post("/v1/records", json=_record(number))
            batches = await asyncio.gather(*waits)
            if number:
                found.append(time.perf_counter() - began)
            assert {len(each.changes) for each in batches} == {1}
        for stream, wire in zip(streams, wires, strict=True):
            await stream.aclose()
            await wire.close()
    return found

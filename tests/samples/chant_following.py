"""What the wire to a workspace tells while it is followed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from far_stores import until
from sayso_client.errors import SaysoError
from sayso_client.stores.chant.wire import ChantWire
from sayso_client.stores.contract import Batch, Gone, Replace
from sayso_config.model import StoreSetting

ASKED = "agent-question-27255b2f0819"


def keys(batch: Batch) -> list[str]:
    """Of what it tells."""
    return [each.key for each in batch.changes if isinstance(each, Replace | Gone)]


class Following:
    """What a wire has told so far."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.held: dict[str, Any] = {}
        self.error: SaysoError | None = None

    async def run(self, wire: ChantWire, cursor: str | None) -> None:
        try:
            async for batch in wire.changes(cursor):
                self.batches.append(batch)
                for each in batch.changes:
                    if isinstance(each, Replace):
                        self.held[each.key] = json.loads(each.raw)
                    elif isinstance(each, Gone):
                        del self.held[each.key]
        except SaysoError as error:
            self.error = error

    def told_since(self, count: int) -> list[str]:
        """The keys of all that was told after so many batches."""
        return [key for batch in self.batches[count:] for key in keys(batch)]

    def state(self, key: str = ASKED) -> object:
        held = self.held.get(key)
        return held["question"]["state"] if held and held["question"] else None


def wire_to(folder: Path, *, inotify: bool = True, look_s: float = 10.0) -> ChantWire:
    return ChantWire(StoreSetting("work", "chant", path=str(folder)), {}, inotify=inotify, look_s=look_s)


@asynccontextmanager
async def following(wire: ChantWire, cursor: str | None = None) -> AsyncIterator[Following]:
    found = Following()
    task = asyncio.ensure_future(found.run(wire, cursor))
    try:
        await until(lambda: found.error or any(each.filling is None for each in found.batches))
        yield found
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

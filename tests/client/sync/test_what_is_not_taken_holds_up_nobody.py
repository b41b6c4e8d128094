"""What a store does not take about one decision holds up nothing that is about others."""

import asyncio
from collections.abc import Mapping
from typing import Any

from far_stores import Far, far, until
from handoff_records import line, raised
from memory_store import MemoryWire, TestPace
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import OutcomeUnknown, StoreError, Unreachable

ASKS = tuple("abcdefgh")
"""More than are sent at the same time."""


class Patient(TestPace):
    """Waits of a minute and more never end by themselves."""

    async def sleep(self, seconds: float) -> None:
        if seconds >= 60:
            self.slept.append(seconds)
            await asyncio.Event().wait()
        await super().sleep(seconds)


def choosy(refused: Mapping[str, StoreError]) -> Any:
    """The wire of a store that does not take what is about some decisions."""

    class Choosy(MemoryWire):
        async def send(self, parcel: Any) -> Any:
            if parcel.ref.key in refused:
                raise refused[parcel.ref.key]
            return await super().send(parcel)

    return Choosy


async def say_all(there: Far) -> None:
    there.server.add(*(line(raised(key)) for key in (*ASKS, "z")))
    await there.sync()
    for key in (*ASKS, "z"):
        await there.say(blank(there.inbox.find(key, "team"), Act.ANSWER, "pg"))


def left(there: Far) -> set[str]:
    return {each.ref.key for each in there.inbox.outbox.all()}


async def test_what_fails_again_and_again_lets_others_pass(room: Room) -> None:
    bad = dict.fromkeys(ASKS, OutcomeUnknown("The store has a fault of its own."))
    with far(room, wire=choosy(bad)) as there:
        await say_all(there)
        async with there.in_touch():
            await until(lambda: left(there) == set(ASKS))


async def test_try_again_ends_a_rest_that_the_store_asked_for(room: Room) -> None:
    busy: dict[str, StoreError] = dict.fromkeys((*ASKS, "z"), Unreachable("Too busy.", 300))
    with far(room, pace=Patient(), wire=choosy(busy)) as there:
        await say_all(there)
        async with there.in_touch() as syncing:
            await until(lambda: 300 in there.pace.slept)
            busy.clear()
            syncing.engines[0].try_again()
            await until(lambda: left(there) == set())

"""Pages come packed to another machine that asks for it; on this one, and on the stream, that would only take time."""

import gzip
import json

import pytest

from handoff_records import line, raised
from opened import Room
from served import Served, events, served


async def filled(server: Served, records: int) -> None:
    await server.store.take_in([line(raised(f"k{n:03}")) for n in range(records)], "import")


@pytest.mark.parametrize(
    ("only_here", "records", "accepts", "packed"),
    [(False, 50, "gzip", True), (False, 50, "identity", False), (False, 0, "gzip", False), (True, 50, "gzip", False)],
)
async def test_what_is_packed(room: Room, only_here: bool, records: int, accepts: str, packed: bool) -> None:
    async with served(room, only_here=only_here) as server:
        await filled(server, records)
        token = await server.grant("ana")
        async with (
            server.client(token) as client,
            client.stream("GET", "/v1/records", headers={"Accept-Encoding": accepts}) as answer,
        ):
            raw = b"".join([piece async for piece in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
    page = json.loads(gzip.decompress(raw) if packed else raw)
    assert len(page["records"]) == records


async def test_the_stream_never_is(room: Room) -> None:
    async with served(room, only_here=False) as server:
        await filled(server, 50)
        async with server.client(await server.grant("ana")) as client:
            stream = events(client, **{"Accept-Encoding": "gzip"})
            async for event in stream:
                if event.kind == "record":
                    assert event.data["record"]["key"] == "k000"
                    break
            await stream.aclose()

"""Whatever a server sends, the loop that paints and takes keys is never held up for long."""

import gzip
from contextlib import aclosing

import pytest

from hostile_server import HostileServer, Reply, event, page, reply, stream
from turns import watched
from wires import first, raws, wire_to

LONGEST_S = 0.05

LARGE = [b'{"key":"k","text":"' + b"x" * 700 + b'","n":[1,2,{"a":null}]}'] * 9_000
DEEP = b"[" * 1_000_000 + b"]" * 1_000_000
WIDE = b"[" + b'"",' * 600_000 + b'""]'
PAGES = {
    "many": page(LARGE, "c"),
    "deep": page([DEEP], "c"),
    "wide": page([WIDE] * 4, "c"),
    "packed": reply(200, gzip.compress(page(LARGE, "c").pieces[0].partition(b"\r\n\r\n")[2]), Content_Encoding="gzip"),
}


@pytest.mark.parametrize("name", PAGES)
async def test_a_huge_page_is_read_beside_the_screen(name: str) -> None:
    async with HostileServer({"/v1/records": PAGES[name]}) as server:
        wire = wire_to(server)
        await first(wire, 1)  # makes the client, which is not what is measured
        async with watched() as turns:
            found = await first(wire, 1)
        await wire.close()
    assert raws(found)
    assert turns.longest < LONGEST_S


LIVE = {
    "large": stream(event(b'"' + b"x" * 3_000_000 + b'"', "c1")),
    "deep": stream(event(DEEP, "c1")),
    "many": stream(b"".join(event(b"{}", f"c{number}") for number in range(20_000))),
    "lines": stream(b"event: record\nid: c1\n" + b"data:\n" * 300_000 + b'data: {"record":{}}\n\n'),
}


@pytest.mark.parametrize("name", LIVE)
async def test_a_huge_event_is_read_beside_the_screen(name: str) -> None:
    said: dict[str, Reply] = {"/v1/records": page([], "c"), "/v1/records/stream": LIVE[name]}
    async with HostileServer(said) as server:
        wire = wire_to(server)
        await first(wire, 1)
        async with watched() as turns, aclosing(wire.changes("c")) as changes:
            while not raws([await anext(changes)]):
                pass
        await wire.close()
    assert turns.longest < LONGEST_S


async def test_the_first_call_reads_libraries_certificates_and_keys_beside_the_screen() -> None:
    async with HostileServer({"/v1/records": page([], "c")}) as server:
        wire = wire_to(server)
        async with watched() as turns:
            await first(wire, 1)
        await wire.close()
    assert turns.longest < LONGEST_S

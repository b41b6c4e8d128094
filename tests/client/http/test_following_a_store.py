"""Pages until one is up to date, then the stream; and what a server may do to that."""

import gzip
import zlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from hostile_server import UUID, HostileServer, Reply, Request, event, health, item, page, problem, reply, stream
from sayso_client.errors import StoreError, Unreachable, WrongServer
from sayso_client.stores.contract import Batch, Reset
from wires import QUICK, first, raws, wire_to

RECORDS = [b'{"key":"k","id":"%d"}' % number for number in range(10)]


def place(number: int) -> str:
    return f"{UUID}.{number}.0123456789abcdef"


def store(request: Request) -> Reply:
    """A well-behaved one: pages of four records, and a stream that adds two more."""
    match request.path:
        case "/v1/health":
            return health(records=len(RECORDS))
        case "/v1/records":
            start = int(request.query["after"].split(".")[1]) if "after" in request.query else 0
            end = min(start + 4, len(RECORDS))
            return page(RECORDS[start:end], place(end), more=end < len(RECORDS))
        case _:
            return stream(b"retry: 1000\n\n", b": here\n\n", event(b'{"new":1}', place(11)) + event(b"{}", place(12)))


async def test_everything_comes_once_in_its_order_and_then_what_is_new() -> None:
    async with HostileServer(store) as server:
        wire = wire_to(server)
        await wire.hello()
        found = await first(wire, 6)
        await wire.close()
    assert raws(found) == [*RECORDS, b'{"new":1}', b"{}"]
    assert [each.cursor for each in found] == [place(at) for at in (4, 8, 10, 10, 10, 12)]
    assert [each.filling for each in found] == [40, 80, None, None, None, None]
    asked = server.asked[-1]
    assert (asked.path, asked.headers["last-event-id"]) == ("/v1/records/stream", place(10))


async def test_after_a_cut_it_goes_on_behind_the_last_cursor() -> None:
    async with HostileServer(store) as server:
        wire = wire_to(server)
        found = await first(wire, 1, place(8))
        await wire.close()
    assert raws(found) == RECORDS[8:]
    assert server.asked[0].query["after"] == place(8)


async def test_a_comment_is_a_batch_without_changes() -> None:
    async with HostileServer(store) as server:
        wire = wire_to(server)
        found = await first(wire, 3, place(10))
        await wire.close()
    assert found == [Batch((), place(10))] * 3


def resetting(to_pages: bool) -> Callable[[Request], Reply]:
    def says(request: Request) -> Reply:
        if request.path == "/v1/records":
            if "after" in request.query and to_pages:
                return problem(410, "reset")
            return page([] if "after" in request.query else RECORDS[:2], place(2))
        old = request.headers["last-event-id"] == "old"
        return stream(b"event: reset\nid:\ndata: {}\n\n" if old else event(b"{}", place(3)))

    return says


@pytest.mark.parametrize("to_pages", [True, False])
async def test_a_cursor_of_another_server_begins_again_with_a_reset(to_pages: bool) -> None:
    def says(request: Request) -> Reply:
        if request.path == "/v1/records" and request.query.get("after") == "old" and not to_pages:
            return page([], "old")
        return resetting(to_pages)(request)

    async with HostileServer(says) as server:
        wire = wire_to(server)
        found = [each for each in await first(wire, 2 if to_pages else 4, "old") if each.changes]
        await wire.close()
    assert found[0].changes[0] == Reset()
    assert raws(found) == [*RECORDS[:2], b"{}"]
    assert sum(Reset() in each.changes for each in found) == 1


async def test_a_server_that_resets_again_and_again_is_left_alone_for_a_while() -> None:
    def says(request: Request) -> Reply:
        if request.path == "/v1/records":
            return page(RECORDS[:1], place(1))
        return stream(b"event: reset\n\n")

    async with HostileServer(says) as server:
        wire = wire_to(server)
        with pytest.raises(Unreachable, match="again and again") as caught:
            await first(wire, 99)
        await wire.close()
    assert caught.value.retry_after == 300
    assert len(server.asked) == 4


async def test_a_cursor_that_cannot_stand_in_a_header_begins_again() -> None:
    async with HostileServer(store) as server:
        wire = wire_to(server)
        (found,) = await first(wire, 1, "a\r\nX-Evil: 1")
        await wire.close()
    assert found.changes[0] == Reset()
    assert not any("x-evil" in each.headers for each in server.asked)


async def failing(
    says: Callable[[Request], Reply] | dict[str, Reply], cursor: str | None = None, **bounds: float
) -> StoreError:
    async with HostileServer(says) as server:
        wire = wire_to(server, bounds=replace(QUICK, **bounds))  # type: ignore[arg-type]
        with pytest.raises(StoreError) as caught:
            await first(wire, 99, cursor)
        await wire.close()
    return caught.value


LIVE = page([], "c")


@pytest.mark.parametrize(
    ("says", "kind", "words"),
    [
        ({"/v1/records": reply(200, b"<html>", "text/html")}, WrongServer, "web page"),
        ({"/v1/records": reply(200, b'{"records":[')}, Unreachable, "cannot be read: it is no JSON"),
        ({"/v1/records": page([], "c", more=True)}, Unreachable, "its cursor does not go on"),
        ({"/v1/records": reply(200, b"", Content_Encoding="br")}, Unreachable, "cannot be unpacked"),
        ({"/v1/records": reply(200, b"\x1f\x8bnonsense", Content_Encoding="gzip")}, Unreachable, "cannot be unpacked"),
        ({"/v1/records": LIVE, "/v1/records/stream": problem(403)}, StoreError, "does not let us in"),
        ({"/v1/records": LIVE, "/v1/records/stream": reply(200, b"<html>", "text/html")}, WrongServer, "web page"),
        ({"/v1/records": LIVE, "/v1/records/stream": stream(b"retry: 7000\n\n", hold=False)}, Unreachable, "ended"),
        (
            {"/v1/records": LIVE, "/v1/records/stream": stream(b"event: record\nid: c\ndata: {\n\n")},
            Unreachable,
            "JSON",
        ),
        ({"/v1/records": LIVE, "/v1/records/stream": stream(b"id: c\ndata: {}\n\n")}, Unreachable, "has no name"),
        (
            {"/v1/records": LIVE, "/v1/records/stream": stream(event(b"{}", "c").replace(b"rec", b"r\xe5c"))},
            Unreachable,
            "",
        ),
        (
            {"/v1/records": LIVE, "/v1/records/stream": stream(event(b"{}\ndata: {}", "c"))},
            Unreachable,
            "JSON",
        ),
        (
            {"/v1/records": LIVE, "/v1/records/stream": stream(event(b"{}", "c").replace(b"\n\n", b"\ndata: {}\n\n"))},
            Unreachable,
            "something follows",
        ),
        ({"/v1/records": LIVE, "/v1/records/stream": stream(b"event: record\ndata: {}\n\n")}, Unreachable, "cursor"),
        ({"/v1/records": LIVE, "/v1/records/stream": stream(b"data: " + b"x" * 5_000)}, Unreachable, "more than 1,000"),
    ],
)
async def test_what_breaks_the_contract_is_told(says: dict[str, Reply], kind: type[StoreError], words: str) -> None:
    found = await failing(says, "c", item=1_000)
    assert isinstance(found, kind)
    assert words in str(found)


async def test_a_stream_that_ends_says_when_to_come_back() -> None:
    for said, seconds in ((b"retry: 7000\n\n", 7.0), (b"retry: 99999999\n\n", 300.0), (b":\n", None)):
        found = await failing({"/v1/records": LIVE, "/v1/records/stream": stream(said, hold=False)})
        assert isinstance(found, Unreachable)
        assert found.retry_after == seconds


async def test_silence_is_a_cut() -> None:
    silent = await failing({"/v1/records": LIVE, "/v1/records/stream": stream(b": here\n")}, read_s=0.05)
    assert "nothing was heard for too long" in str(silent)


async def test_a_stream_that_drips_without_saying_anything_is_cut() -> None:
    ticks = iter(range(0, 10_000, 10))
    async with HostileServer({"/v1/records": LIVE, "/v1/records/stream": stream(*[b"data: x"] * 9)}) as server:
        wire = wire_to(server, bounds=replace(QUICK, silence_s=30), clock=lambda: next(ticks))
        with pytest.raises(Unreachable, match="nothing was heard"):
            await first(wire, 99)
        await wire.close()


async def test_an_answer_that_never_ends_is_cut() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    found = await failing({"/v1/records": Reply((head, b" "), hold=True)}, whole_s=0.05)
    assert isinstance(found, Unreachable)
    assert "it took too long" in str(found)


async def test_packed_pages_are_unpacked() -> None:
    body = b'{"records":[' + item(RECORDS[0]) + b'],"cursor":"c","more":false}'
    async with HostileServer({"/v1/records": reply(200, gzip.compress(body), Content_Encoding="gzip")}) as server:
        wire = wire_to(server)
        assert raws(await first(wire, 1)) == RECORDS[:1]
        await wire.close()
    assert server.asked[0].headers["accept-encoding"] == "gzip"


async def test_a_few_bytes_cannot_become_gigabytes() -> None:
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(32)) + packer.flush()
    assert len(bomb) < 300_000
    found = await failing({"/v1/records": reply(200, bomb, Content_Encoding="gzip")})
    assert "one record has more than 16,777,216 bytes" in str(found)


async def test_pages_that_are_too_large_are_asked_for_in_smaller_ones() -> None:
    def says(request: Request) -> Reply:
        start = int(request.query.get("after", "0"))
        end = min(start + int(request.query["limit"]), 40)
        return page([b'"%b"' % (b"x" * 1_000)] * (end - start), str(end), more=end < 40)

    async with HostileServer(says) as server:
        wire = wire_to(server, bounds=replace(QUICK, body=20_000))
        await first(wire, 1)
        limits = [int(each.query["limit"]) for each in server.asked]
        await wire.close()
    assert limits[:3] == [200, 25, 3]


async def test_pages_grow_while_they_come_quickly_and_shrink_when_they_do_not() -> None:
    ticks = [0.0]

    def says(request: Request) -> Reply:
        number = int(request.query.get("after", "0"))
        ticks[0] += 0.1 if number < 4 else 9.0
        return page([b"{}"], str(number + 1), more=number < 7)

    async with HostileServer(says) as server:
        wire = wire_to(server, clock=lambda: ticks[0])
        await first(wire, 8)
        limits = [int(each.query["limit"]) for each in server.asked if each.path == "/v1/records"]
        await wire.close()
    assert limits == [200, 400, 800, 1000, 1000, 500, 250, 125]

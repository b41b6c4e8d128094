"""The stream: each record once, from the cursor on, at once after a commit of whoever; bounded in every way."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import aclosing, closing

import httpx
import pytest

from handoff_records import line, note, raised
from opened import TAKE_IN, Room, run_elsewhere
from sayso_client.serve.hub import BEHIND
from served import Event, Served, events, post, raw_connection, served, small_socket, until


@pytest.fixture
async def server(room: Room) -> AsyncIterator[Served]:
    async with served(room, comment_s=0.05) as running:
        yield running


async def records(stream: AsyncIterator[Event], count: int) -> list[Event]:
    found: list[Event] = []
    async for each in stream:
        if each.kind in ("record", "reset"):
            found.append(each)
        if len(found) == count:
            break
    return found


async def test_it_begins_with_how_soon_to_come_back_and_says_now_and_then_that_it_is_there(
    client: httpx.AsyncClient,
) -> None:
    async with aclosing(events(client)) as stream:
        first = await anext(stream)
        assert (first.kind, first.data) == ("retry", "1000")
        assert [(await anext(stream)).kind for _ in range(3)] == ["comment"] * 3


async def test_what_is_there_comes_first_then_what_is_written_since(server: Served, client: httpx.AsyncClient) -> None:
    await post(client, raised("k"))
    async with server.client() as reader, aclosing(events(reader)) as stream:
        (one,) = await records(stream, 1)
        assert one.data["record"] == raised("k") and set(one.data) == {"record", "accepted_at", "accepted_from"}
        answer = await post(client, note("k"))
        (two,) = await records(stream, 1)
        assert (two.data["record"]["id"], two.id) == ("n1", answer.json()["cursor"])


@pytest.mark.parametrize("way", ["header", "query", "both"])
async def test_a_cursor_brings_the_reader_back_to_where_it_was(server: Served, way: str) -> None:
    async with server.client() as client:
        cursors = [(await post(client, raised(f"k{n}"))).json()["cursor"] for n in range(4)]
        headers = {"Last-Event-ID": cursors[1]} if way != "query" else {}
        query = {"after": cursors[1] if way == "query" else cursors[0]} if way != "header" else {}
        async with server.client(params=query) as reader, aclosing(events(reader, **headers)) as stream:
            found = await records(stream, 2)
    assert [each.id for each in found] == cursors[2:]


async def test_the_stream_and_the_pages_tell_the_same_with_the_same_cursors(
    server: Served, client: httpx.AsyncClient
) -> None:
    odd = b'{"ext":"other/9",\r\n"key":"k","id":"lines"}'
    await server.store.take_in([line(raised("k")), odd, b'{"key":"k"', line(note("k"))], "import")
    page = (await client.get("/v1/records")).json()
    async with server.client() as reader, aclosing(events(reader)) as stream:
        found = await records(stream, 4)
    assert [each.data for each in found] == page["records"]
    assert found[-1].id == page["cursor"]


async def test_a_cursor_that_is_none_of_ours_is_told_to_begin_again(server: Served, client: httpx.AsyncClient) -> None:
    cursor = (await post(client, raised("k"))).json()["cursor"]
    uuid, number, digits = cursor.split(".")
    others = [
        "x",
        f"{uuid[::-1]}.{number}.{digits}",
        f"{uuid}.2.{digits}",
        f"{uuid}.{number}.{'0' * 16}",
        f"{uuid}.0.{digits}",
        f"{uuid}.99999999999999999.{digits}",
        f"{uuid}.{number}.{digits}x",
    ]
    for each in others:
        async with aclosing(events(client, **{"Last-Event-ID": each})) as stream:
            found = [event async for event in stream]
        assert [(event.kind, event.id, event.data) for event in found[1:]] == [("reset", "", {})], each
        assert (await client.get("/v1/records", params={"after": each})).status_code == 410


async def test_what_another_process_commits_is_told_at_once(
    server: Served, client: httpx.AsyncClient, room: Room
) -> None:
    async with aclosing(events(client)) as stream:
        await anext(stream)
        told = asyncio.create_task(records(stream, 1))
        await asyncio.to_thread(run_elsewhere, TAKE_IN, room.path.parent.parent, line(raised("k")).decode())
        # The other process has ended by now; what it wrote has been on its way since its commit.
        (found,) = await asyncio.wait_for(told, 1)
    assert found.data["accepted_from"] == "import"


async def test_several_readers_get_all_of_it(server: Served, client: httpx.AsyncClient) -> None:
    async def read() -> list[str]:
        async with server.client() as reader, aclosing(events(reader)) as stream:
            return [each.data["record"]["key"] for each in await records(stream, 30)]

    readers = [asyncio.create_task(read()) for _ in range(5)]
    for n in range(30):
        await post(client, raised(f"k{n}"))
    assert await asyncio.gather(*readers) == [[f"k{n}" for n in range(30)]] * 5


async def test_a_long_past_is_read_to_its_end_without_being_cut(server: Served, client: httpx.AsyncClient) -> None:
    many = 2 * BEHIND + 50
    await server.store.take_in([line(raised(f"k{n}")) for n in range(many)], "import")
    async with aclosing(events(client)) as stream:
        assert len(await records(stream, many)) == many


async def test_a_reader_who_does_not_read_is_cut_and_others_are_not_held_up(
    server: Served, client: httpx.AsyncClient
) -> None:
    slow = small_socket(server)
    slow.sendall(b"GET /v1/records/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    followers = server.serving.hub._followers
    await until(lambda: any(each.live for each in followers))
    text = "x" * 20_000
    async with server.client() as reader, aclosing(events(reader)) as stream:
        for turn in range(5):
            raws = [line({"ext": "other/9", "key": "k", "id": f"{turn}-{n}", "text": text}) for n in range(300)]
            await server.store.take_in(raws, "import")
            assert len(await records(stream, 300)) == 300
        await until(lambda: len(followers) == 1)
    slow.close()


async def test_a_reader_who_leaves_costs_nothing_more(server: Served, client: httpx.AsyncClient) -> None:
    async with aclosing(events(client)) as stream:
        await anext(stream)
        assert len(server.serving.hub._followers) == 1
    await until(lambda: not server.serving.hub._followers)


async def test_the_stream_of_a_token_that_is_removed_ends(server: Served) -> None:
    token = await server.grant("cc-17")
    await server.grant("other")
    async with server.client(token) as reader, aclosing(events(reader)) as stream:
        await anext(stream)
        assert await server.take_back("cc-17")
        assert {each.kind async for each in stream} <= {"comment"}


async def test_a_new_token_in_the_place_of_one_ends_its_stream_and_opens_another(server: Served) -> None:
    old = await server.grant("cc-17")
    async with server.client(old) as reader, aclosing(events(reader)) as stream:
        await anext(stream)
        new = await server.rotate("cc-17")
        assert {each.kind async for each in stream} <= {"comment"}
        assert (await reader.get("/v1/health")).status_code == 401
    async with server.client(new) as reader:
        assert (await reader.get("/v1/health")).json()["you"]["name"] == "cc-17"


async def test_a_prefix_limits_the_stream(server: Served) -> None:
    token = await server.grant("acme", prefix="acme/")
    await server.store.take_in([line(raised(each)) for each in ("x", "acme/a", "y", "acme/b")], "import")
    async with server.client(token) as reader, aclosing(events(reader)) as stream:
        found = await records(stream, 2)
        assert [each.data["record"]["key"] for each in found] == ["acme/a", "acme/b"]
        await server.store.take_in([line(raised("z")), line(raised("acme/c"))], "import")
        assert (await records(stream, 1))[0].data["record"]["key"] == "acme/c"


async def test_stopping_ends_the_streams_properly_and_soon(server: Served, client: httpx.AsyncClient) -> None:
    async with aclosing(events(client)) as stream:
        await anext(stream)
        stopping = asyncio.create_task(server.stop())
        assert {each.kind async for each in stream} <= {"comment"}  # no httpx error: the body came to its end
    await client.aclose()
    await asyncio.wait_for(stopping, 4)


async def test_another_ledger_in_its_place_ends_the_server_with_a_sentence(
    server: Served, client: httpx.AsyncClient, room: Room
) -> None:
    copy = room.path.with_name("copy.db")
    with closing(sqlite3.connect(room.path)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    async with aclosing(events(client)) as stream:
        await anext(stream)
        copy.replace(room.path)
        assert {each.kind async for each in stream} <= {"comment"}
    await client.aclose()
    await asyncio.wait({server.task}, timeout=5)
    error = server.task.exception()
    assert "replaced" in str(error) and str(error).endswith(".")


async def test_a_reader_of_bytes_sees_server_sent_events_as_they_are_specified(
    server: Served, client: httpx.AsyncClient
) -> None:
    cursor = (await post(client, raised("k"))).json()["cursor"]
    reader, writer = await raw_connection(server)
    writer.write(b"GET /v1/records/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    assert b"content-type: text/event-stream; charset=utf-8" in head and b"cache-control: no-store" in head
    assert b"retry: 1000\n\n" in await reader.readuntil(b"1000\n\n")
    found = await reader.readuntil(b"}\n\n")
    assert f"id: {cursor}\nevent: record\ndata: {{".encode() in found
    writer.close()

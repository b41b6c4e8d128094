"""Nobody takes more of the server than their share: sizes, counts and times are bounded."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from handoff_records import line, note, raised, settled
from sayso_client.serve.door import LARGEST_OF_PRINCIPAL
from sayso_client.serve.protocol import LARGEST_HEAD, PatientProtocol
from sayso_client.serve.writes import LARGEST_BATCH, MOST_LINES
from sayso_client.stores.limits import LARGEST, MOST_OPEN
from served import (
    JSON,
    LINES,
    Served,
    amended,
    held,
    post,
    raw_connection,
    refused,
    small_socket,
    until,
    withdrawn,
)


def of_size(size: int, record: dict[str, object]) -> bytes:
    return line({**record, "pad": "x" * (size - len(line({**record, "pad": ""})))})


async def test_a_record_of_an_asker_has_so_many_bytes_and_one_of_a_principal_more(server: Served) -> None:
    token = await server.grant("ana", "requester", "principal")
    async with server.client(token) as client:
        assert (await post(client, of_size(LARGEST, raised("k")))).status_code == 201
        refused(await post(client, of_size(LARGEST + 1, raised("k1"))), 413, "too-large")
        assert (await post(client, of_size(LARGEST_OF_PRINCIPAL, settled("k")))).status_code == 201
        refused(await post(client, of_size(LARGEST_OF_PRINCIPAL + 1, settled("k", record_id="s2"))), 413, "too-large")


async def test_a_body_is_not_read_beyond_what_its_sender_may_send(server: Served, client: httpx.AsyncClient) -> None:
    refused(await post(client, b"x" * (LARGEST + 100)), 413, "too-large")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 65_536

    answer = await client.post("/v1/records", content=endless(), headers=JSON)
    refused(answer, 413, "too-large")
    assert answer.headers["connection"] == "close"


async def test_a_packed_body_is_refused_whatever_it_would_become(client: httpx.AsyncClient) -> None:
    refused(await post(client, raised("k"), **{"Content-Encoding": "gzip"}), 415, "packed")


async def test_two_hundred_open_asks_of_one_asker_are_the_most(server: Served, client: httpx.AsyncClient) -> None:
    await server.store.take_in([line(raised(f"k{n}")) for n in range(MOST_OPEN - 1)], "import")
    assert (await post(client, raised("last"))).status_code == 201
    answer = await post(client, raised("more"))
    problem = refused(answer, 429, "too-many-asks")
    assert int(answer.headers["retry-after"]) > 0
    assert "ithdraw" in problem["detail"] and "amend" in problem["detail"]
    assert await held(server) == MOST_OPEN
    assert (await post(client, raised("by another", by="cc-18"))).status_code == 201
    assert (await post(client, note("last"))).status_code == 201
    assert (await post(client, amended("last"))).status_code == 201
    assert (await post(client, {**withdrawn("last"), "supersedes": ["am"]})).status_code == 201
    assert (await post(client, raised("more"))).status_code == 201


async def test_a_head_that_is_too_long_is_refused(server: Served) -> None:
    reader, writer = await raw_connection(server)
    writer.write(b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (LARGEST_HEAD + 1_000))
    assert (await reader.readline()).split()[1] in (b"400", b"431")
    writer.close()


async def test_a_head_that_does_not_come_ends_the_connection(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 0.2)
    for begun in (b"", b"GET /v1/health HT"):
        reader, writer = await raw_connection(server)
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), 10) == b""
        writer.close()


async def test_a_head_that_trickles_is_not_waited_for_either(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 0.3)
    reader, writer = await raw_connection(server)
    writer.write(b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"}}")
    ended = asyncio.create_task(reader.read())
    sent = 0
    while not ended.done():
        writer.write(b"GET /v1/health HTTP/1.1\r\n"[sent % 20 : sent % 20 + 1])
        sent += 1
        await asyncio.wait({ended}, timeout=0.02)
        assert sent < 400
    writer.close()


async def test_an_answer_that_nobody_takes_is_given_up(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "taken_s", 0.2)
    big = [line({"ext": "other/9", "key": "k", "id": str(n), "text": "x" * 1_000_000}) for n in range(8)]
    await server.store.take_in(big, "import")
    taking = small_socket(server)
    taking.sendall(b"GET /v1/records HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
    await until(lambda: len(server.server.server_state.connections) == 1)
    await until(lambda: not server.server.server_state.connections)
    taking.close()


async def test_a_batch_has_bounds_and_each_record_stands_alone(server: Served, client: httpx.AsyncClient) -> None:
    token = await server.grant("ana", "requester", "agent")
    lines = [
        line(raised("k")),
        line(settled("k")),
        b"{",
        line(note("k")),
        line(note("k")),
        line({**note("k"), "note": "other words"}),
        of_size(LARGEST + 1, note("k", record_id="big")),
        line(note("k", record_id="last")),
    ]
    async with server.client(token) as ana:
        answer = await ana.post("/v1/records", content=b"\n".join(lines) + b"\n\n", headers=LINES)
        assert answer.status_code == 200 and answer.headers["content-type"] == "application/x-ndjson"
        told = [json.loads(each) for each in answer.text.splitlines()]
        codes = [(each["status"], each.get("code")) for each in told]
        assert codes == [
            (201, None),
            (403, "origin-not-allowed"),
            (422, "invalid-record"),
            (201, None),
            (200, None),
            (409, "id-reused"),
            (413, "too-large"),
            (201, None),
        ]
        assert told[3] | {"status": 200} == told[4]
        assert told[-1]["cursor"].split(".")[1] == "3"
        many = b"\n".join([b"{}"] * (MOST_LINES + 1))
        refused(await ana.post("/v1/records", content=many, headers=LINES), 413, "too-large")
        refused(await ana.post("/v1/records", content=b"x" * (LARGEST_BATCH + 1), headers=LINES), 413, "too-large")
        refused(
            await ana.post("/v1/records", content=lines[0], headers={**LINES, "If-Match": '"x"'}), 400, "bad-if-match"
        )
        empty = await ana.post("/v1/records", content=b"", headers=LINES)
        assert (empty.status_code, empty.content) == (200, b"")
        assert (await ana.get("/v1/health")).json()["records"] == 3


async def test_a_body_that_breaks_off_writes_nothing(server: Served) -> None:
    raw = line(raised("k"))
    _, writer = await raw_connection(server)
    writer.write(
        b"POST /v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw[:-1])
    )
    writer.close()
    await until(lambda: not server.server.server_state.tasks)
    assert await held(server) == 0


async def test_an_object_of_very_many_names_costs_no_more_than_its_length(client: httpx.AsyncClient) -> None:
    many = b",".join(b'"%x":0' % n for n in range(3_000))
    raw = line(raised("k"))[:-1] + b"," + many + b"," + many + b"}"
    assert len(raw) < LARGEST
    problem = refused(await post(client, raw), 422, "invalid-record")
    assert len(problem["errors"]) == 100


async def test_the_head_of_a_stream_can_be_looked_at(client: httpx.AsyncClient) -> None:
    answer = await client.head("/v1/records/stream")
    assert (answer.status_code, answer.content) == (200, b"")

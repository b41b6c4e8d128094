"""Content-Digest (RFC 9530): sent with every whole answer and every event, and looked at when it comes with a body."""

import gzip
from base64 import b64encode
from hashlib import sha256

import pytest

from handoff_records import line, note, raised
from opened import Room
from sayso_client.stores.http.digests import field, fits, of_event
from served import LINES, Served, held, post, raw_connection, refused, served


def digest(content: bytes) -> str:
    return f"sha-256=:{b64encode(sha256(content).digest()).decode()}:"


async def test_every_whole_answer_tells_its_digest(server: Served) -> None:
    async with server.client() as client:
        await post(client, raised("k"))
        for call in ("/v1/health", "/v1/records", "/v1/decision?key=k", "/v1/openapi.json", "/v1/none"):
            answer = await client.get(call)
            assert answer.headers["content-digest"] == digest(answer.content), call
        answer = await post(client, note("k"))
        assert answer.headers["content-digest"] == digest(answer.content)


async def test_of_a_packed_page_it_is_that_of_the_packed_bytes(room: Room) -> None:
    async with served(room, only_here=False) as server:
        token = await server.grant("all")
        async with server.client(token) as client:
            for number in range(20):
                await post(client, raised(f"k{number}"))
            async with client.stream("GET", "/v1/records", headers={"Accept-Encoding": "gzip"}) as answer:
                packed = b"".join([piece async for piece in answer.aiter_raw()])
            assert gzip.decompress(packed).startswith(b'{"records"')
            assert answer.headers["content-digest"] == digest(packed)


async def test_an_event_tells_the_digest_of_its_name_its_place_and_its_data(server: Served) -> None:
    async with server.client() as client:
        cursor = (await post(client, raised("k"))).json()["cursor"]
    reader, writer = await raw_connection(server)
    writer.write(b"GET /v1/records/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    found = (await reader.readuntil(b"}\n\n")).decode()
    writer.close()
    data = found.partition("\ndata: ")[2].removesuffix("\n\n")
    assert f"\ndigest: {of_event('record', cursor, data.encode())}\n" in found


@pytest.mark.parametrize("many", [False, True])
async def test_a_body_that_is_not_what_its_digest_says_is_not_written(server: Served, many: bool) -> None:
    sent = line(raised("k"))
    garbled = sent.replace(b"Which database", b"Which datebase")
    kind = {} if not many else LINES
    async with server.client() as client:
        for said in (digest(sent), "sha-256=:AAAA:", "sha-256=nothing", f"sha-512=:AAAA:, {digest(sent)}"):
            problem = refused(await post(client, garbled, **kind, **{"Content-Digest": said}), 400, "digest-mismatch")
            assert "Nothing was written" in problem["detail"]
        assert await held(server) == 0
        for said in (digest(sent), "sha-512=:AAAA:", f"sha-512=:AAAA:, {digest(sent)}", ""):
            assert (await post(client, sent, **kind, **{"Content-Digest": said})).status_code in (200, 201)
        assert await held(server) == 1


def test_what_a_header_fits() -> None:
    assert field(b"x") == digest(b"x")
    assert fits(digest(b"x"), b"y", b"x") and not fits(digest(b"x"), b"y")
    assert fits("unixsum=:Ow==:", b"y") and fits("", b"y")
    assert fits(f"SHA-256 = {digest(b'x').partition('=')[2]};p=1", b"x")

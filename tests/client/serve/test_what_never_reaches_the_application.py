"""What is no HTTP, or one connection too many, is refused in the form of all else, and our client understands it."""

import asyncio
import json
from typing import Any

import pytest

from hostile_server import HostileServer, reply
from sayso_client.errors import Unreachable
from sayso_client.serve.protocol import LARGEST_HEAD, PatientProtocol
from served import Served, raw_connection, refused
from wires import parcel, wire_to


async def said_to(server: Served, raw: bytes) -> tuple[bytes, Any]:
    """The first line of the answer, and the problem in its body; the connection ends with it."""
    reader, writer = await raw_connection(server)
    writer.write(raw)
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head.lower()
    return head.partition(b"\r\n")[0], json.loads(body)


@pytest.mark.parametrize(
    "raw",
    [
        b"nonsense\r\n\r\n",
        b"GET /v1/health\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /v1/health HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (LARGEST_HEAD + 1_000),
        b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * LARGEST_HEAD + b"\r\n\r\n",
        b"GET /v1/records?key=" + b"x" * LARGEST_HEAD + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS handshake\r\n\r\n",
    ],
)
async def test_what_is_no_request_is_refused_as_all_else_is(server: Served, raw: bytes) -> None:
    line, problem = await said_to(server, raw)
    assert line.startswith(b"HTTP/1.1 400")
    assert (problem["status"], problem["code"]) == (400, "not-http")
    assert problem["detail"].endswith("Nothing was done.")
    assert "handshake" not in json.dumps(problem)


async def test_a_large_head_that_is_not_too_large_is_read(server: Served) -> None:
    async with server.client() as client:
        answer = await client.get("/v1/health", headers={"X": "x" * (LARGEST_HEAD - 1_000)})
        assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/v1/health/", "/v1/records/", "/v1/decision/?key=k", "/v1/records/stream/", "/v1/"])
async def test_what_ends_in_a_slash_is_sent_nowhere(server: Served, path: str) -> None:
    async with server.client(headers={"Host": "evil.example"}) as client:
        answer = await client.get(path)
        refused(answer, 404, "not-found")
        assert "location" not in answer.headers


async def test_one_connection_too_many_is_told_when_to_come_again(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "most_connections", 1)
    async with server.client() as one, server.client() as two:
        assert (await one.get("/v1/health")).status_code == 200
        answer = await two.get("/v1/health")
        refused(answer, 503, "busy")
        assert (answer.headers["retry-after"], answer.headers["connection"]) == ("1", "close")
        assert (await one.get("/v1/health")).status_code == 200


async def test_our_client_waits_when_there_are_too_many(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "most_connections", 0)
    wire = wire_to(server.url, key=False)
    with pytest.raises(Unreachable, match=r"too busy \(503\): Too many connections are open here") as caught:
        await wire.hello()
    assert caught.value.retry_after == 1
    await wire.close()


@pytest.mark.parametrize("body", [b"Invalid HTTP request received.", b"", b"<html>400 Bad Request</html>"])
async def test_a_400_of_another_server_or_a_proxy_is_told_and_tried_again(body: bytes) -> None:
    async with HostileServer(lambda _: reply(400, body, "text/plain")) as server:
        wire = wire_to(server)
        for call in (wire.hello(), wire.send(parcel())):
            with pytest.raises(Unreachable, match=r"cannot read what comes \(400\): the line is garbled") as caught:
                await call
            assert "tries again by itself" in str(caught.value)
        await wire.close()


async def test_a_plain_503_is_told_and_tried_again() -> None:
    async with HostileServer(lambda _: reply(503, b"Service Unavailable", "text/plain")) as server:
        wire = wire_to(server)
        with pytest.raises(Unreachable, match=r"is too busy \(503\)"):
            await wire.send(parcel())
        await wire.close()

"""A body that trickles is answered 408, and nothing of it is written."""

import asyncio
import json

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from handoff_records import line, raised
from opened import Room
from sayso_client.serve import body
from sayso_client.serve.problems import Refusal
from served import held, raw_connection, served


async def test_it_is_refused_while_the_rest_is_still_to_come() -> None:
    parts = iter([b'{"ext":', b'"decisions/0.3"'])

    async def receive() -> dict[str, object]:
        if (part := next(parts, None)) is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": True}

    scope = {"type": "http", "method": "POST", "headers": [], "path": "/", "app": Starlette()}
    with pytest.raises(Refusal, match="did not come within") as refused:
        await body.read(Request(scope, receive), 10**9, within_s=0.05)
    assert (refused.value.status, refused.value.code) == (408, "too-slow")
    assert refused.value.headers == {"Connection": "close"}


async def test_while_one_body_trickles_others_are_served(room: Room) -> None:
    raw = line(raised("slow"))
    async with served(room) as server:
        reader, writer = await raw_connection(server)
        head = b"POST /v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        writer.write(head + b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw[:5]))
        async with server.client() as client:
            assert (await client.post("/v1/records", json=raised("quick"))).status_code == 201
        writer.write(raw[5:])
        assert (await reader.readline()).split()[1] == b"201"
        body_of = (await reader.readuntil(b"}")).rpartition(b"\r\n\r\n")[2]
        assert json.loads(body_of)["id"] == "r:slow"
        writer.close()
        assert await held(server) == 2

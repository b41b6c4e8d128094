"""Cursors of readers whose prefix changes: what they did not reach then lies behind their cursor."""

from collections.abc import AsyncIterator

import pytest

from handoff_records import raised
from opened import Room
from served import Served, post, refused, served

KEYS = ("acme/a", "other/a", "acme/web/b")


@pytest.fixture
async def server(room: Room) -> AsyncIterator[Served]:
    async with served(room) as running:
        async with running.client(await running.grant("all")) as client:
            for key in KEYS:
                assert (await post(client, raised(key))).status_code == 201
        yield running


async def read(server: Served, token: str) -> str:
    async with server.client(token) as client:
        return str((await client.get("/v1/records")).json()["cursor"])


@pytest.mark.parametrize("wider", ["", "other/", "a"])
async def test_who_reaches_more_than_before_begins_again(server: Served, wider: str) -> None:
    cursor = await read(server, await server.grant("narrow", prefix="acme/"))
    async with server.client(await server.grant("wide", prefix=wider)) as client:
        refused(await client.get("/v1/records", params={"after": cursor}), 410, "reset")
        async with client.stream("GET", "/v1/records/stream", headers={"Last-Event-ID": cursor}) as stream:
            assert "event: reset" in "".join([piece async for piece in stream.aiter_text()])


@pytest.mark.parametrize("narrower", ["acme/", "acme/web/"])
async def test_who_reaches_as_much_or_less_goes_on(server: Served, narrower: str) -> None:
    cursor = await read(server, await server.grant("wide", prefix="acme/"))
    async with server.client(await server.grant("narrow", prefix=narrower)) as client:
        answer = await client.get("/v1/records", params={"after": cursor})
        assert (answer.status_code, answer.json()["records"]) == (200, [])


async def test_who_reached_everything_goes_on_with_a_part_of_it(server: Served) -> None:
    cursor = await read(server, await server.grant("everything"))
    async with server.client(await server.grant("narrow", prefix="acme/")) as client:
        assert (await client.get("/v1/records", params={"after": cursor})).status_code == 200

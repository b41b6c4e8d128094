"""Agents that come through a socket or with a token of theirs ask, and decide nothing."""

import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from another_user import AGENTS, give_to_agents, writes
from handoff_records import note, raised, settled
from opened import Room
from served import held, post, refused, served


async def test_through_the_socket_they_ask_and_never_decide(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "sayso.sock"
    async with served(room, path=path) as server, server.client() as agent:
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert (await post(agent, raised("k"))).status_code == 201
        assert (await post(agent, note("k"))).status_code == 201
        refused(await post(agent, settled("k")), 403, "origin-not-allowed")
        refused(await post(agent, {**note("k"), "origin": "principal"}), 403, "origin-not-allowed")
        twice = b'{"origin":"principal","origin":"agent",' + b'"ext":"other/9","key":"k","id":"x"}'
        refused(await post(agent, twice), 422, "invalid-record")
        assert await held(server) == 2


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter, as /run is; so only the socket's own mode stands in the way."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made)


async def test_another_user_does_not_even_connect_to_the_socket(room: Room, open_folder: Path) -> None:
    path = open_folder / "sayso.sock"
    async with served(room, path=path) as server:
        assert await writes(path, raised("k")) == "refused by the system"
        path.chmod(0o666)
        assert await writes(path, raised("k")) == "201"
        assert await held(server) == 1


async def test_one_of_the_sockets_group_connects_asks_and_never_decides(room: Room, open_folder: Path) -> None:
    path = open_folder / "sayso.sock"
    async with served(room, path=path) as server:
        give_to_agents(path)
        assert await writes(path, raised("k"), group=AGENTS) == "201"
        assert await writes(path, settled("k"), group=AGENTS) == "403"
        assert await writes(path, note("k")) == "refused by the system"
        assert await held(server) == 1


async def test_another_user_reads_neither_the_ledger_nor_what_lies_beside_it(room: Room) -> None:
    async with served(room):
        lying = [room.path.parent, *room.path.parent.rglob("*")]
        assert len(lying) > 1
        assert {each.name for each in lying if stat.S_IMODE(each.stat().st_mode) & 0o077} == set()


async def test_a_token_without_the_origin_principal_decides_nothing_and_changes_nobody_elses_question(
    room: Room,
) -> None:
    async with served(room) as server:
        mine, theirs = await server.grant("cc-17"), await server.grant("cc-18")
        async with server.client(mine) as agent, server.client(theirs) as other:
            assert (await post(agent, raised("k"))).status_code == 201
            refused(await post(agent, settled("k")), 403, "origin-not-allowed")
            withdrawal = {**note("k"), "origin": "requester", "type": "withdrawn", "reason": "not_needed"}
            refused(await post(other, withdrawal), 403, "not-the-asker")
            again = {**raised("k", "Delete all backups?", 9), "id": "r2"}
            refused(await post(other, again), 403, "not-the-asker")
            refused(await post(other, {**withdrawal, "key": "not asked yet"}), 403, "not-the-asker")
            assert await held_with(agent) == 1


async def held_with(agent: httpx.AsyncClient) -> int:
    return int((await agent.get("/v1/health")).json()["records"])


async def test_not_whoever_holds_a_token_of_the_principal_is_the_principal(room: Room) -> None:
    async with served(room) as server:
        stolen = await server.grant("ana", "requester", "principal", asked=True)
        server.ledger.i_am(("ana",))
        async with server.client(stolen) as agent:
            assert (await post(agent, raised("k"))).status_code == 201
            assert (await post(agent, settled("k"))).status_code == 201
            stands = (await agent.get("/v1/decision?key=k")).json()
        assert (stands["state"], stands["settlement"]["authority"]["by"]) == ("decided", "ana")
        assert "not-from-here" not in stands["flags"]

"""The client and the real server: what one sends the other takes, over TCP and over a Unix socket."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

import pytest

from handoff_records import line, raised, settled
from opened import Room
from sayso_client.decision import Ref
from sayso_client.errors import Denied
from sayso_client.handoff.projection import HandoffProjection
from sayso_client.stores.contract import Append, Batch, Held, Parcel, Reader, Reset
from sayso_client.stores.http.checking import check
from sayso_client.stores.http.wire import HttpWire
from sayso_client.verdict import ReceiptKind
from sayso_config.model import Secret, StoreSetting
from served import Served, served, take_in
from wires import NOW, QUICK, first, raws


@dataclass
class Both:
    """A server, and who calls it."""

    server: Served
    principal: HttpWire
    agent: HttpWire
    stranger: HttpWire


def wire(server: Served, token: str) -> HttpWire:
    url, path = (None, str(server.path)) if server.path else (server.url, None)
    setting = StoreSetting("team", "http", url=url, socket=path, key=Secret("env", ("T",)))
    return HttpWire(setting, {"T": token}, bounds=QUICK)


@pytest.fixture(params=["tcp", "socket"])
async def both(request: pytest.FixtureRequest, room: Room, tmp_path: Path) -> AsyncIterator[Both]:
    path = tmp_path / "s" if request.param == "socket" else None
    async with served(room, path=path, only_here=False) as server:
        tokens = [await server.grant("alice", "principal"), await server.grant("cc-17", "agent", "requester"), "none"]
        wires = [wire(server, each) for each in tokens]
        yield Both(server, *wires)
        for each in wires:
            await each.close()


async def seen(wire: HttpWire, key: str) -> str:
    """The token of a decision, folded from what comes, as a copy does it."""
    held = [Held(each, json.loads(each)) for each in raws(await first(wire, 1)) if json.loads(each)["key"] == key]
    return HandoffProjection(complete=True).project(key, held, Reader("team", lambda _: True)).seen


def verdict(option: str, record_id: str, saw: str, by: str = "alice") -> Parcel:
    record = settled("acme/db", option, record_id, authority={"kind": "principal", "by": by})
    return Parcel(record_id, Ref("team", "acme/db"), line(record), saw, "principal", NOW)


async def test_each_is_told_who_they_are_there(both: Both) -> None:
    hello = await both.principal.hello()
    assert (hello.uuid, hello.name, hello.you) == (both.server.serving.uuid, "home", "alice")
    assert hello.can_write
    agent = await both.agent.hello()
    assert (agent.you, agent.origins) == ("cc-17", frozenset({"agent", "requester"}))
    with pytest.raises(Denied, match="does not accept the key from env T"):
        await both.stranger.hello()


async def test_what_is_held_and_what_comes_then_arrives_once_and_byte_for_byte(both: Both) -> None:
    odd = b'{"ext":"decisions/0.3",  "type":"note",'
    odd += b'"origin":"agent","key":"k","id":"n1","note":{"text":"\\u00e9"},"x":1.0}'
    broken = b'{"ext":"decisions/0.3","key":"k","id":"n2","x":'
    many = [line(raised(f"k{number}")) for number in range(450)]
    await both.server.store.take_in([odd, broken, *many], "import")
    found: list[Batch] = []
    await both.principal.hello()
    async with aclosing(both.principal.changes(None)) as changes:
        async for batch in changes:
            found.append(batch)
            if len(raws(found)) == 452 and batch.filling is None:
                break
        await take_in(both.server, raised("new"))
        while len(raws(found)) < 453:
            found.append(await anext(changes))
    assert raws(found)[:2] == [odd, broken]
    assert raws(found)[:-1] == [odd, broken, *many]
    assert json.loads(raws(found)[-1])["key"] == "new"
    assert [each.filling for each in found[:2]] == [44, None]
    came = [each for each in found[0].changes if isinstance(each, Append)]
    assert all(each.received is not None and each.door for each in came)


async def test_a_reader_goes_on_where_it_was(both: Both) -> None:
    await take_in(both.server, raised("a"), raised("b"))
    before = (await first(both.principal, 1))[-1].cursor
    await take_in(both.server, raised("c"))
    (found,) = await first(both.principal, 1, before)
    assert [json.loads(each)["key"] for each in raws([found])] == ["c"]


async def test_a_cursor_of_another_server_begins_with_a_reset(both: Both) -> None:
    await take_in(both.server, raised("a"))
    for cursor in ("8c1f1c1e-0000-4000-8000-000000000001.7.0123456789abcdef", "nonsense", "a b"):
        (found,) = await first(both.principal, 1, cursor)
        assert found.changes[0] == Reset()
        assert len(found.changes) == 2


async def test_a_verdict_is_recorded_once_however_often_it_is_sent(both: Both) -> None:
    await take_in(both.server, raised("acme/db"))
    mine = verdict("pg", "s1", await seen(both.principal, "acme/db"))
    assert await both.principal.resolve(mine) is None
    receipts = [await both.principal.send(mine) for _ in range(3)]
    assert {each.kind for each in receipts} == {ReceiptKind.RECORDED}
    assert "held it already" in receipts[1].sentence
    again = await both.principal.resolve(mine)
    assert again is not None
    assert again.recorded
    assert raws(await first(both.principal, 1))[1:] == [mine.payload]


async def test_what_moved_meanwhile_is_a_conflict_and_nothing_is_written(both: Both) -> None:
    await take_in(both.server, raised("acme/db"))
    saw = await seen(both.principal, "acme/db")
    await both.principal.send(verdict("pg", "s1", saw))
    late = await both.principal.send(verdict("sqlite", "s2", saw))
    assert late.kind is ReceiptKind.CONFLICT
    assert len(raws(await first(both.principal, 1))) == 2


async def test_each_refusal_is_about_the_record_and_says_why(both: Both) -> None:
    await take_in(both.server, raised("acme/db"))
    saw = await seen(both.principal, "acme/db")
    refused = [
        await both.agent.send(verdict("pg", "s1", saw, by="cc-17")),
        await both.principal.send(verdict("pg", "s1", saw, by="bob")),
        await both.principal.send(verdict("", "s1", saw)),
    ]
    for receipt, status in zip(refused, (403, 403, 422), strict=True):
        assert receipt.kind is ReceiptKind.REFUSED
        assert f"team refused it ({status}): " in receipt.sentence
    assert len(raws(await first(both.principal, 1))) == 1


async def test_an_id_that_is_held_with_other_content_is_refused(both: Both) -> None:
    await take_in(both.server, raised("acme/db"))
    await both.principal.send(verdict("pg", "s1", ""))
    other = verdict("sqlite", "s1", "")
    assert (await both.principal.send(other)).kind is ReceiptKind.REFUSED
    found = await both.principal.resolve(other)
    assert found is not None
    assert found.kind is ReceiptKind.REFUSED


async def test_trying_it_out_says_how_far_it_went(both: Both) -> None:
    found = await check(both.principal)
    assert (found.reads, found.follows, found.trouble) == (True, True, None)
    assert found.greeting is not None
    shut = await check(both.stranger)
    assert (shut.greeting, shut.reads) == (None, False)
    assert isinstance(shut.trouble, Denied)

"""If-Match: a settlement upon what is no longer so is 412 `moved`; without the header a fork is written, and seen."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from handoff_records import note, raised, settled
from opened import Room, home
from sayso_client.decision import Flag
from sayso_client.serve.matching import etag_of
from served import Served, amended, post, refused, withdrawn


@pytest.fixture
async def ana(server: Served) -> AsyncIterator[httpx.AsyncClient]:
    token = await server.grant("ana", "requester", "agent", "principal")
    async with server.client(token) as client:
        await post(client, raised("k"))
        yield client


async def tag(client: httpx.AsyncClient, key: str = "k") -> str:
    return str((await client.get("/v1/decision", params={"key": key})).headers["etag"])


async def test_the_tag_is_that_of_the_token_that_a_reader_of_the_same_records_has(
    server: Served, ana: httpx.AsyncClient, room: Room
) -> None:
    with room.inbox() as inbox:
        assert await tag(ana) == etag_of(inbox.find("k").seen)
        assert len(home(inbox).records("k")) == 1


async def test_what_is_as_it_was_seen_is_settled(ana: httpx.AsyncClient) -> None:
    seen = await tag(ana)
    answer = await post(ana, settled("k"), **{"If-Match": f'"other", {seen}'})
    assert answer.status_code == 201
    assert answer.headers["etag"] == await tag(ana) != seen


async def test_notes_move_nothing(ana: httpx.AsyncClient) -> None:
    seen = await tag(ana)
    await post(ana, note("k"))
    assert (await post(ana, settled("k"), **{"If-Match": seen})).status_code == 201


async def test_a_settlement_in_between_is_412_with_the_decision_as_it_now_stands(
    server: Served, ana: httpx.AsyncClient
) -> None:
    seen = await tag(ana)
    async with server.client(await server.grant("bob", "principal")) as bob:
        theirs = settled("k", "sqlite", "s2", authority={"kind": "principal", "by": "bob"})
        assert (await post(bob, theirs, **{"If-Match": seen})).status_code == 201
    answer = await post(ana, settled("k"), **{"If-Match": seen})
    problem = refused(answer, 412, "moved")
    assert problem["decision"]["settlement"]["authority"]["by"] == "bob"
    assert answer.headers["etag"] == await tag(ana)


@pytest.mark.parametrize("change", [amended, withdrawn])
async def test_other_terms_or_a_withdrawal_in_between_are_412(ana: httpx.AsyncClient, change: object) -> None:
    assert callable(change)
    seen = await tag(ana)
    assert (await post(ana, change("k"))).status_code == 201
    refused(await post(ana, settled("k"), **{"If-Match": seen}), 412, "moved")


async def test_other_terms_under_the_same_revision_are_412(ana: httpx.AsyncClient) -> None:
    seen = await tag(ana)
    assert (await post(ana, {**raised("k", text="Which, really?", minutes=1), "id": "r2"})).status_code == 201
    refused(await post(ana, settled("k"), **{"If-Match": seen}), 412, "moved")


async def test_a_reopening_is_compared_too_and_a_note_is_not(ana: httpx.AsyncClient) -> None:
    await post(ana, settled("k"))
    back = {**settled("k", record_id="b"), "type": "reopened", "supersedes": ["s1"], "sayso": {"by": "ana"}}
    for gone in ("outcome", "answer", "authority", "terms_rev"):
        del back[gone]
    refused(await post(ana, back, **{"If-Match": '"old"'}), 412, "moved")
    of_mine = {**note("k"), "origin": "principal"}
    assert (await post(ana, of_mine, **{"If-Match": '"old"'})).status_code == 201
    assert (await post(ana, back, **{"If-Match": await tag(ana)})).status_code == 201


async def test_a_decision_that_is_not_held_is_412_with_nothing_in_it(ana: httpx.AsyncClient) -> None:
    for header in ("*", '"x"'):
        assert refused(await post(ana, settled("none"), **{"If-Match": header}), 412, "moved")["decision"] is None
    assert (await post(ana, settled("k"), **{"If-Match": "*"})).status_code == 201


async def test_a_header_that_cannot_be_read_stops_it(ana: httpx.AsyncClient) -> None:
    for header in ("abc", '"a', "", '"a",,"b"', "W/abc"):
        refused(await post(ana, settled("k"), **{"If-Match": header}), 400, "bad-if-match")


async def test_a_weak_tag_never_matches(ana: httpx.AsyncClient) -> None:
    refused(await post(ana, settled("k"), **{"If-Match": f"W/{await tag(ana)}"}), 412, "moved")


async def test_of_two_principals_who_settle_at_once_one_is_written_and_one_is_told(
    server: Served, ana: httpx.AsyncClient
) -> None:
    seen = await tag(ana)
    async with server.client(await server.grant("bob", "principal")) as bob:
        theirs = settled("k", "sqlite", "s2", authority={"kind": "principal", "by": "bob"})
        answers = await asyncio.gather(
            post(ana, settled("k"), **{"If-Match": seen}), post(bob, theirs, **{"If-Match": seen})
        )
        assert sorted(each.status_code for each in answers) == [201, 412]
        winner = ("ana", "bob")[answers[1].status_code == 201]
        (loser,) = [each for each in answers if each.status_code == 412]
        assert loser.json()["decision"]["settlement"]["authority"]["by"] == winner
        assert "contested" not in loser.json()["decision"]["flags"]


async def test_without_the_header_both_are_written_and_the_fork_is_seen(server: Served, ana: httpx.AsyncClient) -> None:
    async with server.client(await server.grant("bob", "principal")) as bob:
        theirs = settled("k", "sqlite", "s2", authority={"kind": "principal", "by": "bob"})
        answers = await asyncio.gather(post(ana, settled("k")), post(bob, theirs))
        assert [each.status_code for each in answers] == [201, 201]
        stands = (await ana.get("/v1/decision?key=k")).json()
        assert Flag.CONTESTED in stands["flags"]
        assert {each["id"] for each in stands["history"] if each["current"]} >= {"s1", "s2"}


async def test_a_decision_that_is_known_already_is_not_sent_again(ana: httpx.AsyncClient) -> None:
    answer = await ana.get("/v1/decision?key=k", headers={"If-None-Match": await tag(ana)})
    assert (answer.status_code, answer.content) == (304, b"")


async def test_one_that_is_not_held_or_not_named_is_told(ana: httpx.AsyncClient) -> None:
    refused(await ana.get("/v1/decision?key=nothing"), 404, "not-found")
    refused(await ana.get("/v1/decision", params={"key": "a\0b"}), 404, "not-found")
    refused(await ana.get("/v1/decision"), 400, "no-key")

"""Every way in which somebody is not let in, or not to do this."""

import json
from typing import Any

import pytest

from handoff_records import line, note, raised, settled
from opened import Room
from served import LINES, MANDATES, Served, amended, held, post, refused, served, withdrawn


def by(kind: str, name: str | None, **more: str) -> dict[str, Any]:
    return settled("k", authority={"kind": kind, **({"by": name} if name else {}), **more})


async def test_without_any_token_this_machine_writes_as_requester_and_agent_and_never_as_the_principal(
    server: Served,
) -> None:
    async with server.client() as client:
        you = (await client.get("/v1/health")).json()["you"]
        assert you == {
            "name": None,
            "origins": ["requester", "agent"],
            "prefix": "",
            "assistant": None,
            "mandates": [],
        }
        assert (await post(client, raised("k"))).status_code == 201
        assert (await post(client, note("k"))).status_code == 201
        problem = refused(await post(client, settled("k")), 403, "origin-not-allowed")
    assert "requester and agent, not of principal" in problem["detail"]
    assert await held(server) == 2


async def test_once_there_is_a_token_nobody_comes_without_one(server: Served) -> None:
    token = await server.grant("cc-17")
    async with server.client() as client:
        for call in ("/v1/health", "/v1/records", "/v1/records/stream", "/v1/decision?key=k"):
            answer = await client.get(call)
            refused(answer, 401, "no-token")
            assert answer.headers["www-authenticate"].startswith("Bearer")
        refused(await post(client, raised("k")), 401, "no-token")
    async with server.client(token) as client:
        assert (await client.get("/v1/health")).json()["you"]["name"] == "cc-17"


async def test_where_others_can_come_nobody_comes_without_a_token_even_when_the_last_one_is_gone(room: Room) -> None:
    async with served(room, only_here=False) as server, server.client() as client:
        refused(await client.get("/v1/health"), 401, "no-token")


async def test_a_token_that_is_not_known_opens_nothing_even_where_none_is_needed(server: Served) -> None:
    for header in ("Bearer nothing", "Basic YTpi", "Bearer", "sayso_x"):
        async with server.client(headers={"Authorization": header}) as client:
            refused(await client.get("/v1/health"), 401, "token-unknown")


async def test_a_token_that_is_removed_opens_nothing_from_then_on(server: Served) -> None:
    token = await server.grant("cc-17")
    await server.grant("other")
    async with server.client(token) as client:
        assert (await client.get("/v1/health")).status_code == 200
        assert await server.take_back("cc-17")
        refused(await client.get("/v1/health"), 401, "token-unknown")


async def test_a_token_opens_the_store_it_was_made_for_and_no_other(room: Room) -> None:
    async with served(room) as one:
        token = await one.grant("cc-17")
    async with served(room, store="other") as two, two.client(token) as client:
        refused(await client.get("/v1/health"), 401, "token-unknown")


async def test_a_record_of_an_origin_that_the_token_does_not_have_is_refused(server: Served) -> None:
    agent = await server.grant("model", "agent")
    async with server.client(agent) as client:
        refused(await post(client, raised("k")), 403, "origin-not-allowed")
        refused(await post(client, {**note("k"), "origin": "king"}), 403, "origin-not-allowed")
        assert (await post(client, note("k"))).status_code == 201


@pytest.mark.parametrize("kind", ["principal", "confirmed"])
async def test_who_decides_must_be_whom_the_token_names(server: Served, kind: str) -> None:
    token = await server.grant("ana", "principal", assistant="desk")
    async with server.client(token) as client:
        for name in ("bob", "Ana", "desk", None):
            refused(await post(client, by(kind, name)), 403, "by-not-you")
        assert (await post(client, by(kind, "ana"))).status_code == 201


async def test_delegated_and_attested_name_the_tokens_assistant(server: Served) -> None:
    token = await server.grant("ana", "principal", assistant="desk", mandates=("storage",))
    async with server.client(token) as client:
        for name in ("ana", "another", None):
            refused(await post(client, by("attested", name, basis="mail")), 403, "by-not-you")
            refused(await post(client, by("delegated", name, under="storage")), 403, "by-not-you")
        assert (await post(client, by("attested", "desk", basis="mail"))).status_code == 201


async def test_a_token_without_an_assistant_records_nothing_delegated_or_attested(server: Served) -> None:
    token = await server.grant("ana", "principal")
    async with server.client(token) as client:
        problem = refused(await post(client, by("attested", "ana", basis="mail")), 403, "by-not-you")
    assert "names no assistant" in problem["detail"]


async def test_a_mandate_that_was_not_granted_is_refused(server: Served) -> None:
    token = await server.grant("ana", "principal", assistant="desk", mandates=("storage",))
    async with server.client(token) as client:
        for under in ("money", "", None, ["storage"]):
            record = settled("k", authority={"kind": "delegated", "by": "desk", "under": under})
            refused(await post(client, record), 403, "mandate-not-yours")
        for place, under in enumerate(("storage", MANDATES["storage"])):
            record = settled("k", record_id=f"s{place}", authority={"kind": "delegated", "by": "desk", "under": under})
            assert (await post(client, record)).status_code == 201


async def test_what_else_the_principal_writes_is_in_the_tokens_name_too(server: Served) -> None:
    token = await server.grant("ana", "principal")
    back = {**settled("k"), "type": "reopened", "supersedes": ["s0"]}
    for gone in ("outcome", "answer", "authority", "terms_rev"):
        del back[gone]
    async with server.client(token) as client:
        refused(await post(client, {**back, "sayso": {"by": "bob"}}), 403, "by-not-you")
        assert (await post(client, {**back, "sayso": {"by": "ana"}})).status_code == 201


@pytest.mark.parametrize("change", [amended, withdrawn])
async def test_only_who_raised_a_decision_amends_or_withdraws_it(server: Served, change: Any) -> None:
    mine, theirs = await server.grant("cc-17"), await server.grant("cc-18")
    async with server.client(mine) as client, server.client(theirs) as other:
        assert (await post(client, raised("k"))).status_code == 201
        refused(await post(other, change("k")), 403, "not-the-asker")
        assert (await post(other, note("k"))).status_code == 201
        assert (await post(client, change("k"))).status_code == 201


async def test_a_question_from_the_command_line_is_not_changed_from_elsewhere(server: Served) -> None:
    async with server.client() as client:
        await server.store.ask("k", lambda _: [raised("k")], "cli")
        problem = refused(await post(client, amended("k")), 403, "not-the-asker")
    assert "raised on the machine that serves it" in problem["detail"]
    assert "sayso amend" in problem["detail"] and "principal dismisses it" in problem["detail"]


async def test_a_question_from_before_there_were_tokens_is_changed_by_none_and_the_way_out_is_told(
    server: Served,
) -> None:
    async with server.client() as client:
        assert (await post(client, raised("k"))).status_code == 201
    token = await server.grant("cc-17")
    async with server.client(token) as client:
        for change in (amended("k"), withdrawn("k")):
            problem = refused(await post(client, change), 403, "not-the-asker")
            assert "raised without a token" in problem["detail"]
            assert "on the machine that serves it (sayso amend, sayso withdraw)" in problem["detail"]
            assert "or the principal dismisses it" in problem["detail"]
        assert (await post(client, note("k"))).status_code == 201
    await server.store.ask("k", lambda _: [amended("k")], "cli")


OTHERS = {"text": "Delete all backups?", "options": [{"id": "a", "label": "yes"}, {"id": "b", "label": "no"}]}


async def stands(client: Any, key: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get("/v1/decision", params={"key": key})).json()
    return found


async def test_a_key_belongs_to_whoever_asked_under_it_first(server: Served) -> None:
    mine, theirs = await server.grant("cc-17"), await server.grant("cc-18")
    async with server.client(mine) as client, server.client(theirs) as other:
        await post(client, raised("k"))
        again = {**raised("k", minutes=9), "id": "r2", "terms": OTHERS}
        problem = refused(await post(other, again), 403, "not-the-asker")
        assert "asked by somebody else already" in problem["detail"] and "another key" in problem["detail"]
        assert ((await stands(client, "k"))["title"], (await stands(client, "k"))["flags"]) == ("Which database?", [])
        refused(await post(other, {**withdrawn("k"), "supersedes": ["r2", "r:k"]}), 403, "not-the-asker")
        refused(await post(other, raised("k", minutes=9)), 409, "id-reused")
        assert (await post(other, raised("k"))).status_code == 200
        assert (await post(client, {**raised("k", minutes=9), "id": "r2"})).status_code == 201
        assert (await post(client, amended("k", rev=2))).status_code == 201


@pytest.mark.parametrize("ahead", [amended("k"), {**withdrawn("k"), "at": "2027-10-27T09:00:00Z"}])
async def test_nobody_changes_what_somebody_else_is_yet_to_ask(server: Served, ahead: dict[str, object]) -> None:
    mine, theirs = await server.grant("cc-17"), await server.grant("cc-18")
    async with server.client(mine) as client, server.client(theirs) as other:
        problem = refused(await post(other, ahead), 403, "not-the-asker")
        assert "Send the question first" in problem["detail"]
        assert (await post(client, raised("k"))).status_code == 201
        now = await stands(client, "k")
        assert (now["title"], now["state"], now["problems"]) == ("Which database?", "open", [])
        refused(await post(other, ahead), 403, "not-the-asker")
        assert (await post(client, ahead)).status_code == 201


async def test_in_a_batch_ones_own_question_comes_before_its_changes_and_else_the_changes_again(
    server: Served,
) -> None:
    mine = await server.grant("cc-17")

    async def batch(*records: dict[str, object]) -> list[int]:
        body = b"\n".join(line(each) for each in records)
        answer = await client.post("/v1/records", content=body, headers=LINES)
        return [json.loads(each)["status"] for each in answer.text.splitlines()]

    async with server.client(mine) as client:
        assert await batch(raised("k"), amended("k"), {**withdrawn("k"), "supersedes": ["am"]}) == [201, 201, 201]
        assert await batch(amended("late"), raised("late")) == [403, 201]
        assert await batch(amended("late"), raised("late")) == [201, 200]


async def test_what_came_another_way_says_that_somebody_else_changed_it(server: Served) -> None:
    mine, theirs = await server.grant("cc-17"), await server.grant("cc-18")
    store = server.store
    async with server.client(mine) as client, server.client(theirs) as other:
        await store.take_in([line(amended("k"))], "cc-18")
        assert (await stands(client, "k"))["problems"] == ["Not everything is held: r:k is replaced but absent."]
        assert (await post(client, raised("k"))).status_code == 201
        told = ["It was changed by cc-18, and asked by another: cc-17."]
        assert (await stands(client, "k"))["problems"] == told
        assert (await post(client, note("k"))).status_code == 201
        assert (await stands(client, "k"))["problems"] == told
        await post(client, raised("mine"))
        await store.take_in([line({**amended("mine"), "supersedes": ["r:mine"]})], "cli")
        assert (await stands(other, "mine"))["problems"] == []


async def test_a_prefix_limits_what_is_read_and_what_is_written(server: Served) -> None:
    everywhere, acme = await server.grant("all"), await server.grant("acme", prefix="acme/")
    async with server.client(everywhere) as client:
        for key in ("acme/a", "acm", "other/acme/", "acme/b", "ACME/c"):
            assert (await post(client, raised(key))).status_code == 201
    async with server.client(acme) as client:
        page = (await client.get("/v1/records")).json()
        assert [each["record"]["key"] for each in page["records"]] == ["acme/a", "acme/b"]
        assert not page["more"]
        assert (await client.get("/v1/decision", params={"key": "acme/a"})).status_code == 200
        for key in ("acm", "other/acme/"):
            refused(await client.get("/v1/decision", params={"key": key}), 403, "outside-prefix")
            refused(await client.get("/v1/records", params={"key": key}), 403, "outside-prefix")
            refused(await post(client, note(key)), 403, "outside-prefix")
        assert (await post(client, note("acme/a"))).status_code == 201


@pytest.mark.parametrize("prefix", ["acme/", "acme/\ud7ff", "a", "\U0010ffff", "~none/"])
async def test_a_prefix_token_is_told_how_many_records_it_reaches_and_not_how_many_there_are(
    server: Served, prefix: str
) -> None:
    token = await server.grant("theirs", prefix=prefix)
    keys = ["acme/a", "acme/\ud7ffx", "acme/\ue000", "acm", "ACME/c", "b", "\U0010ffffz", "acme0"]
    await server.store.take_in([line(raised(key)) for key in keys], "import")
    async with server.client(token) as client:
        told = (await client.get("/v1/health")).json()["records"]
        assert told == len((await client.get("/v1/records")).json()["records"])
        assert told == sum(key.startswith(prefix) for key in keys)


@pytest.mark.parametrize("asked", [True, False])
async def test_what_is_settled_with_a_token_that_i_granted_is_mine_and_else_it_is_not_from_here(
    server: Served, asked: bool
) -> None:
    token = await server.grant("ana", "principal", asked=asked)
    server.ledger.i_am(("ana",))
    async with server.client(token) as client:
        assert (await post(client, settled("k"))).status_code == 201
        assert ("not-from-here" in (await client.get("/v1/decision?key=k")).json()["flags"]) is not asked

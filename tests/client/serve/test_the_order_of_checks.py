"""401/403 → held already (200) → 409 → 422 → 412: a retry of one's own accepted record is always 200."""

import json
from typing import Any

import pytest

from handoff_records import line, note, raised, settled
from served import Served, amended, held, post, refused, take_in

STALE = {"If-Match": '"00000000000000000000000000000000"'}


@pytest.fixture
async def ana(server: Served) -> str:
    return await server.grant("ana", "requester", "agent", "principal")


async def test_a_new_record_is_201_and_the_same_again_200_with_the_same_cursor(server: Served) -> None:
    async with server.client() as client:
        first = await post(client, raised("k"))
        again = await post(client, raised("k"))
        other_spelling = await post(client, line(dict(reversed(raised("k").items()))) + b"  \n")
    assert (first.status_code, again.status_code, other_spelling.status_code) == (201, 200, 200)
    assert first.json() == again.json() == other_spelling.json()
    assert first.json()["id"] == "r:k"
    assert await held(server) == 1


async def test_whoever_may_not_write_it_is_not_told_that_it_is_held(server: Served, ana: str) -> None:
    other = await server.grant("cc-17")
    async with server.client(ana) as client:
        assert (await post(client, settled("k"))).status_code == 201
    async with server.client(other) as client:
        refused(await post(client, settled("k")), 403, "origin-not-allowed")


async def test_what_is_held_is_200_whatever_moved_since(server: Served, ana: str) -> None:
    async with server.client(ana) as client:
        await post(client, raised("k"))
        assert (await post(client, settled("k"))).status_code == 201
        await post(client, amended("k"))
        assert (await post(client, settled("k"), **STALE)).status_code == 200


async def test_an_invalid_record_that_an_import_brought_is_200_too(server: Served, ana: str) -> None:
    bad = {**note("k"), "about": ""}
    await take_in(server, bad)
    async with server.client(ana) as client:
        assert (await post(client, bad)).status_code == 200
        refused(await post(client, {**bad, "id": "n2"}), 422, "invalid-record")


async def test_the_same_id_with_other_content_is_409_before_its_rules_are_looked_at(server: Served, ana: str) -> None:
    async with server.client(ana) as client:
        await post(client, raised("k"))
        refused(await post(client, raised("k", text="")), 409, "id-reused")
        refused(await post(client, raised("k", text="Another?")), 409, "id-reused")
        await post(client, settled("k"))
        refused(await post(client, settled("k", "sqlite"), **STALE), 409, "id-reused")


async def test_an_id_may_be_used_by_another_origin_and_family(server: Served, ana: str) -> None:
    async with server.client(ana) as client:
        assert (await post(client, {**raised("k"), "id": "x"})).status_code == 201
        assert (await post(client, {**note("k"), "id": "x"})).status_code == 201
        assert (await post(client, {**settled("k"), "id": "x"})).status_code == 201


async def test_an_invalid_settlement_is_422_also_when_the_decision_moved(server: Served, ana: str) -> None:
    async with server.client(ana) as client:
        await post(client, raised("k"))
        refused(await post(client, settled("k", outcome="maybe"), **STALE), 422, "invalid-record")


INVALID: list[tuple[bytes, str]] = [
    (b"", ""),
    (b"[]", ""),
    (b"null", ""),
    (b'{"ext"', ""),
    (line(raised("k"))[:-20], ""),
    (b"\xff" + line(raised("k")), ""),
    (line({**raised("k"), "deep": json.loads("[" * 65 + "]" * 65)}), ""),
    (line(raised("k")).replace(b'"terms_rev":1', b'"terms_rev":1,"terms_rev":1'), ""),
    (line(raised("k")).replace(b'"terms_rev":1', b'"terms_rev":NaN'), ""),
    (line(raised("k")).replace(b'"key":"k"', b'"key":"\\ud800"'), "/key"),
    (line(raised("k")).replace(b'"id":"r:k"', b'"id":"\\udfff"'), "/id"),
    (line(raised("k")).replace(b'"key":"k"', b'"key":"a\\u0000"'), "/key"),
    (line({**raised("k"), "key": ""}), "/key"),
    (line({**raised("k"), "id": None}), "/id"),
    (line({**raised("k"), "at": "yesterday"}), "/at"),
    (line({**raised("k"), "ext": None}), "/ext"),
    (line({**raised("k"), "ext": "other/1", "origin": None}), "/origin"),
    (line({**raised("k"), "type": "guessed"}), "/type"),
    (line({**raised("k"), "terms_rev": 2}), "/terms_rev"),
    (line(raised("k", text=" ")), "/terms"),
    (line(raised("k", due="soon")), "/terms/due"),
    (line(raised("k", default="")), "/terms/default"),
    (line(raised("k", options=[{"id": "a"}])), "/terms/options"),
    (line(raised("k", options=[{"id": str(n), "label": "x"} for n in range(256)])), "/terms/options"),
    (line({**note("k"), "about": None}), "/about"),
    (line({**raised("k"), "supersedes": "x"}), "/supersedes"),
]


async def test_what_breaks_the_rules_is_422_with_each_problem_and_its_place(server: Served) -> None:
    async with server.client() as client:
        for raw, path in INVALID:
            problem = refused(await post(client, raw), 422, "invalid-record")
            errors: list[dict[str, Any]] = problem["errors"]
            assert path in [each["path"] for each in errors], (raw[-80:], errors)
            assert all(each["problem"] for each in errors)
    assert await held(server) == 0


OF_PRINCIPAL: list[tuple[dict[str, object], str]] = [
    (settled("k", outcome="maybe"), "/outcome"),
    (settled("k", answer={"text": ""}), "/answer"),
    (settled("k", authority={"kind": "king", "by": "ana"}), "/authority"),
    (settled("k", terms_rev=0), "/terms_rev"),
    ({**settled("k"), "type": "reopened"}, "/supersedes"),
    ({**settled("k"), "type": "related", "relation": {"kind": "same_as"}}, "/relation"),
]


async def test_so_is_what_a_principal_gets_wrong(server: Served, ana: str) -> None:
    async with server.client(ana) as client:
        for record, path in OF_PRINCIPAL:
            problem = refused(await post(client, record), 422, "invalid-record")
            assert path in [each["path"] for each in problem["errors"]], record


async def test_a_retry_of_an_accepted_record_is_200_after_everything_else_changed(server: Served, ana: str) -> None:
    async with server.client(ana) as client:
        tag = (await post(client, raised("k"))).headers["etag"]
        assert (await post(client, settled("k"), **{"If-Match": tag})).status_code == 201
        await post(client, amended("k"))
        assert (await post(client, settled("k"), **{"If-Match": tag})).status_code == 200

"""What became of a parcel: recorded, conflict, refused; or nobody knows, which is never told as anything else."""

import json
from dataclasses import replace

import pytest

from hostile_server import HostileServer, Reply, Request, document, page, problem, reply
from sayso_client.errors import Denied, OutcomeUnknown, StoreError, Unreachable, WrongServer
from sayso_client.stores.http.etag import etag
from sayso_client.verdict import Receipt, ReceiptKind
from wires import QUICK, TOKEN, parcel, wire_to


async def sent(said: Reply, **bounds: float) -> Receipt:
    async with HostileServer({"/v1/records": said}) as server:
        wire = wire_to(server, bounds=replace(QUICK, **bounds))  # type: ignore[arg-type]
        try:
            return await wire.send(parcel())
        finally:
            await wire.close()


async def test_the_bytes_go_out_as_they_are_with_what_was_seen() -> None:
    async with HostileServer({"/v1/records": document({"id": "r1", "cursor": "c"}, 201)}) as server:
        wire = wire_to(server)
        await wire.send(parcel(b'{"id":"r1",  "x":1.0}', seen='{"answer":[]}'))
        await wire.send(parcel(seen=""))
        await wire.close()
    verdict, note = server.asked
    assert verdict.body == b'{"id":"r1",  "x":1.0}'
    assert verdict.headers["content-type"] == "application/json"
    assert verdict.headers["if-match"] == etag('{"answer":[]}')
    assert "if-match" not in note.headers


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (document({"id": "r1"}, 201), ReceiptKind.RECORDED, "Recorded in team."),
        (document({"id": "r1"}, 200), ReceiptKind.RECORDED, "Recorded in team, which held it already."),
        (problem(412, "moved"), ReceiptKind.CONFLICT, "It changed in team while you decided"),
        (document({"code": "moved", "decision": None}, 412), ReceiptKind.REFUSED, "team does not hold it, so there is"),
        (problem(409, "id-reused", "Held.\x1b[2J"), ReceiptKind.REFUSED, "team refused it (409): Held.␛[2J."),
        (problem(413, "too-large"), ReceiptKind.REFUSED, "refused it (413)"),
        (problem(422, "invalid-record"), ReceiptKind.REFUSED, "refused it (422)"),
        (problem(403, "origin-not-allowed"), ReceiptKind.REFUSED, "refused it (403)"),
        (problem(403, "by-not-you"), ReceiptKind.REFUSED, "refused it (403)"),
        (problem(403, "mandate-not-yours"), ReceiptKind.REFUSED, "refused it (403)"),
        (problem(403, "not-the-asker"), ReceiptKind.REFUSED, "refused it (403)"),
        (problem(429, "too-many-asks", "Withdraw some."), ReceiptKind.REFUSED, "refused it (429): Withdraw some."),
    ],
)
async def test_a_store_says_what_became_of_it(said: Reply, kind: ReceiptKind, words: str) -> None:
    receipt = await sent(said)
    assert (receipt.kind, receipt.id, receipt.ref) == (kind, "r1", parcel().ref)
    assert words in receipt.sentence


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (problem(401), Denied),
        (problem(403), Denied),
        (problem(403, "web-page"), Denied),
        (problem(404), WrongServer),
        (problem(415), WrongServer),
        (reply(307, Location="http://x.example"), WrongServer),
        (problem(429), Unreachable),
        (problem(503), Unreachable),
        (problem(408), Unreachable),
        (problem(500), OutcomeUnknown),
        (problem(502), OutcomeUnknown),
        (problem(504), OutcomeUnknown),
        (reply(202), OutcomeUnknown),
        (reply(200, b"<html>", "text/html"), OutcomeUnknown),
        (document({"id": "another"}, 201), OutcomeUnknown),
        (reply(201, b'{"id":"r1'), OutcomeUnknown),
        (reply(201, b"x" * 2_000), OutcomeUnknown),
        (Reply((), cut=True), OutcomeUnknown),
        (Reply((b"HTTP/1.1 201 Created\r\nContent-Le",), cut=True), OutcomeUnknown),
        (Reply((b"HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{",), cut=True), OutcomeUnknown),
        (Reply((b"nonsense\r\n\r\n",), cut=True), OutcomeUnknown),
    ],
)
async def test_what_is_not_sure_is_unknown_and_what_is_surely_not_written_is_told_so(
    said: Reply, kind: type[StoreError]
) -> None:
    with pytest.raises(StoreError) as caught:
        await sent(said, body=1_000)
    assert type(caught.value) is kind
    assert "team" in str(caught.value)
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize("code", ["slow-down", "", "too-many"])
async def test_whoever_asks_for_patience_is_asked_again_after_it(code: str) -> None:
    with pytest.raises(Unreachable) as caught:
        await sent(problem(429, code, Retry_After="60"))
    assert caught.value.retry_after == 60


async def test_a_question_under_a_key_that_is_asked_already_meets_that_one() -> None:
    async with HostileServer({"/v1/records": problem(409, "id-reused", "Held.")}) as server:
        wire = wire_to(server)
        receipt = await wire.send(replace(parcel(seen=""), id="r:acme/db"))
        await wire.close()
    assert (receipt.kind, "another question under this key" in receipt.sentence) == (ReceiptKind.CONFLICT, True)


async def test_an_answer_that_does_not_come_is_unknown() -> None:
    with pytest.raises(OutcomeUnknown, match="never writes twice"):
        await sent(Reply((), hold=True), read_s=0.05)


async def test_nobody_there_means_surely_not_written() -> None:
    async with HostileServer({}) as server:
        url = server.url
    wire = wire_to(url)
    with pytest.raises(Unreachable):
        await wire.send(parcel())
    await wire.close()


RECORD = {"ext": "decisions/0.3", "key": "acme/db", "origin": "principal", "type": "settled", "id": "r1", "n": 1}


def holding(*records: dict[str, object]) -> dict[str, Reply]:
    return {"/v1/records": page([json.dumps(each).encode() for each in records], "c")}


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        ((), None),
        ((RECORD,), ReceiptKind.RECORDED),
        ((dict(reversed(RECORD.items())),), ReceiptKind.RECORDED),
        (({**RECORD, "n": 2},), ReceiptKind.REFUSED),
        (({**RECORD, "n": 2, "origin": "agent"},), None),
        (({**RECORD, "id": "r2"}, {**RECORD, "n": 2, "origin": "agent"}, RECORD), ReceiptKind.RECORDED),
    ],
)
async def test_a_lost_outcome_is_found_by_reading_back(held: tuple[dict[str, object], ...], kind: str | None) -> None:
    async with HostileServer(holding(*held)) as server:
        wire = wire_to(server)
        found = await wire.resolve(parcel(json.dumps(RECORD).encode()))
        await wire.close()
    assert (found and found.kind) == kind
    assert server.asked[0].query["key"] == "acme/db"


async def test_reading_back_goes_through_all_pages() -> None:
    def says(request: Request) -> Reply:
        if "after" in request.query:
            return page([json.dumps(RECORD).encode()], "c2")
        return page([b"{}"], "c1", more=True)

    async with HostileServer(says) as server:
        wire = wire_to(server)
        found = await wire.resolve(parcel(json.dumps(RECORD).encode()))
        await wire.close()
    assert found is not None
    assert found.recorded

"""A byte that becomes another one on the way may leave JSON behind; its digest tells (RFC 9530)."""

import gzip

import pytest

from hostile_server import UUID, HostileServer, Reply, event, health, item, page, problem, reply, stream
from sayso_client.errors import OutcomeUnknown, Unreachable
from sayso_client.stores.http.digests import field, of_event
from sayso_client.verdict import ReceiptKind
from wires import first, parcel, raws, wire_to

RECORD = b'{"key":"k","id":"1","text":"Which database?"}'
CURSOR = f"{UUID}.1.0123456789abcdef"


def signed(said: Reply, before: bytes = b"", after: bytes = b"") -> Reply:
    """With its digest; then a part of it becomes another one."""
    head, _, body = said.pieces[0].partition(b"\r\n\r\n")
    line = f"\r\nContent-Digest: {field(body)}".encode()
    return Reply((head + line + b"\r\n\r\n" + body.replace(before, after, 1),))


async def test_what_came_as_it_was_sent_is_taken() -> None:
    said = {"/v1/health": signed(health()), "/v1/records": signed(page([RECORD], CURSOR))}
    async with HostileServer(said) as server:
        wire = wire_to(server)
        assert (await wire.hello()).can_write
        assert raws(await first(wire, 1)) == [RECORD]
        await wire.close()


async def test_a_changed_word_of_who_we_are_is_no_word() -> None:
    async with HostileServer({"/v1/health": signed(health(), b'"requester"', b'"requestes"')}) as server:
        wire = wire_to(server)
        with pytest.raises(Unreachable, match="changed on the way"):
            await wire.hello()
        await wire.close()


@pytest.mark.parametrize("most", ["sha-256=:AAAA:", "sha-256=garbage"])
async def test_a_digest_that_cannot_be_read_fits_nothing(most: str) -> None:
    async with HostileServer({"/v1/records": reply(200, b"{}", content_digest=most)}) as server:
        wire = wire_to(server)
        with pytest.raises(Unreachable, match="changed on the way"):
            await first(wire, 1)
        await wire.close()


async def test_a_changed_record_of_a_page_is_not_taken() -> None:
    said = signed(page([RECORD], CURSOR), b"database", b"datebase")
    async with HostileServer({"/v1/records": said}) as server:
        wire = wire_to(server)
        with pytest.raises(Unreachable, match="changed on the way"):
            await first(wire, 1)
        await wire.close()


async def test_a_page_that_something_between_has_packed_is_taken() -> None:
    body = b'{"records":[%b],"cursor":"%b","more":false}' % (item(RECORD), CURSOR.encode())
    packed = reply(200, gzip.compress(body), content_encoding="gzip", content_digest=field(body))
    async with HostileServer({"/v1/records": packed}) as server:
        wire = wire_to(server)
        assert raws(await first(wire, 1)) == [RECORD]
        await wire.close()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"database", b"datebase"),
        (b"event: record", b"event: recore"),
        (b"id: " + CURSOR.encode(), b"id: " + CURSOR.encode().replace(b".1.", b".9.")),
        (b"\ndigest: sha-256=:", b"\ndigest: sha-256=:A"),
    ],
)
async def test_a_changed_event_is_not_taken_and_none_is_passed_over(before: bytes, after: bytes) -> None:
    told = f"\ndigest: {of_event('record', CURSOR, item(RECORD))}\n".encode()
    good = told + event(RECORD, CURSOR)
    garbled = good.replace(before, after, 1)
    assert garbled != good
    for piece, taken in ((good, True), (garbled, False)):
        async with HostileServer({"/v1/records": page([], "c"), "/v1/records/stream": stream(piece)}) as server:
            wire = wire_to(server)
            if taken:
                assert raws(await first(wire, 2)) == [RECORD]
            else:
                with pytest.raises(Unreachable, match="changed on the way"):
                    await first(wire, 2)
            await wire.close()


async def test_what_is_sent_tells_its_digest() -> None:
    async with HostileServer({"/v1/records": reply(201, b'{"id":"r1"}')}) as server:
        wire = wire_to(server)
        assert (await wire.send(parcel())).kind is ReceiptKind.RECORDED
        await wire.close()
    assert server.asked[0].headers["content-digest"] == field(server.asked[0].body)


async def test_what_was_changed_on_its_way_to_the_store_is_sent_again() -> None:
    async with HostileServer({"/v1/records": problem(400, "digest-mismatch", "It was changed.")}) as server:
        wire = wire_to(server)
        with pytest.raises(Unreachable, match="cannot read what comes"):
            await wire.send(parcel())
        await wire.close()


async def test_a_changed_answer_to_what_was_sent_leaves_the_outcome_unknown() -> None:
    said = signed(reply(422, b'{"code":"invalid-record"}', "application/problem+json"), b"invalid", b"invelid")
    async with HostileServer({"/v1/records": said}) as server:
        wire = wire_to(server)
        with pytest.raises(OutcomeUnknown, match="changed on the way"):
            await wire.send(parcel())
        await wire.close()

"""The call that writes: one record, or many of which each stands alone."""

import json
from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response

from sayso_client.errors import LedgerError
from sayso_client.serve import body, calls, door, guard
from sayso_client.serve.door import Knock, Moved, Taken
from sayso_client.serve.matching import Match, etag_of
from sayso_client.serve.problems import Refusal, unusable
from sayso_client.serve.serving import Serving
from sayso_client.serve.tokens import Grant
from sayso_client.stores.limits import LARGEST

MOST_LINES = 1_000
LARGEST_BATCH = 8 * 1_048_576
"""Records and bytes of one batch."""


async def write(request: Request) -> Response:
    """`POST /v1/records`."""
    serving: Serving = request.app.state.serving
    grant = await calls.admitted(request, lambda _, grant: grant)
    many = guard.refuse_no_json(request.headers)
    match = Match.parse(request.headers.get("if-match"))
    if many:
        if match is not None:
            detail = "If-Match goes with one record, not with a batch. Nothing was written."
            raise Refusal(400, "bad-if-match", detail)
        raw = await body.read(request, LARGEST_BATCH)
        return await _batch(serving, grant, raw)
    most = door.LARGEST_OF_PRINCIPAL if "principal" in grant.origins else LARGEST
    taken = await _take(serving, grant, await body.read(request, most + 64), match)
    headers = {"ETag": taken.etag} if taken.etag else {}
    return Response(json.dumps(_members(serving, grant, taken)), 201 if taken.new else 200, headers, guard.JSON)


async def _batch(serving: Serving, grant: Grant, raw: bytes) -> Response:
    lines = [each for each in raw.split(b"\n") if each.strip()]
    if len(lines) > MOST_LINES:
        detail = f"{len(lines):,} records came; a batch has {MOST_LINES:,} at most. Nothing was written."
        raise Refusal(413, "too-large", detail)
    told = [await _result(serving, grant, each) for each in lines]
    return Response(_lines(told), 200, {"Cache-Control": "no-store"}, guard.LINES)


async def _result(serving: Serving, grant: Grant, raw: bytes) -> dict[str, object]:
    """The line that tells what became of one record of several."""
    try:
        taken = await _take(serving, grant, raw, None)
    except Refusal as refusal:
        return refusal.problem
    except LedgerError as error:
        return unusable(error).problem
    return {"status": 201 if taken.new else 200, **_members(serving, grant, taken)}


async def _take(serving: Serving, grant: Grant, raw: bytes, match: Match | None) -> Taken:
    knock: Knock = door.knock(raw, grant, match, serving.mandates)
    try:
        async with serving.turn:
            return await serving.ledger.write(lambda writing: door.take(writing, serving.name, knock))
    except Moved as moved:
        raise _moved(serving, moved) from None


def _moved(serving: Serving, moved: Moved) -> Refusal:
    now = moved.decision
    detail = "The decision changed since it was seen. Nothing was written; see how it stands now."
    members = {"decision": serving.documents.decision(now) if now else None}
    return Refusal(412, "moved", detail, members=members, headers={"ETag": etag_of(now.seen)} if now else {})


def _members(serving: Serving, grant: Grant, taken: Taken) -> dict[str, object]:
    return {"id": taken.id, "cursor": str(calls.told(serving, taken.link, grant))}


def _lines(values: Iterable[object]) -> bytes:
    return "".join(f"{json.dumps(each)}\n" for each in values).encode()

"""The calls that read: health, pages of records, the stream, one decision."""

import asyncio
import gzip
import json
import re
import sqlite3
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from sayso_client.decision import Decision
from sayso_client.handoff.records import sendable
from sayso_client.ledger import chain
from sayso_client.ledger.body import read as read_body
from sayso_client.serve import cursor, guard, pages, who
from sayso_client.serve.cursor import Cursor
from sayso_client.serve.matching import etag_of
from sayso_client.serve.pages import Page, Wanted
from sayso_client.serve.problems import Refusal
from sayso_client.serve.serving import Serving
from sayso_client.serve.stream import Asked, Stream
from sayso_client.serve.tokens import Grant

T = TypeVar("T")

CONTRACT = 1
"""Version of what docs/http.md promises."""

_BODY = "SELECT body.decision FROM decision JOIN body USING (num) WHERE store = ? AND key = ?"
_NO_STORE = {"Cache-Control": "no-store"}
_PACKED = 1_024
"""Bytes from which on a page is packed for another machine. On this one that would only take time."""


class Caller(NamedTuple):
    """What a request's headers tell about who asks."""

    digest: bytes | None
    serving: Serving

    def granted(self, db: sqlite3.Connection) -> Grant:
        """What they may do. Raises Refusal (401)."""
        return who.grant(db, self.serving.uuid, self.digest, only_here=self.serving.only_here)


def caller(request: Request) -> Caller:
    """Who asks. Raises Refusal when it cannot be told, or is a web page."""
    serving: Serving = request.app.state.serving
    digest = who.digest_of(request.headers.get("authorization"))
    guard.refuse_pages(request.headers, only_here=serving.only_here and digest is None)
    return Caller(digest, serving)


async def admitted(request: Request, act: Callable[[sqlite3.Connection, Grant], T]) -> T:
    """What `act` reads for this caller, from one view of the ledger."""
    found = caller(request)

    def look(db: sqlite3.Connection) -> T:
        grant = found.granted(db)
        # The log names who asked; by the token's name, never by the token.
        request.state.caller = grant.name
        return act(db, grant)

    return await found.serving.reading.look(look)


async def health(request: Request) -> Response:
    """`GET /v1/health`."""
    serving: Serving = request.app.state.serving

    def look(db: sqlite3.Connection, grant: Grant) -> dict[str, object]:
        you = {
            "name": grant.name if grant.has_token else None,
            "origins": grant.origins,
            "prefix": grant.prefix,
            "assistant": grant.assistant,
            "mandates": grant.mandates,
        }
        count = pages.count(db, Wanted(serving.number, grant.prefix))
        return {
            "name": serving.name,
            "version": serving.version,
            "contract": CONTRACT,
            "store": serving.uuid,
            "records": count,
            "you": you,
        }

    return _json(await admitted(request, look))


async def records(request: Request) -> Response:
    """`GET /v1/records`: a page."""
    serving: Serving = request.app.state.serving
    after, key = request.query_params.get("after") or None, request.query_params.get("key")
    limit = _limit(request.query_params.get("limit"))

    def look(db: sqlite3.Connection, grant: Grant) -> tuple[Page, str]:
        wanted = _wanted(serving, grant, key)
        place = cursor.place(db, serving.number, serving.uuid, after, grant.prefix)
        if place is None:
            detail = (
                "That cursor is none of this store, or you reach more now than when you got it, or the store was "
                "restored from an older backup. Begin without one."
            )
            raise Refusal(410, "reset", detail)
        return pages.page(db, wanted, place, limit), grant.prefix

    page, prefix = await admitted(request, look)
    rows = b",\n".join(each.body for each in page.items)
    end = json.dumps(str(cursor.of(serving.uuid, page.end, prefix))).encode()
    more = b"true" if page.more else b"false"
    body = b'{"records":[\n%b\n],"cursor":%b,"more":%b}\n' % (rows, end, more)
    if serving.only_here or len(body) < _PACKED or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, 200, _NO_STORE, guard.JSON)
    packed = await asyncio.to_thread(gzip.compress, body, 1)
    return Response(packed, 200, {**_NO_STORE, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}, guard.JSON)


async def stream(request: Request) -> "Stream":
    """`GET /v1/records/stream`: server-sent events."""
    serving: Serving = request.app.state.serving
    # A browser's EventSource sends the newer one as a header, and the one it began with in the address.
    after = request.headers.get("last-event-id") or request.query_params.get("after") or None
    found = caller(request)

    def look(db: sqlite3.Connection, grant: Grant) -> Asked:
        def still(db: sqlite3.Connection) -> None:
            if found.granted(db) != grant:
                raise Refusal(401, "token-unknown", "This token was changed.")

        place = cursor.place(db, serving.number, serving.uuid, after, grant.prefix)
        return Asked(serving.uuid, _wanted(serving, grant, None), place, still)

    asked = await admitted(request, look)
    return Stream(asked, serving.hub, serving.reading, serving.comment_s)


async def decision(request: Request) -> Response:
    """`GET /v1/decision?key=…`."""
    serving: Serving = request.app.state.serving
    key = request.query_params.get("key")
    if not key:
        raise Refusal(400, "no-key", "Say which decision: ?key=KEY.")

    def look(db: sqlite3.Connection, grant: Grant) -> Decision:
        if not grant.covers(key):
            raise who.outside(grant)
        found = db.execute(_BODY, (serving.number, key)).fetchone() if sendable(key) else None
        if found is None:
            raise Refusal(404, "not-found", "No decision of that key is held here.")
        return read_body(found[0])

    held = await admitted(request, look)
    tag = etag_of(held.seen)
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, {"ETag": tag})
    return _json(serving.documents.decision(held), headers={"ETag": tag})


def told(serving: Serving, place: chain.Link, grant: Grant) -> Cursor:
    """The cursor of a place in this store, for whom that is granted."""
    return cursor.of(serving.uuid, place, grant.prefix)


def _wanted(serving: Serving, grant: Grant, key: str | None) -> Wanted:
    if key is not None and not grant.covers(key):
        raise who.outside(grant)
    if key is not None and not sendable(key):
        raise Refusal(400, "no-key", "No decision can have that key.")
    return Wanted(serving.number, grant.prefix, key)


def _limit(said: str | None) -> int:
    if said is None:
        return pages.MOST
    if not re.fullmatch(r"[1-9][0-9]{0,8}", said):
        raise Refusal(400, "bad-limit", f"limit is a number from 1 to {pages.MOST}.")
    return min(int(said), pages.MOST)


def _json(value: object, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(value), 200, {**_NO_STORE, **(headers or {})}, guard.JSON)

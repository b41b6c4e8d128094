"""The application: routes, refusals, and a line in the log for each request."""

import time

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso_client.errors import LedgerError
from sayso_client.serve import calls, guard, log, openapi, problems, writes
from sayso_client.serve.problems import Refusal
from sayso_client.serve.serving import Serving
from sayso_client.stores.http import digests


def application(serving: Serving) -> Starlette:
    """The application that serves it."""
    app = Starlette(
        routes=[
            Route("/v1/health", calls.health, methods=["GET"]),
            Route("/v1/records", _records, methods=["GET", "POST"]),
            Route("/v1/records/stream", calls.stream, methods=["GET"]),
            Route("/v1/decision", calls.decision, methods=["GET"]),
            Route("/v1/openapi.json", _openapi, methods=["GET"]),
        ],
        exception_handlers={
            Refusal: problems.refused,
            LedgerError: problems.of_ledger,
            HTTPException: _no_route,
            Exception: problems.failed,
        },
        middleware=[Middleware(Logged), Middleware(Digested)],
    )
    # Else what ends in a slash is sent on to an address that is made of the Host that the caller gave.
    app.router.redirect_slashes = False
    app.state.serving = serving
    return app


async def _records(request: Request) -> Response:
    return await (writes.write(request) if request.method == "POST" else calls.records(request))


async def _openapi(request: Request) -> Response:
    """`GET /v1/openapi.json`; holds nothing of anybody, so it needs no token."""
    serving: Serving = request.app.state.serving
    guard.refuse_pages(request.headers, only_here=serving.only_here and "authorization" not in request.headers)
    return JSONResponse(openapi.document(serving))


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        refusal = Refusal(405, "method-not-allowed", "This is not done here with that method.", headers=error.headers)
    elif error.status_code == 404:
        refusal = Refusal(404, "not-found", "There is no such call; /v1/openapi.json lists them.")
    else:
        refusal = Refusal(error.status_code, "refused", "This request cannot be read.")
    return problems.answer(refusal)


class Digested:
    """Adds to each whole answer by what its content can be told from a changed one (RFC 9530). Streams pass."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on; the head waits for the content that belongs to it."""
        head: Message | None = None

        async def told(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                head = message
                return
            if head is not None:
                begun, head = head, None
                content = message.get("body", b"")
                if content and not message.get("more_body"):
                    digest = (digests.HEADER.lower().encode(), digests.field(content).encode())
                    begun = {**begun, "headers": [*begun["headers"], digest]}
                await send(begun)
            await send(message)

        await self._app(scope, receive, told if scope["type"] == "http" else send)


class Logged:
    """Writes who asked for what and what came of it: no query, no body, no token, no address that is not ours."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, and look at the status."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began = 0, time.monotonic()

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, seen)
        finally:
            state = scope.get("state", {})
            log.request(scope["method"], scope["path"], status, state.get("caller"), time.monotonic() - began)

"""HTTP/1.1 with patience that ends: a head that does not come, or an answer that is not taken, closes the connection.

uvicorn bounds what it keeps of a connection, but not how long it waits. This adds the two timers that are missing, and
refuses with problem details what never reaches the application.
"""

import asyncio
import json
from typing import Any

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from sayso_client.serve.problems import TYPE, Refusal, answer

HEAD_S = 10.0
"""Seconds for the head of a request, from its first byte or the connection's beginning."""
TAKEN_S = 30.0
"""Seconds in which a reader must take something of what waits for them."""
MOST_CONNECTIONS = 900
"""Below the usual 1,024 files of a process; beyond, a connection is answered with 503."""
LARGEST_HEAD = 16_384
"""Bytes of a request's head."""

_NO_HTTP = Refusal(
    400,
    "not-http",
    f"What came is no request of HTTP/1.1, or its head has more than {LARGEST_HEAD:,} bytes. Nothing was done.",
)
_TOO_LARGE = Refusal(400, _NO_HTTP.code, str(_NO_HTTP), headers={"Connection": "close"})
_TOO_MANY = Refusal(
    503,
    "busy",
    "Too many connections are open here. Nothing was done.",
    headers={"Retry-After": "1", "Connection": "close"},
)


def _head_of(scope: Scope) -> int:
    """Bytes of the request's head. h11 bounds only a head that is not complete yet, not one that comes in one piece."""
    lines = sum(len(name) + len(value) + 4 for name, value in scope["headers"])
    return lines + len(scope["raw_path"]) + len(scope["query_string"]) + len(scope["method"]) + 16


class PatientProtocol(H11Protocol):
    """uvicorn's protocol with two timers."""

    head_s = HEAD_S
    taken_s = TAKEN_S
    most_connections = MOST_CONNECTIONS

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.app = self._unless_too_many(self.app)
        self._head: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The head has to come soon."""
        super().connection_made(transport)
        self._expect_head()

    def _unless_too_many(self, app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if len(self.connections) > self.most_connections:
                app_or_refusal: ASGIApp = answer(_TOO_MANY)
            else:
                app_or_refusal = answer(_TOO_LARGE) if _head_of(scope) > LARGEST_HEAD else app
            await app_or_refusal(scope, receive, send)

        return guarded

    def send_400_response(self, msg: str) -> None:
        """As uvicorn does, in the form of all other refusals. Whatever came, and `msg`, stays unsaid."""
        body = json.dumps(_NO_HTTP.problem).encode()
        headers = [("content-type", TYPE), ("content-length", str(len(body))), ("connection", "close")]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Bytes of a head do not stop its timer; its end does."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop(self._head)
            self._head = None
        elif self._head is None or self.cycle is not before:
            self._expect_head()

    def on_response_complete(self) -> None:
        """What began to come behind it is a head again; else the timer of idle connections runs."""
        super().on_response_complete()
        self._stop(self._head)
        self._head = None

    def pause_writing(self) -> None:
        """The reader does not keep up."""
        super().pause_writing()
        self._stop(self._stalled)
        self._stalled = self.loop.call_later(self.taken_s, self._give_up)

    def resume_writing(self) -> None:
        """They took it."""
        super().resume_writing()
        self._stop(self._stalled)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop(self._head)
        self._stop(self._stalled)
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        self._stop(self._head)
        self._head = self.loop.call_later(self.head_s, self._give_up)

    def _give_up(self) -> None:
        # Not close: that waits until everything is taken.
        self.transport.abort()

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()

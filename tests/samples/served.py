"""A store that is really served: uvicorn on a socket of this machine, inside the test's own loop."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from handoff_records import line
from opened import Room
from sayso_client.inbox import mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.serve import log, sockets, tokens
from sayso_client.serve.run import Server, serve
from sayso_client.serve.serving import Serving, begin
from sayso_client.serve.tokens import Grant
from sayso_client.stores.local import LocalStore
from sayso_client.stores.rules import RULES
from sayso_tui.cli.serve import documents

MANDATES = {"storage": "mandate 7: storage choices"}
PATIENCE_S = 20.0


@dataclass
class Served:
    """A running server and what tests do with it."""

    serving: Serving
    server: Server
    url: str
    path: Path | None
    ledger: Ledger
    task: "asyncio.Task[Server]"

    @property
    def store(self) -> LocalStore:
        """The store that is served, through its local doors."""
        return LocalStore(self.ledger, self.serving.name)

    def client(self, token: str | None = None, **more: Any) -> httpx.AsyncClient:
        """A client of its own connection."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        # Reading all certificates of the machine takes longer than most tests, and none is looked at here.
        more.setdefault("verify", False)
        transport = httpx.AsyncHTTPTransport(uds=str(self.path), verify=False) if self.path else None
        return httpx.AsyncClient(
            base_url=self.url, headers={**headers, **more.pop("headers", {})}, transport=transport, timeout=20, **more
        )

    async def grant(self, name: str, *origins: str, **more: Any) -> str:
        """A token for somebody."""
        grant = Grant(name, origins or ("requester", "agent"), **more)
        made = await self.ledger.write(lambda w: tokens.add(w, self.serving.uuid, grant, datetime.now(UTC)))
        assert made is not None
        return made

    async def rotate(self, name: str) -> str:
        """A new token in the place of one."""
        uuid = self.serving.uuid
        held = self.ledger.look(lambda db: tokens.named(db, uuid, name))
        assert held is not None
        made = await self.ledger.write(lambda w: tokens.rotate(w, uuid, held, datetime.now(UTC)))
        assert made is not None
        return made

    async def take_back(self, name: str) -> bool:
        """Remove a token."""
        return await self.ledger.write(lambda w: tokens.remove(w, self.serving.uuid, name))

    async def stop(self) -> None:
        """As a signal does."""
        self.server.stop()
        await self.task


@asynccontextmanager
async def served(
    room: Room,
    *,
    path: Path | None = None,
    only_here: bool = True,
    comment_s: float = 15.0,
    logs: Path | None = None,
    store: str = "home",
    certificate: tuple[Path, Path] | None = None,
    busy_ms: int = 5_000,
) -> AsyncIterator[Served]:
    """A server over the room's ledger, until the end of the block."""
    with log.writing_to(logs):
        ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id, busy_ms=busy_ms)
        serving = begin(
            ledger,
            store,
            documents=documents(),
            mandates=MANDATES,
            only_here=only_here,
            version="0.0",
            comment_s=comment_s,
        )
        listening = sockets.unix(path) if path else sockets.tcp("127.0.0.1", 0)
        server, ready = Server(serving, certificate), asyncio.Event()
        task = asyncio.create_task(serve(serving, listening, ready.set, server=server))
        try:
            await asyncio.wait_for(ready.wait(), PATIENCE_S)
            port = 0 if path else listening.getsockname()[1]
            url = "http://localhost" if path else f"http://127.0.0.1:{port}"
            url = f"https://localhost:{port}" if certificate else url
            yield Served(serving, server, url, path, ledger, task)
        finally:
            server.stop()
            with suppress(Exception):
                await task
            ledger.close()


JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


async def post(client: httpx.AsyncClient, record: object, **headers: str) -> httpx.Response:
    """Write one record; bytes as they are."""
    raw = record if isinstance(record, bytes) else json.dumps(record).encode()
    return await client.post("/v1/records", content=raw, headers={**JSON, **headers})


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem that the answer is."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code), problem
    assert problem["detail"].endswith(".") and problem["title"] and problem["type"].endswith(code)
    return problem


async def held(served: Served) -> int:
    """How many records the store holds."""
    async with served.client() as client:
        return int((await client.get("/v1/health")).json()["records"])


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    kind: str
    id: str
    data: Any


async def events(client: httpx.AsyncClient, **headers: str) -> AsyncGenerator[Event]:
    """What a stream tells, read by hand: nothing is reconnected."""
    found: dict[str, str] = {}
    async with client.stream("GET", "/v1/records/stream", headers=headers) as answer:
        assert answer.status_code == 200, (await answer.aread()).decode()
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for each in answer.aiter_lines():
            name, _, value = each.partition(":")
            if each:
                found[name] = value.removeprefix(" ")
            elif found:
                if not each and "event" in found:
                    yield Event(found["event"], found.get("id", ""), json.loads(found.get("data", "null")))
                elif "" in found or "retry" in found:
                    yield Event("comment" if "" in found else "retry", "", found.get("") or found.get("retry"))
                found = {}


async def until(there: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE_S
    while not there():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.005)


async def raw_connection(served: Served) -> "tuple[asyncio.StreamReader, asyncio.StreamWriter]":
    """A connection on which anything can be sent."""
    if served.path:
        return await asyncio.open_unix_connection(str(served.path))
    host, port = served.url.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


def small_socket(served: Served) -> socket.socket:
    """A connection that takes little before it is full."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    host, port = served.url.removeprefix("http://").split(":")
    made.connect((host, int(port)))
    return made


def amended(key: str, record_id: str = "am", minutes: float = 3, rev: int = 2) -> dict[str, object]:
    """Other terms for a question of `raised`."""
    return {
        "ext": "decisions/0.3",
        "type": "amended",
        "origin": "requester",
        "key": key,
        "id": record_id,
        "at": f"2026-10-27T09:{int(minutes):02d}:00+00:00",
        "terms": {"text": "Which one now?", "options": [{"id": "pg", "label": "PostgreSQL"}]},
        "terms_rev": rev,
        "supersedes": [f"r:{key}"],
        "sayso": {"by": "cc-17"},
    }


def withdrawn(key: str, record_id: str = "wd") -> dict[str, object]:
    """The question is not needed any more."""
    return {
        "ext": "decisions/0.3",
        "type": "withdrawn",
        "origin": "requester",
        "key": key,
        "id": record_id,
        "at": "2026-10-27T09:04:00+00:00",
        "reason": "not_needed",
        "supersedes": [f"r:{key}"],
    }


async def take_in(served: Served, *records: dict[str, object]) -> None:
    """Into the same ledger through its import."""
    await served.store.take_in([line(each) for each in records], "import")

"""Whatever bytes somebody sends, they are written whole or refused with a problem, and the server goes on."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from any_records import RECORDS
from opened import Room
from sayso_client.handoff import records
from sayso_client.stores.http.items import read_page
from served import JSON, LINES, Served, served

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=10,
)
_MEMBERS = st.sampled_from(["ext", "type", "origin", "key", "id", "at", "terms", "terms_rev", "sayso", "authority"])
_CHANGED = st.builds(lambda record, more: {**record, **more}, RECORDS, st.dictionaries(_MEMBERS, _JSON, max_size=2))
_RAW = (RECORDS | _CHANGED | _JSON).map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60)
_CUT = st.builds(lambda raw, end: raw[:end], _RAW, st.integers(0, 400))
_HEADERS = st.dictionaries(
    st.sampled_from(["If-Match", "Content-Type", "Content-Encoding", "Last-Event-ID"]),
    st.sampled_from(["*", '"x"', "application/json", "application/x-ndjson", "identity", "gzip", "text/plain", ""]),
    max_size=2,
)
_QUERY = st.dictionaries(
    st.sampled_from(["after", "limit", "key", "other"]), st.text(st.characters(codec="utf-8"), max_size=20), max_size=3
)


async def send(server: Served, token: str, raw: bytes, headers: Mapping[str, str]) -> None:
    async with server.client(token) as client:
        before = read_page((await client.get("/v1/records")).content, 1_000_000).changes
        answer = await client.post("/v1/records", content=raw, headers={**JSON, **headers})
        after = read_page((await client.get("/v1/records")).content, 1_000_000).changes
        written = [each.raw for each in after[len(before) :]]
        assert after[: len(before)] == before
        if answer.status_code == 201:
            (one,) = written
            assert records.read(one).digest == records.read(raw.strip()).digest
            return
        if answer.headers.get("content-type") == LINES["Content-Type"]:
            told = [json.loads(each)["status"] for each in answer.text.splitlines()]
            assert told.count(201) == len(written)
            assert all(200 <= each < 500 for each in told)
            return
        assert not written
        if answer.status_code != 200:
            assert 400 <= answer.status_code < 500, answer.text
            problem: dict[str, Any] = answer.json()
            assert problem["status"] == answer.status_code and problem["code"]
            assert problem["detail"].isprintable() and problem["detail"].endswith(".")


@settings(max_examples=12)
@given(st.lists(st.tuples(_RAW | _CUT, _HEADERS), min_size=1, max_size=8))
def test_any_body_is_written_whole_or_refused(sent: list[tuple[bytes, dict[str, str]]]) -> None:
    async def run() -> None:
        with TemporaryDirectory() as folder:
            async with served(Room(Path(folder))) as server:
                token = await server.grant("ana", "requester", "agent", "principal")
                for raw, headers in sent:
                    await send(server, token, raw, headers)

    asyncio.run(run())


@settings(max_examples=6)
@given(st.lists(_QUERY, min_size=1, max_size=8))
def test_any_query_is_answered_or_refused(asked: list[dict[str, str]]) -> None:
    async def run() -> None:
        with TemporaryDirectory() as folder:
            async with served(Room(Path(folder))) as server, server.client() as client:
                for query in asked:
                    for path in ("/v1/records", "/v1/decision", "/v1/health"):
                        answer = await client.get(path, params=query)
                        assert answer.status_code < 500, (path, query, answer.text)
                        assert answer.json()

    asyncio.run(run())

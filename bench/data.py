"""Ledgers of a given size, made through the same door as any import."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sayso_client.inbox import open_inbox
from sayso_client.stores.local import LocalStore
from sayso_client.via import Via
from sayso_config.settings import load

START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = [
    "approve",
    "deploy",
    "merge",
    "revert",
    "schema",
    "migration",
    "invoice",
    "refund",
    "vendor",
    "contract",
    "access",
    "token",
    "rotate",
    "budget",
    "hire",
    "limit",
    "region",
    "rollout",
    "flag",
    "copy",
    "legal",
    "retry",
    "queue",
    "index",
    "cache",
]


def question(number: int) -> str:
    """Text that differs from number to number."""
    a, b, c = (WORDS[number // step % len(WORDS)] for step in (1, 25, 625))
    return f"May we {a} the {b} {c} number {number:06d}?"


def records(decisions: int, each: int) -> Iterator[bytes]:
    """Raised decisions with `each` records apiece: the question, and notes."""
    for number in range(decisions):
        # A minute apart: none of the askers floods the list, which would fold their questions into one row.
        at = START + timedelta(minutes=number)
        key = f"bench/{number:06d}"
        common = {"ext": "decisions/0.3", "key": key, "at": at.isoformat()}
        options = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]
        terms = {"text": question(number), "options": options, "default": "no"}
        asker = {"by": f"agent-{number % 50}"}
        raised = {"type": "raised", "origin": "requester", "id": f"r:{key}", "terms": terms, "terms_rev": 1}
        yield json.dumps(common | raised | {"sayso": asker}).encode()
        for more in range(1, each):
            note = {"type": "note", "origin": "agent", "id": f"n{more}", "about": key, "note": f"remark {more}"}
            yield json.dumps(common | note).encode()


def make(home: Path, decisions: int, each: int) -> Path:
    """A ledger in `home` with so many open decisions, ready to be opened with SAYSO_HOME=home."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[me]\nname = "bench"\n')
    inbox = open_inbox(home / "ledger.db", load(home / "config.toml", {}).settings, via=Via("import"))
    store = inbox.store()
    assert isinstance(store, LocalStore)
    taken = asyncio.run(store.take_in(records(decisions, each), "bench"))
    assert taken.new == decisions * each, taken
    inbox.close()
    return home

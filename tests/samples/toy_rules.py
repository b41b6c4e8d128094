"""A store kind for tests of the ledger alone: each record is a whole decision, and the last one to arrive stands."""

import hashlib
import json
from collections.abc import Sequence
from datetime import date, datetime

from sayso_client.decision import (
    Decision,
    Flag,
    Kind,
    Outcome,
    Proposal,
    ProposalSource,
    Question,
    Ref,
    Settlement,
    State,
)
from sayso_client.ledger.rules import Entry, Rules
from sayso_client.stores.contract import Held, Reader

KIND = "toy"


def entry(**said: object) -> Entry:
    """A record: key and n (to tell records apart) are needed; see `ToyProjection` for the rest."""
    raw = json.dumps(said).encode()
    return read(raw)


def read(raw: bytes) -> Entry:
    value = json.loads(raw)
    return Entry(raw, value, hashlib.sha256(raw).digest(), value["key"], str(value["n"]))


def when(text: object) -> date | datetime | None:
    """A day or an instant."""
    if not isinstance(text, str):
        return None
    return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)


class ToyProjection:
    """title, due, asked, state, waiting, flags, proposed, settled, settled_at: each as it stands in the last record."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        said = max(objects, key=lambda each: each.seq).value
        assert isinstance(said, dict)
        asked = when(said.get("asked"))
        title = str(said.get("title", key))
        proposal = Proposal("p", ProposalSource.CLAIMED, Kind.CHOICE, option="yes", confidence=0.9)
        return Decision(
            Ref(reader.store, key),
            seen="",
            title=title,
            text=title,
            question=Question(),
            state=State(said.get("state", "open")),
            waiting=bool(said.get("waiting", True)),
            due=when(said.get("due")),
            asked_at=asked if isinstance(asked, datetime) else None,
            flags=frozenset(map(Flag, said.get("flags", ()))),
            proposals=(proposal,) if said.get("proposed") else (),
            settlement=_settlement(said) if said.get("settled") else None,
        )

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        return None


def _settlement(said: dict[str, object]) -> Settlement:
    at = when(said.get("settled_at"))
    return Settlement("s", Outcome.DECIDED, text="yes", at=at if isinstance(at, datetime) else None)


RULES = {KIND: Rules(read, ToyProjection())}

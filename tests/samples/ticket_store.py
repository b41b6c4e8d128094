"""A small foreign system for tests: tickets that change in place, each change a version. It knows no Handoff records.

What is sent to it is an action; an action sent twice is done twice, so a lost outcome has to be read back.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any

from memory_store import Weather
from sayso_client.decision import (
    Act,
    Authority,
    Can,
    Decision,
    Event,
    Kind,
    Option,
    Outcome,
    Proposal,
    ProposalSource,
    Question,
    Ref,
    Settlement,
    State,
    Terms,
    WorkingAssumption,
)
from sayso_client.errors import OutcomeUnknown, Unreachable
from sayso_client.ledger.rules import Entry, Find, Packed, Rules
from sayso_client.stores.contract import Batch, Gone, Held, Hello, Parcel, Reader, Replace
from sayso_client.verdict import Answer, AuthorityKind, Dismissal, Note, Receipt, ReceiptKind, Retraction, Verdict

KIND = "tickets"


def read(raw: bytes) -> Entry:
    """A ticket as the ledger takes it."""
    value = json.loads(raw)
    return Entry(raw, value, hashlib.sha256(raw).digest(), value.get("ticket"), None)


def pack(verdict: Verdict, decision: Decision, find: Find) -> Packed:
    """The action that a verdict becomes."""
    action: dict[str, Any] = {"ticket": verdict.ref.key, "action_id": verdict.id, "at": verdict.at.isoformat()}
    match verdict:
        case Answer():
            words = f"answered: {verdict.text}"
            action |= {"do": "resolve", "choice": verdict.option, "words": verdict.text, "remark": verdict.note}
        case Dismissal():
            action |= {"do": "drop", "remark": verdict.note}
            words = "dropped"
        case Retraction():
            action |= {"do": "reopen", "remark": verdict.note, "by": verdict.by}
            words = "reopened"
        case Note():
            action |= {"do": "comment", "words": verdict.text, "assign": verdict.to}
            words = "commented"
        case _:
            raise AssertionError("tickets have no relations")
    if isinstance(verdict, Answer | Dismissal):
        grounds = verdict.grounds
        action |= {"kind": grounds.kind, "by": grounds.by, "under": grounds.under, "basis": grounds.basis}
        action["edition"] = verdict.terms_rev
    return Packed(json.dumps(action).encode(), words)


class TicketProjection:
    """A ticket as a decision."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        (only,) = objects
        ticket: Any = only.value
        settlement = _settlement(ticket)
        options = tuple(Option(*each) for each in ticket["choices"])
        assumed = next((each for each in options if each.id == ticket["fallback"]), None)
        proposals = tuple(_proposal(each, ticket) for each in reversed(ticket["hints"]))
        state = _state(ticket, settlement, proposals)
        asked = state in (State.OPEN, State.PROPOSED, State.STALE)
        mine = ticket["assigned"] is None or reader.mine(ticket["assigned"])
        return Decision(
            Ref(reader.store, key),
            seen=str(ticket["version"]),
            title=ticket["question"],
            text=ticket["question"],
            question=Question(Kind.CHOICE if options else Kind.OPEN),
            state=state,
            waiting=asked and mine,
            options=options,
            working_assumption=WorkingAssumption(assumed.id, assumed.label) if assumed else None,
            terms_rev=ticket["edition"],
            terms_history=(Terms(ticket["edition"], ticket["question"], options),),
            proposals=proposals,
            settlement=settlement,
            history=tuple(_event(each, ticket) for each in ticket["log"]),
            history_total=len(ticket["log"]),
            can=_can(ticket, settlement, proposals),
        )

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        return None


def _state(ticket: Any, settlement: Settlement | None, proposals: Sequence[Proposal]) -> State:
    if ticket["cancelled"]:
        return State.WITHDRAWN
    if settlement is None:
        return State.PROPOSED if any(each.usable for each in proposals) else State.OPEN
    if settlement.terms_rev != ticket["edition"]:
        return State.STALE
    return State.DECIDED if settlement.outcome is Outcome.DECIDED else State.DISMISSED


def _settlement(ticket: Any) -> Settlement | None:
    done = ticket["resolution"]
    if done is None:
        return None
    return Settlement(
        done["action_id"],
        Outcome.DECIDED if done["do"] == "resolve" else Outcome.DISMISSED,
        text=done.get("words"),
        option=done.get("choice"),
        authority=Authority(done["kind"], done["by"], done["under"], done["basis"]),
        terms_rev=done["edition"],
        at=datetime.fromisoformat(done["at"]),
        note=done["remark"],
    )


def _proposal(hint: Any, ticket: Any) -> Proposal:
    return Proposal(
        hint["id"],
        ProposalSource.CLAIMED,
        Kind.CHOICE,
        option=hint["choice"],
        terms_rev=hint["edition"],
        current=hint["edition"] == ticket["edition"],
    )


_SAID = {"resolve": "decided", "drop": "dismissed", "reopen": "retracted", "comment": "note"}


def _event(action: Any, ticket: Any) -> Event:
    standing = ticket["resolution"] is not None and ticket["resolution"]["action_id"] == action["action_id"]
    return Event(
        datetime.fromisoformat(action["at"]),
        _SAID[action["do"]],
        text=action.get("words") or "",
        by=action.get("by"),
        id=action["action_id"],
        current=standing,
    )


def _can(ticket: Any, settlement: Settlement | None, proposals: Sequence[Proposal]) -> Can:
    acts, refusals = {Act.NOTE}, {}
    if ticket["cancelled"]:
        refusals = dict.fromkeys(map(str, (Act.ANSWER, Act.CONFIRM, Act.DISMISS)), "The ticket was withdrawn.")
    else:
        acts |= {Act.ANSWER, Act.DISMISS}
        if any(each.confirmable for each in proposals):
            acts.add(Act.CONFIRM)
    if settlement is None:
        refusals[str(Act.RETRACT)] = "The ticket is not resolved, so it cannot be reopened."
    else:
        acts.add(Act.RETRACT)
    return Can(frozenset(acts), (AuthorityKind.PRINCIPAL, AuthorityKind.CONFIRMED), refusals)


RULES = {KIND: Rules(read, TicketProjection(), pack)}


class TicketStore:
    """The system itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tickets: dict[str, dict[str, Any]] = {}
        self.version = 0
        self.changes: list[tuple[str, bool]] = []
        """(ticket, whether it is still there), in the order of changes."""
        self.done: list[str] = []
        """The id of every action that was done, as often as it was."""
        self.changed = asyncio.Event()

    def open(self, key: str, question: str, choices: Sequence[tuple[str, str]], fallback: str | None) -> None:
        ticket = {
            "ticket": key,
            "question": question,
            "choices": [list(each) for each in choices],
            "fallback": fallback,
            "edition": 1,
            "resolution": None,
            "cancelled": False,
            "assigned": None,
            "hints": [],
            "log": [],
        }
        self.tickets[key] = ticket
        self.touch(key)

    def edit(self, key: str, **changed: object) -> None:
        self.tickets[key].update(changed)
        self.touch(key)

    def delete(self, key: str) -> None:
        del self.tickets[key]
        self.changes.append((key, False))
        self._ring()

    def touch(self, key: str) -> None:
        self.version += 1
        self.tickets[key]["version"] = self.version
        self.changes.append((key, True))
        self._ring()

    def _ring(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def do(self, parcel: Parcel) -> Receipt:
        action = json.loads(parcel.payload)
        ticket = self.tickets[action["ticket"]]
        if parcel.seen and parcel.seen != str(ticket["version"]):
            return Receipt(ReceiptKind.CONFLICT, parcel.ref, parcel.id, "The ticket changed meanwhile.")
        self.done.append(parcel.id)
        ticket["log"].append(action)
        match action["do"]:
            case "resolve" | "drop":
                ticket["resolution"] = action
            case "reopen":
                ticket["resolution"] = None
            case "comment" if action["assign"]:
                ticket["assigned"] = action["assign"]
        self.touch(action["ticket"])
        return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, "Done.")


class TicketWire:
    """A wire to it."""

    kind = KIND
    repeatable = False

    def __init__(self, store: TicketStore, weather: Weather) -> None:
        self.name = store.name
        self.store = store
        self.weather = weather

    async def hello(self) -> Hello:
        if self.weather.down:
            raise Unreachable(f"{self.name} does not answer.")
        return Hello(f"uuid of {self.name}", self.name, "ana", frozenset({"principal"}))

    async def changes(self, cursor: str | None) -> AsyncIterator[Batch]:
        at = int(cursor or 0)
        while True:
            bell = self.store.changed
            news = dict(self.store.changes[at:])
            at = len(self.store.changes)
            yield Batch(
                tuple(
                    Replace(key, json.dumps(self.store.tickets[key]).encode(), str(self.store.tickets[key]["version"]))
                    if there and key in self.store.tickets
                    else Gone(key)
                    for key, there in news.items()
                ),
                str(at),
            )
            await bell.wait()

    async def send(self, parcel: Parcel) -> Receipt:
        if self.weather.down:
            raise Unreachable(f"{self.name} does not answer.")
        if self.weather.lose_parcels():
            raise OutcomeUnknown(f"{self.name} did not answer.")
        receipt = self.store.do(parcel)
        if self.weather.lose_answers():
            raise OutcomeUnknown(f"{self.name} did not answer.")
        return receipt

    async def resolve(self, parcel: Parcel) -> Receipt | None:
        held = parcel.id in self.store.done
        return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, "Done.") if held else None

    async def another_key(self) -> bool:
        return False

    async def close(self) -> None:
        pass

"""An inbox whose store "work" is the copy of a chant workspace, as whoever keeps in touch would have filled it."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from opened import Room
from sayso_client.compose import compose
from sayso_client.decision import Act, Decision, Ref
from sayso_client.draft import Draft, blank, from_proposal
from sayso_client.inbox import Inbox, mint_id
from sayso_client.ledger import copies, elsewhere, swapping, taking
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.chant import workspace
from sayso_client.stores.contract import Change, Gone, Hello, Replace, Store
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.verdict import Receipt, Verdict
from sayso_client.via import Via

WORK = "work"
HELLO = Hello("uuid-of-the-workspace", WORK, None, frozenset({"principal"}))


class ChantDesk:
    """The inbox, and what arrives in it."""

    def __init__(self, room: Room, ledger: Ledger, name: str | None) -> None:
        self.room = room
        self.ledger = ledger
        self.closed: str | None = None
        """Why nothing may be written there from here, as its section says."""
        self.there = ReplicaStore(ledger, WORK, "chant", why_not=lambda: self.closed)
        stores: list[Store] = [LocalStore(ledger, "home"), self.there]
        self.inbox = Inbox(ledger, stores, Me(name), clock=room.clock, mint=mint_id, via=Via("inbox"))
        if name:
            ledger.i_am((name,))

    def fill(self, objects: Mapping[str, Any], hello: Hello = HELLO, *, anew: bool = False) -> None:
        """These are all the questions of the workspace; read anew as after a reset, or come in for the first time."""
        with self.ledger.writing() as writing:
            if anew:
                elsewhere.begin(writing, WORK, "chant", hello)
            copy = elsewhere.meet(writing, WORK, "chant", hello)
            self._take(writing, copy.store, [_replace(key, each) for key, each in objects.items()])
            swapping.swap(writing, WORK)

    def comes(self, key: str, given: Any) -> None:
        """One question changed; None when it is gone."""
        with self.ledger.writing() as writing:
            copy = copies.subscription(writing.db, WORK)
            assert copy is not None
            self._take(writing, copy.store, [Gone(key) if given is None else _replace(key, given)])

    def _take(self, writing: Any, store: int, changes: list[Change]) -> None:
        rules = RULES["chant"]
        taken = taking.read(changes, rules.read, rules.keepable, self.room.clock())
        taking.take(writing, store, taken, "1")

    def see(self, key: str) -> Decision:
        """As it is on the screen."""
        found = self.inbox.decision(Ref(WORK, key))
        assert found is not None
        return found

    def verdict(self, draft: Draft, by: str) -> Verdict:
        """What a person of that name would say with it."""
        me = Me(by)
        inbox = self.inbox
        return compose(self.see(draft.ref.key), draft, me=me, mint=mint_id, now=self.room.clock(), via=inbox.via)

    async def answer(self, key: str, option: str, by: str, note: str = "") -> Receipt:
        """Somebody answers."""
        return await self.inbox.record(self.verdict(replace(blank(self.see(key), Act.ANSWER, option), note=note), by))

    async def confirm(self, key: str, by: str) -> Receipt:
        """Somebody confirms the proposal."""
        decision = self.see(key)
        return await self.inbox.record(self.verdict(from_proposal(decision, decision.proposals[0]), by))

    async def retract(self, key: str, by: str) -> Receipt:
        """Somebody takes it back."""
        return await self.inbox.record(self.verdict(blank(self.see(key), Act.RETRACT), by))

    def sent(self) -> list[dict[str, Any]]:
        """What waits to be told to chant."""
        return [json.loads(each.parcel.payload) for each in self.inbox.outbox.all()]


def _replace(key: str, given: Any) -> Replace:
    raw = given if isinstance(given, bytes) else json.dumps(given).encode()
    return Replace(key, raw, str(hash(raw)))


def objects_of(folder: Path) -> dict[str, Any]:
    """The questions of a workspace, parsed, so that a test can change them."""
    return {key: json.loads(raw) for key, raw in workspace.read(folder).objects().items()}


@contextmanager
def chant_desk(room: Room, objects: Mapping[str, Any], name: str | None = "alice") -> Iterator[ChantDesk]:
    """Over the room's ledger."""
    ledger = Ledger(room.path, rules=RULES, clock=room.clock, mint=mint_id)
    try:
        desk = ChantDesk(room, ledger, name)
        if objects:
            desk.fill(objects)
        yield desk
    finally:
        ledger.close()

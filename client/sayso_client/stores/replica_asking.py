"""What requesters and agents say to a store elsewhere: checked as the store's door would, and put into the outbox."""

from collections.abc import Mapping
from functools import partial

from sayso_client.decision import Decision, Ref
from sayso_client.errors import InvalidRecord, RefusedByRule
from sayso_client.handoff import records
from sayso_client.ledger import asked_twice, moves, outbox, unsent
from sayso_client.ledger.copies import Subscription, subscription
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.rules import Entry, Rules
from sayso_client.ledger.writing import Writing
from sayso_client.stores.contract import Parcel
from sayso_client.stores.local_acts import Build
from sayso_client.text import one_line

_ASKING = frozenset({"raised", "amended"})
"""Records that bring the terms of a question."""


class ReplicaAsking:
    """The askers' side of one store elsewhere."""

    def __init__(self, ledger: Ledger, name: str, kind: str) -> None:
        self._ledger = ledger
        self._name = name
        self._kind = kind
        self.said: tuple[int, ...] = ()
        """What the last `ask` put into the outbox, by number."""

    @property
    def _rules(self) -> Rules:
        return self._ledger.rules[self._kind]

    async def ask(self, key: str, build: Build) -> Decision:
        """What `ReplicaStore.ask` promises."""
        if why := records.unsendable(key):
            raise InvalidRecord(f"The key cannot be kept: {why}. Nothing was written.", (why,))
        return await self._ledger.write(partial(self._ask, key=key, build=build))

    def _ask(self, writing: Writing, key: str, build: Build) -> Decision:
        writing.refuse_former(self._name)
        ref = Ref(self._name, key)
        copy = subscription(writing.db, self._name) or subscription(writing.db, self._name, "aside")
        self.said = ()
        for record in build(unsent.standing(writing.db, self._rules, ref)):
            entry = self._entry(record)
            if entry.key != key:
                about = f"{one_line(entry.key or '', 80)}, not about {one_line(key, 80)}"
                raise InvalidRecord(f"The record is about {about}. Nothing was written.")
            self._refuse_side(record, copy)
            kind = one_line(str(record.get("type", "record")), 20)
            parcel = Parcel(entry.id or "", ref, entry.raw, "", kind, self._ledger.now())
            uuid = outbox.addressee(writing.db, self._name)
            num = moves.put(writing, parcel, uuid=uuid, digest=entry.digest, settles=False, verdict="")
            self.said += (num,)
            if kind in _ASKING:
                asked_twice.forget(writing, ref, num)
        decision = unsent.standing(writing.db, self._rules, ref)
        if decision is None:
            raise InvalidRecord(f"Nothing was said about {one_line(key, 80)}; nothing was written.")
        return decision

    @property
    def asks_nothing(self) -> str | None:
        """What `ReplicaStore.asks_nothing` promises."""
        if self._rules.door is not None:
            return None
        return f"Nothing can be asked in {one_line(self._name, 40)} from here. Nothing was written."

    def _entry(self, record: Mapping[str, object]) -> Entry:
        if self._rules.door is None:
            raise RefusedByRule(self.asks_nothing or "")
        return self._rules.door(record)

    def _refuse_side(self, record: Mapping[str, object], copy: Subscription | None) -> None:
        side = str(record.get("origin"))
        if copy is not None and copy.origins and side not in copy.origins:
            raise RefusedByRule(
                f"{one_line(self._name, 40)} lets you write as {', '.join(sorted(copy.origins))}, not as "
                f"{one_line(side, 20)}. Nothing was written."
            )

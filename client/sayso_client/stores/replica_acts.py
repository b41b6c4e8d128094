"""What is said to a store elsewhere: checked against its copy, frozen, and put into the outbox in one transaction."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from sayso_client import verdict_text
from sayso_client.decision import Decision
from sayso_client.handoff import records
from sayso_client.handoff.verdicts import refusal
from sayso_client.ledger import moves, outbox, sent, votes, voting
from sayso_client.ledger.copies import Subscription, replaced, subscription
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.outbox import Outgoing
from sayso_client.ledger.rules import Rules
from sayso_client.ledger.writing import Writing
from sayso_client.stores import judging, quorum
from sayso_client.stores.contract import Held, Parcel
from sayso_client.stores.outbox_receipts import receipt
from sayso_client.text import one_line
from sayso_client.verdict import Answer, Note, Receipt, ReceiptKind, Retraction, SameAs, Verdict
from sayso_client.whole import whole


class ReplicaActs:
    """The writing side of one store elsewhere."""

    def __init__(self, ledger: Ledger, name: str, kind: str, why_not: Callable[[], str | None]) -> None:
        self._why_not = why_not
        self._ledger = ledger
        self._name = name
        self._kind = kind

    @property
    def _rules(self) -> Rules:
        return self._ledger.rules[self._kind]

    async def submit(
        self, verdict: Verdict, instead_of: int | None, then: Callable[[Writing], object] | None
    ) -> Receipt:
        """What `ReplicaStore.submit` promises."""
        if records.unsendable(verdict.ref.key):
            return self._no(verdict, f"{self._name} does not hold that decision any more. Nothing was written.")

        def submit(writing: Writing) -> Receipt:
            receipt = self._submit(writing, verdict, instead_of)
            if receipt.kept and then is not None:
                then(writing)
            return receipt

        return await self._ledger.write(submit)

    def _submit(self, writing: Writing, verdict: Verdict, instead_of: int | None) -> Receipt:
        writing.refuse_former(self._name)
        ref, copy = verdict.ref, subscription(writing.db, self._name)
        decision = writing.standing(copy.store, ref.key) if copy else None
        if copy is None or decision is None:
            return self._no(verdict, f"{self._name} does not hold that decision any more. Nothing was written.")
        shown = sent.of(writing.db, self._name, ref.key).upon(decision)
        if found := self._said(outbox.by_id(writing.db, ref, verdict.id), verdict, shown):
            return found
        if found := quorum.said_already(votes.by_id(writing.db, ref, verdict.id), verdict, shown):
            return found
        if found := self._held(writing.held(copy.store, ref.key, verdict.id), verdict, shown):
            return found
        if (back := quorum.taken_back(writing, self._rules, copy.uuid, verdict)) is not None:
            return self._taken_back(writing, copy, verdict, back)
        if judging.moved(verdict, decision, lambda key: writing.standing(copy.store, key)):
            sentence = "It changed while you decided. Nothing was written."
            return Receipt(ReceiptKind.CONFLICT, ref, verdict.id, sentence, shown)
        held = writing.all_held(copy.store, ref.key)
        if why := self._refusal(writing.db, held, copy, verdict, decision):
            return self._no(verdict, f"{whole(why)} Nothing was written.", shown)
        before = outbox.one(writing.db, instead_of) if instead_of is not None else None
        if before is not None and before.stage not in outbox.WAITS:
            return self._no(verdict, f"What it was to replace is {before.stage} now. Nothing was written.", shown)
        if quorum.needs_others(self._rules, verdict, decision):
            if before is not None and not moves.supersede(writing, before.num):
                return self._no(verdict, "What it was to replace is not there any more. Nothing was written.", shown)
            return self._vote(writing, copy, verdict, decision)
        quorum.alone(writing, self._rules, verdict)
        queued = self._queue(writing, copy, verdict, decision)
        if before is not None and queued.kept:
            moves.drop(writing, before.num)
        return queued

    def _vote(self, writing: Writing, copy: Subscription, verdict: Verdict, decision: Decision) -> Receipt:
        """Keep what one of several people says; send it when it is the last that was needed."""
        assert isinstance(verdict, Answer | Retraction)
        ref, held = verdict.ref, writing.all_held(copy.store, verdict.ref.key)
        tally = quorum.cast(writing, self._rules, copy.uuid, verdict, decision, held)
        if len(tally.agreed) >= (decision.policy.needed or 1):
            queued = self._queue(writing, copy, verdict, tally.upon(decision), tally.in_one(verdict))
            (parcel,) = outbox.by_id(writing.db, ref, verdict.id)
            voting.send(writing, tally.agreed, tally.others, parcel.num)
            writing.touch(copy.store, ref.key)
            now = sent.of(writing.db, self._name, ref.key).upon(decision)
            return replace(queued, now=now)
        writing.touch(copy.store, ref.key)
        now = sent.of(writing.db, self._name, ref.key).upon(decision)
        return quorum.receipt(verdict, decision, now, len(tally.agreed), len(tally.others))

    def _taken_back(self, writing: Writing, copy: Subscription, verdict: Verdict, why_not: str) -> Receipt:
        writing.touch(copy.store, verdict.ref.key)
        decision = writing.standing(copy.store, verdict.ref.key)
        now = sent.of(writing.db, self._name, verdict.ref.key).upon(decision) if decision else None
        if why_not:
            return self._no(verdict, why_not, now)
        return Receipt(ReceiptKind.VOTED, verdict.ref, verdict.id, quorum.TAKEN_BACK, now)

    def _queue(
        self,
        writing: Writing,
        copy: Subscription,
        verdict: Verdict,
        decision: Decision,
        all_of_them: Verdict | None = None,
    ) -> Receipt:
        """Pack it, and put it into the outbox under the id of `verdict`.

        Args:
            writing: The open transaction.
            copy: Of the store.
            verdict: What was said last.
            decision: As it stands; where several people agree, with them as its votes.
            all_of_them: What is packed in its place, when that is what several people said.
        """
        ref, pack = verdict.ref, self._rules.pack
        if pack is None:
            return self._no(verdict, f"Nothing can be written to {self._name} from here. Nothing was written.")

        def find(ids: Sequence[str]) -> list[object]:
            return [held.value for each in ids for held in writing.held(copy.store, ref.key, each)]

        packed = pack(all_of_them or verdict, decision, find)
        entry = self._rules.read(packed.payload)
        seen = "" if isinstance(verdict, Note) else verdict.seen
        parcel = Parcel(verdict.id, ref, packed.payload, seen, packed.words, verdict.at)
        writing.records.vouch(writing.keeping.of(copy.store), entry)
        moves.put(
            writing,
            parcel,
            uuid=copy.uuid,
            digest=entry.digest,
            settles=judging.settles(verdict),
            verdict=verdict_text.write(verdict),
        )
        now = sent.of(writing.db, self._name, ref.key).upon(decision)
        sentence = f"{packed.words} · on its way to {self._name}"
        return Receipt(ReceiptKind.QUEUED, ref, verdict.id, sentence, now)

    def closed(self) -> str | None:
        """What `ReplicaStore.closed` promises."""
        return self._closed(self._ledger.look(lambda db: subscription(db, self._name)))

    def _closed(self, copy: Subscription | None) -> str | None:
        if why := self._why_not():
            return why
        if copy is not None and copy.origins and "principal" not in copy.origins:
            return f"{one_line(self._name, 40)} takes no verdicts from you: your key is not one of a principal."
        return None

    def refuses(self, verdict: Verdict) -> str | None:
        """What `ReplicaStore.refuses` promises."""
        ref = verdict.ref
        copy = self._ledger.look(lambda db: subscription(db, self._name))
        decision = self._ledger.read(lambda windows: windows.decision(ref))
        if copy is None or decision is None or decision.seen != verdict.seen:
            return None
        waiting = [each for each in decision.votes if each.id and not each.beside]
        if isinstance(verdict, Retraction) and any(each.id == verdict.undoes for each in waiting):
            return None
        held = self._ledger.records(self._name, ref.key)
        return self._ledger.look(lambda db: self._refusal(db, held, copy, verdict, decision))

    def seen_by(self, decision: Decision, name: str) -> Decision:
        """What `ReplicaStore.seen_by` promises."""
        return self._seen_by(decision, self._ledger.records(self._name, decision.ref.key), name)

    def _seen_by(self, decision: Decision, held: Sequence[Held], name: str) -> Decision:
        can = self._rules.can(held, name)
        return decision if can is None else replace(decision, can=can)

    def _refusal(
        self, db: sqlite3.Connection, held: Sequence[Held], copy: Subscription, verdict: Verdict, decision: Decision
    ) -> str | None:
        if replaced(db, self._name):
            return f"{one_line(self._name, 40)} is being read anew as another store; wait until that is done."
        if why := self._closed(copy) or self._rules.refuses(held, verdict):
            return why
        if not judging.settles(verdict):
            return None if isinstance(verdict, Note) else refusal(verdict, decision)
        if under_way := outbox.settling(db, verdict.ref):
            said = one_line(under_way.parcel.words, 60)
            return f"You have said something already that is on its way ({said}); wait for it, or drop it first."
        assert not isinstance(verdict, Note | SameAs)  # which settle nothing
        by = verdict.by if isinstance(verdict, Retraction) else verdict.grounds.by
        return refusal(verdict, self._seen_by(decision, held, by))

    def _said(self, found: Sequence[Outgoing], verdict: Verdict, now: Decision | None) -> Receipt | None:
        """What the outbox has under the verdict's id."""
        for each in found:
            if each.verdict == verdict_text.write(verdict):
                return receipt(each, now)
        if found:
            sentence = "Under this id something else was said before. Nothing was written."
            return Receipt(ReceiptKind.CONFLICT, verdict.ref, verdict.id, sentence, now)
        return None

    def _held(self, found: Sequence[Held], verdict: Verdict, now: Decision | None) -> Receipt | None:
        """What the copy holds under the verdict's id."""
        if any(self._rules.says(each.value, verdict) for each in found):
            sentence = f"Recorded already in {self._name}; nothing was doubled."
            return Receipt(ReceiptKind.RECORDED, verdict.ref, verdict.id, sentence, now)
        return None

    def _no(self, verdict: Verdict, sentence: str, now: Decision | None = None) -> Receipt:
        return Receipt(ReceiptKind.REFUSED, verdict.ref, verdict.id, sentence, now)

    async def resolve(self, verdict: Verdict) -> Receipt | None:
        """What `ReplicaStore.resolve` promises."""
        ref = verdict.ref
        if records.unsendable(ref.key):
            return None
        now = self._ledger.read(lambda windows: windows.decision(ref))
        found = self._ledger.look(lambda db: outbox.by_id(db, ref, verdict.id))
        if receipt_ := self._said(found, verdict, now):
            return receipt_
        cast = self._ledger.look(lambda db: votes.by_id(db, ref, verdict.id) if votes.there(db) else None)
        if receipt_ := quorum.said_already(cast, verdict, now):
            return receipt_
        return self._held(self._ledger.records(self._name, ref.key, verdict.id), verdict, now)

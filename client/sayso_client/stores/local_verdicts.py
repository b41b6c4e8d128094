"""How a verdict of the principal is written to a local store. Apart from what askers write: they need none of it."""

from collections.abc import Callable, Iterable, Sequence

from sayso_client.decision import Decision
from sayso_client.handoff import records
from sayso_client.handoff.verdicts import is_of_principal, record_of, refusal, says_the_same
from sayso_client.ledger.ledger import Ledger
from sayso_client.ledger.writing import Writing
from sayso_client.stores import judging
from sayso_client.stores.contract import Held
from sayso_client.stores.local import KIND
from sayso_client.stores.local_door import entry_of
from sayso_client.verdict import Receipt, ReceiptKind, Verdict


class LocalVerdicts:
    """The principal's side of one local store."""

    def __init__(self, ledger: Ledger, name: str) -> None:
        self._ledger = ledger
        self._name = name

    async def submit(self, verdict: Verdict, then: Callable[[Writing], object] | None) -> Receipt:
        """What `LocalStore.submit` promises."""
        if records.unsendable(verdict.ref.key):
            return self._not_held(verdict)

        def submit(writing: Writing) -> Receipt:
            receipt = self._submit(writing, verdict)
            if receipt.kept and then is not None:
                then(writing)
            return receipt

        return await self._ledger.write(submit)

    def _submit(self, writing: Writing, verdict: Verdict) -> Receipt:
        ref = verdict.ref
        number = writing.store(self._name, KIND)
        decision = writing.decision(ref, KIND)
        if decision is None:
            return self._not_held(verdict)
        if written := self._written(writing.held(number, ref.key, verdict.id), verdict, decision):
            return written
        if judging.moved(verdict, decision, lambda key: writing.standing(number, key)):
            sentence = "It changed while you decided. Nothing was written."
            return Receipt(ReceiptKind.CONFLICT, ref, verdict.id, sentence, decision)
        if why := refusal(verdict, decision):
            return Receipt(ReceiptKind.REFUSED, ref, verdict.id, f"{why} Nothing was written.", decision)
        principal = record_of(verdict, decision, lambda ids: self._heads(writing, number, ref.key, ids))
        writing.append(self._name, KIND, [entry_of(principal.record)], verdict.via.kind, mine=True)
        now = writing.decision(ref, KIND)
        return Receipt(ReceiptKind.RECORDED, ref, verdict.id, f"{principal.sentence} · written to {self._name}", now)

    def _heads(self, writing: Writing, number: int, key: str, ids: Sequence[str]) -> list[object]:
        found = (held.value for record_id in ids for held in writing.held(number, key, record_id))
        return [each for each in found if is_of_principal(each)]

    def _not_held(self, verdict: Verdict) -> Receipt:
        sentence = f"{self._name} does not hold that decision any more. Nothing was written."
        return Receipt(ReceiptKind.REFUSED, verdict.ref, verdict.id, sentence)

    def _written(self, found: Iterable[Held], verdict: Verdict, now: Decision | None) -> Receipt | None:
        """What is held under the verdict's id: the verdict itself, something else of the principal side, or nothing."""
        own = [each.value for each in found if is_of_principal(each.value)]
        if not own:
            return None
        if any(says_the_same(each, verdict) for each in own):
            sentence = f"Recorded already in {self._name}; nothing was doubled."
            return Receipt(ReceiptKind.RECORDED, verdict.ref, verdict.id, sentence, now)
        sentence = "Under this id something else was recorded before. Nothing was written."
        return Receipt(ReceiptKind.CONFLICT, verdict.ref, verdict.id, sentence, now)

    async def resolve(self, verdict: Verdict) -> Receipt | None:
        """What `LocalStore.resolve` promises."""
        ref = verdict.ref
        if records.unsendable(ref.key):
            return None
        found = self._ledger.records(self._name, ref.key, verdict.id)
        return self._written(found, verdict, self._ledger.read(lambda windows: windows.decision(ref)))

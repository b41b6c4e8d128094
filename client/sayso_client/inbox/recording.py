"""Recording a verdict: composed once, written or sent, and its drafts dropped once it is kept."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from sayso_client.errors import LedgerError
from sayso_client.inbox.drafting import Drafting
from sayso_client.inbox.in_touch import InTouch
from sayso_client.inbox.store_by_name import StoreByName
from sayso_client.stores.replica import ReplicaStore
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.decision import Decision
    from sayso_client.draft import Draft
    from sayso_client.ledger.writing import Writing
    from sayso_client.verdict import Receipt, Verdict
    from sayso_client.via import Via
    from sayso_client.vocabulary import Act


class Recording(Drafting, InTouch, StoreByName):
    """What becomes of a sheet that is recorded."""

    via: "Via"
    _clock: Callable[[], datetime]
    _mint: Callable[[], str]

    def compose(self, decision: "Decision", draft: "Draft") -> "Verdict":
        """The verdict that the draft asks for. Call once, keep the result, and record that as often as needed.

        Raises:
            Incomplete: a field is missing.
            RefusedByRule: the store does not accept it now.
        """
        from sayso_client.compose import compose

        me = self.me_in(decision.ref.store)
        return compose(decision, draft, me=me, mint=self._mint, now=self._clock(), via=self.via)

    def why_not(self, act: "Act", decision: "Decision") -> str | None:
        """Why I need not begin with an act: nothing may be written there from here, or not under the name that I go by.

        What was begun before and kept can be opened all the same. What the decision itself refuses is not looked at.

        Raises:
            LedgerError: it cannot be read.
        """
        if act == "retract" and decision.settlement is None:
            return None  # what was said here is taken back here
        if closed := self.closed(decision.ref.store):
            return closed if self.draft(decision.ref, act) is None else None
        me = self.me_in(decision.ref.store).name
        if me is None or act not in decision.can.acts:
            return None
        can = self.seen_by(decision, me).can
        return None if act in can.acts else can.refusals.get(act)

    async def record(self, verdict: "Verdict", instead_of: int | None = None) -> "Receipt":
        """Write a verdict, or put it into the outbox of a store elsewhere. The same verdict twice is one.

        It is on the disk when this returns "recorded" or "queued". What becomes of a queued one: `outbox`, `resolve`.

        Args:
            verdict: As `compose` made it.
            instead_of: Number of what it replaces in the outbox: that is taken out with the same stroke, or, when
                nothing was written, stays.

        Raises:
            LedgerError: nothing was written.
        """
        store = self.store(verdict.ref.store)

        def then(writing: "Writing") -> None:
            # In the same stroke: a draft of what is recorded would be counted for ever should we end in between.
            self._drop_spent(writing, verdict)

        if isinstance(store, ReplicaStore):
            receipt = await store.submit(verdict, instead_of, then=then)
        else:
            receipt = await store.submit(verdict, then=then)
        if receipt.kept:
            # It is on the disk whatever comes now.
            with suppress(LedgerError):
                await self._bring_back_undone(verdict)
        return receipt

    async def correct(self, num: int, draft: "Draft") -> None:
        """Take something out of the outbox and put its words back into their sheet, with one stroke.

        Another draft that stands there is set aside.

        Args:
            num: Its number in the outbox.
            draft: What it said, as its sheet held it.

        Raises:
            NotFound: there is none of that number.
            RefusedByRule: it is recorded, or being sent at this moment.
            LedgerError: nothing changed.
        """
        from sayso_client.outgoing import dropping

        await self._drafts.put_back(draft, dropping(num))

    async def deliver(self, verdict: "Verdict", patience_s: float = 10.0) -> "Receipt | None":
        """See to it that a verdict in the outbox is sent now; how far it has come when that is known or patience ends.

        Without an outcome it stays in the outbox, and whoever keeps in touch next goes on with it.
        """
        await self.sync(patience_s, {verdict.ref.store}, anew=False)
        return await self.resolve(verdict)

    async def resolve(self, verdict: "Verdict") -> "Receipt | None":
        """What became of a verdict whose outcome was lost; None when its store does not hold it. Writes no record.

        Raises:
            LedgerError: it cannot be told.
        """
        receipt = await self.store(verdict.ref.store).resolve(verdict)
        if receipt is not None and receipt.recorded:
            with suppress(LedgerError):
                await self._ledger.write(lambda writing: self._drop_spent(writing, verdict))
                await self._bring_back_undone(verdict)
        return receipt

    def _drop_spent(self, writing: "Writing", verdict: "Verdict") -> None:
        """Drop the drafts whose words stand in the verdict; others were typed elsewhere and stay."""
        from sayso_client.draft import spent

        for act in verdict.sheets:
            self._drafts.drop(writing, verdict.ref, act, lambda draft: spent(draft, verdict))

    async def _bring_back_undone(self, verdict: "Verdict") -> None:
        from sayso_client.verdict import Answer, Dismissal, Retraction

        if isinstance(verdict, Answer | Dismissal | Retraction) and verdict.undoes is not None:
            await self._bring_back(verdict.ref, verdict.undoes)

    async def _bring_back(self, ref: Ref, record_id: str) -> None:
        """Put what an act said into its sheet again; another draft there is set aside."""
        from dataclasses import replace

        from sayso_client.draft import blank
        from sayso_client.undo import as_sheet, own_act

        act, decision = own_act(self._ledger, ref, record_id), self.decision(ref)
        if act is None or decision is None:
            return
        draft = as_sheet(act, decision)
        kept = self.draft(ref, draft.act)
        if draft == blank(decision, draft.act) or (kept is not None and draft == replace(kept, at=None)):
            return
        if kept is not None and kept.words:
            await self.set_aside(kept)
        await self.keep(replace(draft, at=self._clock()))

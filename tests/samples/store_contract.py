"""What every store kind must do with verdicts, told without knowing what its records look like.

A test module inherits `StoreContract` and has a fixture `harness` that gives its own `Harness`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

import pytest

from sayso_client.asking import Ask, Asking
from sayso_client.decision import Act, Decision, Ref, State
from sayso_client.draft import Draft, blank, from_proposal
from sayso_client.errors import RefusedByRule
from sayso_client.inbox import Inbox, mint_id
from sayso_client.proposals import records as proposals
from sayso_client.rows import Query, View
from sayso_client.stores.contract import Store
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.verdict import Answer, AuthorityKind, Dismissal, Grounds, Receipt, ReceiptKind, Retraction, Verdict

YES_NO = (("yes", "Yes, do it"), ("no", "No"))


class Harness(Protocol):
    """How a test plays the asker's side of one store kind."""

    @property
    def inbox(self) -> Inbox:
        """Over the store, and over another one of the same kind."""

    @property
    def store(self) -> Store:
        """The one that is asked."""

    async def ask(
        self,
        question: str,
        options: Iterable[tuple[str, str]] = YES_NO,
        default: str | None = "no",
        *,
        key: str | None = None,
        elsewhere: bool = False,
    ) -> Ref:
        """Raise a decision; `elsewhere` in the other store."""

    async def amend(self, ref: Ref, question: str) -> None:
        """Change what is asked."""

    async def withdraw(self, ref: Ref) -> None:
        """Take the question back: it is not needed any more."""

    async def propose(self, ref: Ref, option: str) -> None:
        """Suggest an option."""

    async def settled(self, receipt: Receipt, verdict: Verdict) -> Receipt:
        """What became of a verdict, where that takes a while: its receipt in the end."""

    def written(self) -> int:
        """How many things the store holds, of whatever sort: it grows with everything that is written."""


class AsksByRecords:
    """The asker's side of a store of Handoff records, as the verbs of the command line ask."""

    names = ("home", "team")
    """The store that is asked, and the other one."""
    inbox: Inbox

    @property
    def store(self) -> Store:
        """The one that is asked."""
        return self.inbox.store(self.names[0])

    async def arrived(self) -> None:
        """Bring what was asked to the store."""

    def asking(self, name: str) -> Asking:
        """The verbs, on the store of that name."""
        store = self.inbox.store(name)
        assert isinstance(store, LocalStore | ReplicaStore)
        return Asking(store, clock=self.inbox.now, mint=mint_id)

    async def ask(
        self,
        question: str,
        options: Iterable[tuple[str, str]] = YES_NO,
        default: str | None = "no",
        *,
        key: str | None = None,
        elsewhere: bool = False,
    ) -> Ref:
        """Raise a decision; `elsewhere` in the other store."""
        ask = Ask(question, tuple(options), default)
        decision, new = await self.asking(self.names[elsewhere]).raise_(key, ask)
        assert new
        await self.arrived()
        return decision.ref

    async def amend(self, ref: Ref, question: str) -> None:
        """Change what is asked."""
        await self.asking(ref.store).amend(ref.key, Ask(question, YES_NO, "no"))
        await self.arrived()

    async def withdraw(self, ref: Ref) -> None:
        """Take the question back: it is not needed any more."""
        await self.asking(ref.store).withdraw(ref.key, "not_needed")
        await self.arrived()

    async def propose(self, ref: Ref, option: str) -> None:
        """Suggest an option."""

        def build(decision: Decision, record_id: str, at: object) -> dict[str, object]:
            return proposals.build(
                key=ref.key,
                id=record_id,
                at=self.inbox.now(),
                terms_rev=decision.terms_rev or 0,
                options=decision.options,
                option=option,
                model="jev-1",
            )

        await self.asking(ref.store).propose(ref.key, build)
        await self.arrived()


class StoreContract:
    """The tests."""

    async def test_an_answer_is_recorded_and_the_decision_waits_no_more(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        assert waiting(harness) == {ref}

        receipt = await answered(harness, ref, "yes")

        assert receipt.kind is ReceiptKind.RECORDED
        assert harness.store.name in receipt.sentence
        decision = decision_of(harness, ref)
        assert receipt.now == decision
        assert decision.state is State.DECIDED
        assert decision.settlement is not None
        assert (decision.settlement.option, decision.settlement.text) == ("yes", "Yes, do it")
        assert decision.settlement.terms_rev == decision.terms_rev
        assert not decision.waiting
        assert waiting(harness) == set()

    async def test_a_free_answer_needs_no_option(self, harness: Harness) -> None:
        ref = await harness.ask("What shall it be called?", (), None)
        draft = replace(blank(decision_of(harness, ref), Act.ANSWER), text="  sayso\n")

        await said(harness, draft)

        settlement = decision_of(harness, ref).settlement
        assert settlement is not None
        assert (settlement.option, settlement.text) == (None, "sayso")

    async def test_words_beside_an_option_are_kept_with_it(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        draft = replace(
            blank(decision_of(harness, ref), Act.ANSWER, "yes"), text="Yes, but on Monday.", note="See mail."
        )

        await said(harness, draft)

        settlement = decision_of(harness, ref).settlement
        assert settlement is not None
        assert (settlement.option, settlement.text, settlement.note) == ("yes", "Yes, but on Monday.", "See mail.")

    async def test_the_same_verdict_twice_is_written_once(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))

        first = await recorded(harness, verdict)
        held = harness.written()
        again = await recorded(harness, verdict)

        assert (first.kind, again.kind) == (ReceiptKind.RECORDED, ReceiptKind.RECORDED)
        assert first.id == again.id == verdict.id
        assert harness.written() == held
        assert again.now == first.now

    async def test_an_id_is_frozen_with_its_content(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        assert isinstance(verdict, Answer)
        await recorded(harness, verdict)
        held = harness.written()

        other = await recorded(harness, replace(verdict, option="no", text="No"))

        assert other.kind in (ReceiptKind.CONFLICT, ReceiptKind.REFUSED)
        assert harness.written() == held
        settlement = decision_of(harness, ref).settlement
        assert settlement is not None
        assert settlement.option == "yes"

    async def test_every_authority_kind_is_kept_with_its_grounds(self, harness: Harness) -> None:
        kinds = decision_of(harness, await harness.ask("Ship it?")).can.kinds
        assert kinds
        for kind in map(AuthorityKind, kinds):
            decision = decision_of(harness, await harness.ask(f"Ship it, {kind}?"))
            draft = replace(
                blank(decision, Act.ANSWER, "yes"), kind=kind, under=" mandate 7: storage ", basis="mail of Monday"
            )
            await said(harness, draft)

            settlement = decision_of(harness, decision.ref).settlement
            assert settlement is not None
            kept = settlement.authority
            assert kept is not None
            assert kept.kind == kind
            assistants = kind in (AuthorityKind.DELEGATED, AuthorityKind.ATTESTED)
            assert kept.by == ("desk-assistant" if assistants else "ana")
            assert kept.under == ("mandate 7: storage" if kind is AuthorityKind.DELEGATED else None)
            assert kept.basis == ("mail of Monday" if kind is AuthorityKind.ATTESTED else None)

    async def test_a_proposal_alone_settles_nothing(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await harness.propose(ref, "yes")

        decision = decision_of(harness, ref)

        assert decision.state is State.PROPOSED
        assert decision.settlement is None
        assert decision.waiting
        assert ref in waiting(harness)

    async def test_a_confirmation_says_so_and_the_proposal_stays_in_sight(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await harness.propose(ref, "yes")
        decision = decision_of(harness, ref)

        await said(harness, from_proposal(decision, decision.proposals[0]))

        after = decision_of(harness, ref)
        assert after.settlement is not None
        assert after.settlement.authority is not None
        assert (after.settlement.authority.kind, after.settlement.option) == ("confirmed", "yes")
        assert [(each.id, each.option) for each in after.proposals] == [(decision.proposals[0].id, "yes")]

    async def test_choosing_otherwise_is_the_principals_own_word_and_the_proposal_stays(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await harness.propose(ref, "yes")

        await answered(harness, ref, "no")

        after = decision_of(harness, ref)
        assert after.settlement is not None
        assert after.settlement.authority is not None
        assert (after.settlement.authority.kind, after.settlement.option) == ("principal", "no")
        assert [each.option for each in after.proposals] == ["yes"]

    async def test_a_dismissal_is_a_record_of_its_own_without_an_answer(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")

        await dismissed(harness, ref, note="The feature was dropped.")

        decision = decision_of(harness, ref)
        assert decision.state is State.DISMISSED
        assert not decision.waiting
        assert decision.settlement is not None
        settlement = decision.settlement
        assert (settlement.text, settlement.option, settlement.note) == (None, None, "The feature was dropped.")

    async def test_after_a_retraction_it_waits_again(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await answered(harness, ref, "yes")
        assert Act.RETRACT in decision_of(harness, ref).can.acts

        receipt = await said(harness, blank(decision_of(harness, ref), Act.RETRACT))

        assert receipt.kind is ReceiptKind.RECORDED
        decision = decision_of(harness, ref)
        assert decision.waiting
        assert decision.settlement is None
        assert waiting(harness) == {ref}
        assert [each.what for each in decision.history if each.what in ("decided", "retracted")] == [
            "decided",
            "retracted",
        ]

    async def test_another_answer_replaces_the_first_without_a_contest(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await answered(harness, ref, "yes")
        await answered(harness, ref, "no")

        decision = decision_of(harness, ref)

        assert decision.settlement is not None
        assert decision.settlement.option == "no"
        assert decision.flags == frozenset()
        assert [each.current for each in decision.history if each.what == "decided"] == [False, True]

    async def test_a_retracted_decision_can_be_answered_again(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await answered(harness, ref, "yes")
        await said(harness, blank(decision_of(harness, ref), Act.RETRACT))
        await answered(harness, ref, "no")

        decision = decision_of(harness, ref)

        assert (decision.state, decision.flags) == (State.DECIDED, frozenset())

    async def test_a_verdict_upon_what_has_moved_is_a_conflict_and_writes_nothing(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        await harness.amend(ref, "Ship it to everybody?")
        held = harness.written()

        receipt = await recorded(harness, verdict)

        assert receipt.kind is ReceiptKind.CONFLICT
        assert receipt.now is not None
        assert receipt.now.text == "Ship it to everybody?"
        assert "Nothing was written" in receipt.sentence
        assert harness.written() == held
        assert decision_of(harness, ref).waiting

    async def test_of_two_people_at_once_the_second_is_told_what_the_first_said(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        mine = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        theirs = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "no"))
        await recorded(harness, theirs)

        receipt = await recorded(harness, mine)

        assert receipt.kind is ReceiptKind.CONFLICT
        assert receipt.now is not None
        assert receipt.now.settlement is not None
        assert receipt.now.settlement.option == "no"

    async def test_an_answer_to_the_present_terms_is_not_stale_but_one_to_older_terms_is(
        self, harness: Harness
    ) -> None:
        ref = await harness.ask("Ship it?")
        await answered(harness, ref, "yes")
        await harness.amend(ref, "Ship it to everybody?")

        stale = decision_of(harness, ref)
        assert (stale.state, stale.waiting) == (State.STALE, True)
        assert stale.settlement is not None
        assert stale.terms_rev is not None
        assert stale.settlement.terms_rev == stale.terms_rev - 1

        await answered(harness, ref, "yes")
        assert decision_of(harness, ref).state is State.DECIDED

    async def test_a_note_settles_nothing(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        draft = replace(blank(decision_of(harness, ref), Act.NOTE), text="I shall ask Bo.")

        receipt = await said(harness, draft)

        decision = decision_of(harness, ref)
        assert receipt.kind is ReceiptKind.RECORDED
        assert decision.waiting
        assert decision.settlement is None
        assert "I shall ask Bo." in [each.text for each in decision.history]

    async def test_a_note_is_kept_also_when_the_decision_moved(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, replace(blank(decision, Act.NOTE), text="I shall ask Bo."))
        await harness.amend(ref, "Ship it to everybody?")

        receipt = await recorded(harness, verdict)

        assert receipt.kind is ReceiptKind.RECORDED
        assert "I shall ask Bo." in [each.text for each in decision_of(harness, ref).history]
        assert decision_of(harness, ref).waiting

    async def test_handing_over_takes_it_off_my_list_and_no_further(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        draft = replace(blank(decision_of(harness, ref), Act.NOTE), text="Yours.", to="bo")

        await said(harness, draft)

        assert waiting(harness) == set()
        assert ref in listed(harness, View.OPEN)
        assert decision_of(harness, ref).settlement is None

    async def test_resolve_finds_what_was_recorded(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        assert await harness.store.resolve(verdict) is None
        await recorded(harness, verdict)
        held = harness.written()

        receipt = await harness.store.resolve(verdict)

        assert receipt is not None
        assert (receipt.kind, receipt.id, receipt.ref) == (ReceiptKind.RECORDED, verdict.id, ref)
        assert receipt.now == decision_of(harness, ref)
        assert harness.written() == held

    async def test_resolve_finds_nothing_of_a_verdict_that_was_never_recorded(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        await answered(harness, ref, "yes")
        decision = decision_of(harness, ref)
        unsent = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "no"))

        assert await harness.store.resolve(unsent) is None

    async def test_what_cannot_be_done_is_refused_before_writing_with_its_reason(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        assert Act.RETRACT not in decision.can.acts
        held = harness.written()

        with pytest.raises(RefusedByRule, match="Nothing was written") as refusal:
            harness.inbox.compose(decision, blank(decision, Act.RETRACT))

        assert decision.can.refusals[Act.RETRACT] in str(refusal.value)
        assert harness.written() == held

    async def test_a_withdrawn_question_takes_no_answer_also_from_one_that_asks_the_store_at_once(
        self, harness: Harness
    ) -> None:
        ref = await harness.ask("Ship it?")
        await harness.withdraw(ref)
        decision = decision_of(harness, ref)
        assert (decision.state, decision.waiting) == (State.WITHDRAWN, False)
        with pytest.raises(RefusedByRule, match="withdr"):
            harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        common = (ref, decision.seen, "0123456789abcdef", harness.inbox.now(), harness.inbox.via)
        grounds = Grounds(AuthorityKind.PRINCIPAL, "ana")
        held = harness.written()

        for verdict in (
            Answer(*common, grounds=grounds, terms_rev=decision.terms_rev, text="Yes", option="yes"),
            Dismissal(*common, grounds=grounds, terms_rev=decision.terms_rev),
            Retraction(*common, by="ana"),
        ):
            receipt = await harness.store.submit(verdict)
            assert receipt.kind is ReceiptKind.REFUSED
            assert receipt.sentence.endswith(".")
        assert harness.written() == held

    async def test_a_decision_that_the_store_does_not_hold_is_refused(self, harness: Harness) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        held = harness.written()

        receipt = await harness.store.submit(replace(verdict, ref=Ref(ref.store, "no such key")))

        assert receipt.kind is ReceiptKind.REFUSED
        assert "no such key" in receipt.sentence or "does not hold" in receipt.sentence
        assert harness.written() == held

    async def test_one_key_in_two_stores_is_two_decisions(self, harness: Harness) -> None:
        here = await harness.ask("Ship it?", key="same/key")
        there = await harness.ask("Ship the other one?", key="same/key", elsewhere=True)
        assert here.key == there.key
        assert here.store != there.store

        await answered(harness, there, "yes")

        assert decision_of(harness, here).waiting
        assert decision_of(harness, here).text == "Ship it?"
        assert decision_of(harness, there).state is State.DECIDED
        assert waiting(harness) == {here}


def decision_of(harness: Harness, ref: Ref) -> Decision:
    """As it stands; it must be held."""
    decision = harness.inbox.decision(ref)
    assert decision is not None
    return decision


def listed(harness: Harness, view: View) -> set[Ref]:
    """What a view lists."""
    return {row.ref for row in harness.inbox.after(Query(view), None, 100)}


def waiting(harness: Harness) -> set[Ref]:
    """What waits for me, by the list and by the number in the header."""
    found = listed(harness, View.WAITING)
    assert harness.inbox.counts().waiting == len(found)
    return found


async def answered(harness: Harness, ref: Ref, option: str) -> Receipt:
    """Answer with an option, as the principal."""
    return await said(harness, blank(decision_of(harness, ref), Act.ANSWER, option))


async def dismissed(harness: Harness, ref: Ref, note: str = "") -> Receipt:
    """Dismiss, as the principal."""
    draft: Draft = replace(blank(decision_of(harness, ref), Act.DISMISS), note=note)
    return await said(harness, draft)


async def recorded(harness: Harness, verdict: Verdict) -> Receipt:
    """Record a verdict, and see what becomes of it."""
    return await harness.settled(await harness.inbox.record(verdict), verdict)


async def said(harness: Harness, draft: Draft) -> Receipt:
    """What ctrl+s does in a sheet: compose once, record."""
    return await recorded(harness, harness.inbox.compose(decision_of(harness, draft.ref), draft))

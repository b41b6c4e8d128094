"""A chant workspace keeps the contract of stores, with chant writing each answer as a process of its own."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from chant_runs import chant, told
from chant_workspaces import make_workspace, standin_argv
from far_stores import Far, far
from opened import Room
from sayso_client.decision import Act, Ref, State
from sayso_client.draft import blank, from_proposal
from sayso_client.errors import RefusedByRule
from sayso_client.stores.chant.wire import ChantWire
from sayso_client.stores.contract import Store
from sayso_client.verdict import Receipt, ReceiptKind, Verdict
from sayso_config.model import StoreSetting
from store_contract import YES_NO, StoreContract, answered, decision_of, said, waiting

MODEL = {"kind": "model", "backend": "systemone", "model": "jev-1", "threshold": 0.5}


class Place:
    """A workspace, whose agents ask through chant."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.inputs: dict[str, str] = {}
        """Of each question, by its id."""
        points = json.loads(self._points.read_text())
        self._points.write_text(json.dumps({**points, "points": {}}))

    @property
    def _points(self) -> Path:
        return self.folder / "decisions" / "points.json"

    def declare(self, name: str, question: str, options: Iterable[tuple[str, str]] = YES_NO) -> None:
        file = json.loads(self._points.read_text())
        criteria = {option: label for option, label in options}
        file["points"][name] = {
            "title": question,
            "question": {"type": "choice", "instructions": question, "criteria": criteria},
            "inputs": {"ask.id": "Which ask it is"},
            "deciders": [MODEL, {"kind": "quorum", "count": 1}],
        }
        self._points.write_text(json.dumps(file))

    def ask(self, point: str, *words: str) -> str:
        found = told(chant(self.folder, "ask", point, "--inputs", json.dumps({"ask.id": point}), *words))
        assert "error" not in found, found
        return str(found["id"])

    def propose(self, key: str, option: str) -> None:
        point = key.rpartition("-")[0]
        reply = self.folder / "inputs" / "reply.json"
        answer = {"choice": option, "confidence": 0.9, "probabilities": {option: 0.9}}
        reply.write_text(json.dumps({"model": "jev-1", "answers": {point: answer}}))
        self.ask(point, "--response", str(reply))

    def written(self) -> int:
        return sum(len(each.read_bytes()) for each in (self.folder / "answers").glob("*.md"))


class OpenWire:
    """As `Far` opens a wire."""

    kind = "chant"

    def __call__(self, place: Place, weather: object) -> ChantWire:
        setting = StoreSetting(place.name, "chant", path=str(place.folder), trust=True, command=tuple(standin_argv()))
        return ChantWire(setting, {"PATH": "/usr/bin:/bin"})


class InAWorkspace:
    """The asker's side."""

    def __init__(self, far: Far) -> None:
        self.far = far
        self.inbox = far.inbox
        self._count = 0

    @property
    def store(self) -> Store:
        return self.inbox.store("one")

    async def ask(
        self,
        question: str,
        options: Iterable[tuple[str, str]] = YES_NO,
        default: str | None = None,
        *,
        key: str | None = None,
        elsewhere: bool = False,
    ) -> Ref:
        place: Place = self.far.servers[1 if elsewhere else 0]
        self._count += 1
        point = key or f"ask-{self._count}"
        place.declare(point, question, options)
        asked = place.ask(point)
        await self.far.sync()
        return Ref(place.name, asked)

    async def amend(self, ref: Ref, question: str) -> None:
        self.far.server.declare(ref.key.rpartition("-")[0], question)
        await self.far.sync()

    async def withdraw(self, ref: Ref) -> None:
        (self.far.server.folder / "answers" / f"{ref.key}.md").unlink()
        await self.far.sync()

    async def propose(self, ref: Ref, option: str) -> None:
        self.far.server.propose(ref.key, option)
        await self.far.sync()

    async def settled(self, receipt: Receipt, verdict: Verdict) -> Receipt:
        if not receipt.kept:
            return receipt
        await self.far.sync()
        return await self.inbox.resolve(verdict) or receipt

    def written(self) -> int:
        return sum(each.written() for each in self.far.servers)


class TestAChantWorkspace(StoreContract):
    """All of the contract but what chant cannot hold; what is refused in its place follows below."""

    @pytest.fixture
    def harness(self, room: Room, tmp_path: Path) -> Iterator[InAWorkspace]:
        places = [Place(name, make_workspace(tmp_path / name)) for name in ("one", "two")]
        with far(room, *places, wire=OpenWire()) as opened:
            yield InAWorkspace(opened)

    async def test_an_answer_is_written_by_chant_and_the_question_waits_no_more(self, harness: InAWorkspace) -> None:
        ref = await harness.ask("Ship it?")
        assert waiting(harness) == {ref}

        receipt = await answered(harness, ref, "yes")

        assert receipt.kind is ReceiptKind.RECORDED
        decision = decision_of(harness, ref)
        assert receipt.now == decision
        assert decision.settlement is not None
        assert decision.settlement.authority is not None
        assert (decision.settlement.option, decision.settlement.authority.by) == ("yes", "ana")
        assert decision.settlement.authority.kind == "principal"
        assert waiting(harness) == set()
        assert 'answered_by:\n  - "ana"' in (harness.far.server.folder / "answers" / f"{ref.key}.md").read_text()

    @pytest.mark.parametrize(("option", "kind"), [("yes", "confirmed"), ("no", "principal")])
    async def test_what_a_model_proposed_is_confirmed_or_answered_otherwise(
        self, harness: InAWorkspace, option: str, kind: str
    ) -> None:
        ref = await harness.ask("Ship it?")
        await harness.propose(ref, "yes")
        decision = decision_of(harness, ref)
        confirms = from_proposal(decision, decision.proposals[0])

        await said(harness, confirms if option == "yes" else blank(decision, Act.ANSWER, option))

        after = decision_of(harness, ref).settlement
        assert after is not None
        assert after.authority is not None
        assert (after.authority.kind, after.option) == (kind, option)
        record = (harness.far.server.folder / "answers" / f"{ref.key}.md").read_text()
        assert ("proposed yes, and people answered no" in record) is (option == "no")

    async def test_a_verdict_that_was_never_recorded_is_not_found(self, harness: InAWorkspace) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        unsent = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "no"))
        await answered(harness, ref, "yes")

        assert await harness.store.resolve(unsent) is None

    async def test_the_same_question_in_two_workspaces_is_two_decisions(self, harness: InAWorkspace) -> None:
        here = await harness.ask("Ship it?", key="ship")
        there = await harness.ask("Ship it?", key="ship", elsewhere=True)
        assert here.key == there.key

        await answered(harness, there, "yes")

        assert decision_of(harness, here).waiting
        assert decision_of(harness, there).state is State.DECIDED
        assert waiting(harness) == {here}

    @pytest.mark.parametrize("act", [Act.DISMISS, Act.NOTE])
    async def test_what_chant_cannot_hold_is_refused_with_its_reason(self, harness: InAWorkspace, act: Act) -> None:
        ref = await harness.ask("Ship it?")
        decision = decision_of(harness, ref)
        held = harness.written()

        with pytest.raises(RefusedByRule, match="chant"):
            harness.inbox.compose(decision, replace(blank(decision, act), text="Words."))

        assert decision.can.refusals[act]
        assert harness.written() == held

    async def test_another_answer_takes_the_first_one_back_before(self, harness: InAWorkspace) -> None:
        ref = await harness.ask("Ship it?")
        await answered(harness, ref, "yes")
        assert Act.ANSWER not in decision_of(harness, ref).can.acts

        await said(harness, blank(decision_of(harness, ref), Act.RETRACT))
        await answered(harness, ref, "no")

        decision = decision_of(harness, ref)
        assert decision.settlement is not None
        assert (decision.settlement.option, decision.flags) == ("no", frozenset())
        assert [each.what for each in decision.history if each.what in ("decided", "retracted")] == [
            *("decided", "retracted", "decided")
        ]

    async def test_a_question_whose_record_is_gone_takes_no_answer(self, harness: InAWorkspace) -> None:
        ref = await harness.ask("Ship it?")
        await harness.ask("Another?")
        decision = decision_of(harness, ref)
        verdict = harness.inbox.compose(decision, blank(decision, Act.ANSWER, "yes"))
        await harness.withdraw(ref)
        held = harness.written()

        receipt = await harness.store.submit(verdict)

        assert harness.inbox.decision(ref) is None
        assert receipt.kind is ReceiptKind.REFUSED
        assert "does not hold" in receipt.sentence
        assert harness.written() == held


# What chant has no place for, or holds in words of its own; see above.
_NOT_IN_CHANT = (
    StoreContract.test_an_answer_is_recorded_and_the_decision_waits_no_more,
    StoreContract.test_every_authority_kind_is_kept_with_its_grounds,
    StoreContract.test_resolve_finds_nothing_of_a_verdict_that_was_never_recorded,
    StoreContract.test_a_free_answer_needs_no_option,
    StoreContract.test_words_beside_an_option_are_kept_with_it,
    StoreContract.test_a_dismissal_is_a_record_of_its_own_without_an_answer,
    StoreContract.test_another_answer_replaces_the_first_without_a_contest,
    StoreContract.test_an_answer_to_the_present_terms_is_not_stale_but_one_to_older_terms_is,
    StoreContract.test_a_note_settles_nothing,
    StoreContract.test_a_note_is_kept_also_when_the_decision_moved,
    StoreContract.test_handing_over_takes_it_off_my_list_and_no_further,
    StoreContract.test_a_withdrawn_question_takes_no_answer_also_from_one_that_asks_the_store_at_once,
    StoreContract.test_one_key_in_two_stores_is_two_decisions,
)
for each in _NOT_IN_CHANT:
    setattr(TestAChantWorkspace, each.__name__, None)

import json
from dataclasses import replace
from typing import Any

import pytest

from handoff_records import line, raised
from opened import Room, home, say
from sayso_client.asking import Ask, Asking
from sayso_client.decision import Act, Kind, Ref, State
from sayso_client.draft import blank, from_proposal
from sayso_client.errors import Ambiguous, NotFound
from sayso_client.inbox import Inbox, mint_id
from sayso_client.rows import Query, View
from sayso_client.verdict import AuthorityKind

KEY = "acme/db"
REF = Ref("home", KEY)


def proposed(record_id: str = "p1", minutes: int = 3, **body: object) -> bytes:
    return line(
        {
            "ext": "sayso.proposals/0.1",
            "type": "proposed",
            "origin": "agent",
            "key": KEY,
            "id": record_id,
            "at": f"2026-10-27T09:0{minutes}:00Z",
            "terms_rev": 1,
            "proposal": body,
        }
    )


CHOICE: dict[str, Any] = {
    "question": "choice",
    "answer": {"option": "pg"},
    "probabilities": {"pg": 0.99, "sqlite": 0.01},
    "confidence": 0.99,
    "threshold": 0.5,
    "model": "jev-1",
}


async def fill(inbox: Inbox, *more: bytes) -> None:
    told = await home(inbox).take_in([line(raised(KEY, due="2026-10-28")), *more], "import")
    assert (told.new, told.invalid) == (1 + len(more), 0)


def principals(inbox: Inbox) -> list[dict[str, Any]]:
    records = [json.loads(each.raw) for each in home(inbox).every_record()]
    return [each for each in records if each["origin"] == "principal"]


async def test_a_certain_proposal_past_its_due_day_with_a_default_is_never_recorded_by_waiting(room: Room) -> None:
    with room.inbox() as inbox:
        await fill(inbox, proposed(**CHOICE))
    room.clock.forward(days=4_000)
    with room.inbox() as inbox:
        decision = inbox.find(KEY)
        assert (decision.state, decision.waiting, decision.settlement) == (State.PROPOSED, True, None)
        assert principals(inbox) == []
        (row,) = inbox.after(Query(), None, 9)
        assert (row.state, row.settled_kind, row.settled_by, row.settled_at) == (State.PROPOSED, None, None, None)


async def test_reading_drafting_composing_and_leaving_record_nothing(room: Room) -> None:
    with room.inbox() as inbox:
        await fill(inbox, proposed(**CHOICE))
        decision = inbox.find(KEY)
        inbox.compose(decision, from_proposal(decision, decision.proposals[0]))
        inbox.compose(decision, blank(decision, Act.DISMISS))
        await inbox.keep(replace(blank(decision, Act.ANSWER, "pg"), text="Yes."))
    with room.inbox() as inbox:
        assert principals(inbox) == []
        assert inbox.find(KEY).waiting


async def test_a_claim_settles_nothing_until_it_is_adopted_and_then_names_it(inbox: Inbox) -> None:
    claim = {**raised(KEY), "type": "claimed", "origin": "agent", "id": "c1", "outcome": "decided"}
    claim |= {"answer": {"text": "PostgreSQL", "option": "pg"}, "evidence": {"basis": "said in session 42"}}
    await fill(inbox, line(claim))
    decision = inbox.find(KEY)
    assert (decision.waiting, decision.settlement) == (True, None)

    draft = replace(blank(decision, Act.ANSWER, "pg"), kind=AuthorityKind.ATTESTED, basis=decision.claims[0].basis)
    await say(inbox, replace(draft, claim="c1"))

    (record,) = principals(inbox)
    assert record["evidence"] == {"basis": "said in session 42", "claim": "c1"}
    assert inbox.find(KEY).claims[0].adopted


@pytest.mark.parametrize(
    ("kind", "authority"),
    [
        (AuthorityKind.PRINCIPAL, {"kind": "principal", "by": "ana"}),
        (AuthorityKind.CONFIRMED, {"kind": "confirmed", "by": "ana"}),
        (AuthorityKind.DELEGATED, {"kind": "delegated", "by": "desk-assistant", "under": "mandate 7"}),
        (AuthorityKind.ATTESTED, {"kind": "attested", "by": "desk-assistant"}),
    ],
)
async def test_each_kind_stands_in_record_history_and_row(
    inbox: Inbox, kind: AuthorityKind, authority: dict[str, str]
) -> None:
    await fill(inbox)
    draft = blank(inbox.find(KEY), Act.ANSWER, "pg")
    await say(inbox, replace(draft, kind=kind, under="mandate 7", basis="mail of Monday"))

    (record,) = principals(inbox)
    assert record["authority"] == authority
    assert record.get("evidence") == ({"basis": "mail of Monday"} if kind is AuthorityKind.ATTESTED else None)
    row = inbox.rows((REF,))[REF]
    assert (row.settled_kind, row.settled_by) == (kind, authority["by"])
    decided = [each for each in inbox.find(KEY).history if each.what == "decided"]
    assert [(each.by, each.current) for each in decided] == [(authority["by"], True)]


@pytest.mark.parametrize("numbers", [{"pg": 0.33, "sqlite": 0.33}, {"pg": 0.51, "sqlite": 0.5}, {"pg": 0, "sqlite": 1}])
async def test_probabilities_stand_as_they_were_given(inbox: Inbox, numbers: dict[str, float]) -> None:
    await fill(inbox, proposed(question="choice", answer={"option": "pg"}, probabilities=numbers))

    (proposal,) = inbox.find(KEY).proposals

    assert proposal.probabilities == tuple(numbers.items())
    assert (proposal.confidence, proposal.threshold) == (None, None)
    row = inbox.rows((REF,))[REF]
    assert (row.probability, row.confidence) == (numbers["pg"], None)


async def test_no_confidence_is_not_a_confidence_of_zero(inbox: Inbox) -> None:
    await fill(inbox, proposed(question="choice", answer={"option": "pg"}, confidence=0))
    assert inbox.rows((REF,))[REF].confidence == 0
    assert inbox.find(KEY).proposals[0].confidence == 0


@pytest.mark.parametrize("number", [0.5, 0.0, 1.0])
async def test_p_of_true_is_a_number_and_neither_a_yes_nor_a_no(inbox: Inbox, number: float) -> None:
    await fill(inbox, proposed(question="boolean", probability=number))
    decision = inbox.find(KEY)
    (proposal,) = decision.proposals
    assert (proposal.kind, proposal.probability, proposal.option, proposal.text) == (Kind.BOOLEAN, number, None, None)
    assert not proposal.confirmable
    assert Act.CONFIRM not in decision.can.acts
    assert inbox.rows((REF,))[REF].probability == number
    assert decision.state is State.PROPOSED


@pytest.mark.parametrize("number", [1.2, -0.1, "0.9", True, None])
async def test_a_number_that_cannot_be_is_named_and_stands_nowhere(inbox: Inbox, number: object) -> None:
    await fill(inbox, proposed(question="boolean", probability=number))
    decision = inbox.find(KEY)
    assert [each.probability for each in decision.proposals] == [None]
    assert bool(decision.proposals[0].problems) == (number is not None)
    assert inbox.rows((REF,))[REF].probability is None
    assert decision.state is State.OPEN
    assert inbox.counts().proposed == 0
    assert inbox.after(Query(View.PROPOSED), None, 9) == ()


async def test_a_proposal_for_older_terms_is_not_offered(inbox: Inbox) -> None:
    await fill(inbox, proposed(**CHOICE))
    await Asking(home(inbox), clock=inbox.now, mint=mint_id).amend(KEY, Ask("Which cache?"))
    decision = inbox.find(KEY)
    assert decision.state is State.OPEN
    assert [each.current for each in decision.proposals] == [False]
    assert Act.CONFIRM not in decision.can.acts
    assert inbox.rows((REF,))[REF].confidence is None


async def test_a_verdict_upon_older_terms_never_becomes_one_upon_the_newer(inbox: Inbox) -> None:
    await fill(inbox)
    decision = inbox.find(KEY)
    verdict = inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
    await Asking(home(inbox), clock=inbox.now, mint=mint_id).amend(KEY, Ask("Which cache?"))

    for _ in range(2):
        assert (await inbox.record(verdict)).kind == "conflict"

    assert principals(inbox) == []


async def test_terms_that_were_exchanged_under_one_revision_are_a_conflict(inbox: Inbox) -> None:
    await fill(inbox)
    decision = inbox.find(KEY)
    verdict = inbox.compose(decision, blank(decision, Act.ANSWER, "pg"))
    swapped = {**raised(KEY, "Delete everything?"), "at": "2026-10-27T08:00:00Z"}
    await home(inbox).take_in([line(swapped)], "import")
    assert (inbox.find(KEY).text, inbox.find(KEY).terms_rev) == ("Delete everything?", 1)

    assert (await inbox.record(verdict)).kind == "conflict"
    assert principals(inbox) == []


async def test_a_decision_is_found_by_its_key(room: Room) -> None:
    with room.inbox(stores=("home", "team")) as inbox:
        await home(inbox, "home").take_in([line(raised(KEY)), line(raised("only"))], "import")
        await home(inbox, "team").take_in([line(raised(KEY))], "import")

        assert inbox.find("only").ref == Ref("home", "only")
        assert inbox.find(KEY, "team").ref == Ref("team", KEY)
        with pytest.raises(Ambiguous, match=r"home, team.*--store"):
            inbox.find(KEY)
        for key, store in (("none", None), ("only", "team"), (KEY, "nowhere"), ("\x1b[2J\ud800", None)):
            with pytest.raises(NotFound) as error:
                inbox.find(key, store)
            assert "\x1b" not in str(error.value)
        with pytest.raises(NotFound, match="home, team"):
            inbox.store("nowhere")


async def test_the_counts_tell_all_stores_together(room: Room) -> None:
    with room.inbox(stores=("home", "team")) as inbox:
        await home(inbox, "home").take_in([line(raised(KEY)), proposed(**CHOICE)], "import")
        await home(inbox, "team").take_in([line(raised(KEY)), line(raised("b"))], "import")
        counts = inbox.counts()
        assert (counts.waiting, counts.proposed, counts.contested, counts.total) == (3, 1, 0, 3)

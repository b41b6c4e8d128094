"""Who proposes is said, with how that is known; nothing that is proposed decides or moves anything."""

from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import home
from sayso_client.decision import State
from sayso_client.inbox import Inbox
from sayso_client.rows import Query
from sayso_client.said import ProposalSource
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

MODEL = h.proposed()
ASKER = h.proposed("p2", 5, question="choice", answer={"option": "sqlite"}, confidence=1.0)


def other(key: str, minutes: float) -> h.Record:
    return {**h.raised(minutes), "key": key, "id": f"r:{key}"}


async def test_each_says_who_made_it_and_how_that_is_known(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(), MODEL, ASKER)
    made = {each.id: each.source for each in inbox.find(h.KEY).proposals}
    assert made == {"p1": ProposalSource.CLAIMED, "p2": ProposalSource.ASKER}
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.press("c")
        shown = text_of(person.app)
        for words in ("model name not checked", "from the asker itself", "confidence 0.87", "confidence 1"):
            assert words in shown


async def test_where_two_disagree_the_record_key_waits_until_one_is_chosen(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(), MODEL, ASKER)
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        await Person(pilot).press("c", "ctrl+s")
    assert [each.value["type"] for each in home(inbox).every_record()].count("settled") == 0  # type: ignore[index]


@pytest.mark.parametrize("confidence", [0.0, 0.5, 1.0])
async def test_none_moves_its_decision_or_settles_it(inbox: Inbox, take_in: Any, confidence: float) -> None:
    await take_in(h.raised(), other("first", -5), other("last", 5))
    before = [each.ref for each in inbox.after(Query(), None, 10)]
    await take_in(h.proposed("p3", 6, question="choice", answer={"option": "pg"}, confidence=confidence))
    assert [each.ref for each in inbox.after(Query(), None, 10)] == before
    decision = inbox.find(h.KEY)
    assert decision.waiting
    assert (decision.state, decision.settlement) == (State.PROPOSED, None)


def test_an_agent_cannot_say_that_i_asked_for_it(sayso: Any) -> None:
    assert sayso("propose", "acme/db", "--option", "pg", "--model", "asked here").code == 0
    (proposal,) = sayso("show", "acme/db", "--json").json["proposals"]
    assert proposal["source"] == ProposalSource.CLAIMED


async def test_not_vouched_for_is_the_name_of_a_model_or_its_number(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(), h.proposed(question="choice", answer={"option": "pg"}, confidence=1.0, model="best-9"))
    (proposal,) = inbox.find(h.KEY).proposals
    assert (proposal.model, proposal.confidence) == ("best-9", 1.0)

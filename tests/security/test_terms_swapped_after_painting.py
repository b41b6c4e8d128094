"""The record names what was on the screen, or there is none."""

from dataclasses import replace
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import home, say
from sayso_client.decision import Act, Flag
from sayso_client.draft import blank
from sayso_client.handoff.records import canonical
from sayso_client.inbox import Inbox
from sayso_client.verdict import ReceiptKind
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

OTHER = {**h.TERMS, "options": [{"id": "pg", "label": "Drop all tables"}, {"id": "sqlite", "label": "SQLite"}]}


def written(inbox: Inbox) -> list[Any]:
    values = [each.value for each in home(inbox).every_record()]
    return [each for each in values if isinstance(each, dict) and each["origin"] == "principal"]


@pytest.mark.parametrize("swap", [h.amended(terms=OTHER), {**h.raised(), "id": "x", "terms": OTHER}])
async def test_nothing_is_written_when_the_option_means_something_else_by_now(
    inbox: Inbox, take_in: Any, swap: h.Record
) -> None:
    await take_in(h.raised())
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.press("1")
        await take_in(swap)
        await person.press("ctrl+s")
        assert written(inbox) == []
        assert "Drop all tables" in text_of(person.app)


async def test_a_record_names_the_terms_that_were_on_the_screen(inbox: Inbox, take_in: Any) -> None:
    from hashlib import sha256

    await take_in(h.raised())
    assert (await say(inbox, replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg"))).recorded
    (record,) = written(inbox)
    assert record["terms_rev"] == 1
    assert record["sayso"]["saw"]["terms"] == sha256(canonical(h.TERMS)).hexdigest()


async def test_other_terms_under_the_revision_that_i_answered_are_found_later(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(), h.amended())
    assert (await say(inbox, replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg"))).recorded
    assert not inbox.find(h.KEY).waiting
    await take_in(h.amended("a3", 11, terms=OTHER), door="agent")
    decision = inbox.find(h.KEY)
    assert decision.waiting
    assert Flag.TERMS_EXCHANGED in decision.flags


async def test_a_draft_upon_older_terms_is_never_written_upon_newer_ones(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised())
    old = replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg")
    await take_in(h.amended(terms=OTHER))
    verdict = inbox.compose(inbox.find(h.KEY), old)
    assert (await inbox.record(verdict)).kind is ReceiptKind.CONFLICT
    assert written(inbox) == []


async def test_not_prevented_is_an_odd_wording_that_i_did_see(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(terms=OTHER))
    assert (await say(inbox, replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg"))).recorded
    assert written(inbox)[0]["answer"]["text"] == "Drop all tables"

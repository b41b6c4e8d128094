"""The door's own time stands beside the record's; order does not hang on clocks; nobody's time is proved."""

from dataclasses import replace
from typing import Any

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import Room, home, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

DAY = 24 * 60.0


async def test_the_time_of_arrival_is_kept_beside_the_records_own(room: Room, inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(minutes=400 * DAY))
    decision = inbox.find(h.KEY)
    assert decision.received_at == room.clock.now
    assert decision.asked_at is not None and decision.asked_at > room.clock.now
    (held,) = home(inbox).records(h.KEY)
    assert held.received == room.clock.now


async def test_ages_are_counted_from_the_arrival(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(minutes=-400 * DAY))
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.rest()
        assert "acme/db-choice · just now" in text_of(person.app)


async def test_a_clock_that_runs_fast_does_not_win_for_ever(inbox: Inbox, take_in: Any) -> None:
    ahead = h.settled(minutes=400 * DAY, option="sqlite", authority={"kind": "principal", "by": "bob"})
    await take_in(h.raised(), ahead)
    assert (await say(inbox, replace(blank(inbox.find(h.KEY), Act.ANSWER), option="pg"))).recorded
    decision = inbox.find(h.KEY)
    assert decision.settlement is not None
    assert decision.settlement.option == "pg"
    last = list(home(inbox).every_record())[-1].value
    assert isinstance(last, dict)
    assert last["at"] > ahead["at"]


async def test_a_clock_that_runs_slow_loses_no_amendment(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(), h.amended(minutes=-400 * DAY, terms={"text": "Newer?"}))
    decision = inbox.find(h.KEY)
    assert (decision.terms_rev, decision.text) == (2, "Newer?")


async def test_not_proved_is_the_time_that_a_record_gives_itself(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(minutes=-10 * DAY))
    decision = inbox.find(h.KEY)
    assert decision.asked_at is not None and decision.received_at is not None
    assert decision.asked_at < decision.received_at

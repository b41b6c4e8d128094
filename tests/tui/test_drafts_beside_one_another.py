"""Two inboxes on one decision, drafts that were left, and what a sheet says of them."""

import asyncio
from dataclasses import replace
from typing import Any

import handoff_decisions as h
from at_the_keys import Person, text_of
from at_the_screen import sitting
from opened import Room, say
from sayso_client.decision import Act, Ref
from sayso_client.draft import blank
from sayso_client.inbox import Inbox

REF = Ref("home", h.KEY)


async def until(person: Person, words: str) -> None:
    async with asyncio.timeout(20):
        while words not in " ".join(text_of(person.app).split()):
            await person.pilot.pause(0.01)


def written(person: Person) -> str:
    sheet: Any = person.app.screen
    return str(sheet.draft().text)


async def left(room: Room, *texts: str) -> None:
    for text in texts:
        with room.inbox() as inbox:
            decision = inbox.find(h.KEY)
            at = room.clock()
            await inbox.keep(replace(blank(decision, Act.ANSWER), text=text, at=at))


async def test_two_inboxes_on_one_decision_say_so_and_keep_their_own_words(room: Room, inbox: Inbox, fill: Any) -> None:
    await fill(h.raised())
    with room.inbox() as second:
        async with sitting(inbox) as mine, sitting(second) as yours:
            await mine.press("a")
            await mine.write("Mine")
            await yours.press("a")
            await until(yours, "Also being written elsewhere: an answer at pts/3 on desk. Each keeps its own words.")
            assert written(yours) == ""
            await yours.write("Yours")
            await until(mine, "Also being written elsewhere: an answer at pts/3 on desk. Each keeps its own words.")
            await mine.write(", still")
            assert (written(mine), written(yours)) == ("Mine, still", "Yours")
            await mine.press("escape")
            await yours.press("escape")
            assert second.draft(REF, Act.ANSWER) != inbox.draft(REF, Act.ANSWER)


async def test_words_written_elsewhere_can_be_had_once_that_inbox_has_ended(
    room: Room, inbox: Inbox, fill: Any
) -> None:
    await fill(h.raised())
    async with sitting(inbox) as mine:
        await mine.press("a")
        await mine.write("Mine")
        with room.inbox() as other:
            await other.keep(replace(blank(other.find(h.KEY), Act.ANSWER), text="Theirs"))
            await until(mine, "Also being written elsewhere")
        await mine.write("!")
        await until(mine, "Another draft is kept here: ctrl+o.")
        await mine.press("ctrl+o")
        assert written(mine) == "Theirs"
        await mine.press("ctrl+o")
        assert written(mine) == "Mine!"
        assert inbox.decision(REF).settlement is None  # type: ignore[union-attr]


async def test_the_newest_of_several_left_drafts_is_back_and_the_others_are_a_key_away(
    room: Room, inbox: Inbox, fill: Any
) -> None:
    await fill(h.raised())
    await left(room, "Oldest", "Newest")
    async with sitting(inbox) as mine:
        await mine.press("a")
        assert written(mine) == "Newest"
        assert "Another draft is kept here: ctrl+o." in text_of(mine.app)
        await mine.write(" words")
        await mine.press("ctrl+o")
        assert written(mine) == "Oldest"
        await mine.press("escape")
    front = inbox.draft(REF, Act.ANSWER)
    assert front is not None
    other = await inbox.turn_over(front)
    assert other is not None
    assert (front.text, other.text) == ("Oldest", "Newest words")


async def test_a_draft_just_swapped_in_cannot_be_recorded_before_it_was_read(
    room: Room, inbox: Inbox, fill: Any
) -> None:
    await fill(h.raised())
    await left(room, "Oldest", "Newest")
    async with sitting(inbox) as mine:
        await mine.press("a")
        await mine.burst("ctrl+o", "ctrl+s", after=1.0)
        assert "Not recorded" in text_of(mine.app)
        assert inbox.decision(REF).settlement is None  # type: ignore[union-attr]


async def test_without_another_draft_the_key_says_so(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        await person.write("Mine")
        await person.press("ctrl+o")
        assert "There is no other draft" in text_of(person.app)
        assert written(person) == "Mine"


async def test_a_draft_that_is_back_says_what_was_decided_meanwhile(room: Room, inbox: Inbox, fill: Any) -> None:
    await fill(h.raised())
    await left(room, "Words")
    room.clock.forward(minutes=5)
    await say(inbox, blank(inbox.find(h.KEY), Act.ANSWER, "pg"))
    async with sitting(inbox) as mine:
        await mine.press("]", "]", "]", "]", "a")
        assert "Meanwhile it was settled:" in " ".join(text_of(mine.app).split())
        assert written(mine) == "Words"


async def test_typing_without_a_pause_does_not_put_the_draft_off(inbox: Inbox, fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("a")
        typed = 0
        while inbox.draft(REF, Act.ANSWER) is None:
            person.strike("x", after=0.03)
            await person.pilot.pause(0.03)
            typed += 1
            assert typed < 200


async def test_a_draft_that_is_back_says_so_when_the_decision_is_another_under_the_same_revision(
    room: Room, inbox: Inbox, fill: Any
) -> None:
    await fill(h.raised())
    with room.inbox() as earlier:
        await earlier.keep(replace(blank(earlier.find(h.KEY), Act.ANSWER), text="Words", seen="as it was"))
    async with sitting(inbox) as mine:
        await mine.press("a")
        assert "Your draft is back. Meanwhile the decision changed: read it again." in text_of(mine.app)
        assert written(mine) == "Words"


async def test_of_many_keys_at_once_the_first_are_on_the_disk_while_the_last_are_still_taken(
    inbox: Inbox, fill: Any
) -> None:
    await fill(h.raised())
    async with sitting(inbox) as person:
        await person.press("a")
        person.strike(*"words that somebody dictates " * 60)
        async with asyncio.timeout(20):
            while (kept := inbox.draft(REF, Act.ANSWER)) is None:  # noqa: ASYNC110 - the ledger rings no bell
                await asyncio.sleep(0)  # a turn of the loop, not a rest: it must not wait for the keys
        assert 0 < len(kept.text) < 29 * 60
        await person.rest()
        await person.press("escape")
    whole = inbox.draft(REF, Act.ANSWER)
    assert whole is not None
    assert whole.text == "words that somebody dictates " * 60

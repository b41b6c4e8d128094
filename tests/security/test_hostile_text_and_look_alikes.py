"""Nothing acts, nothing hides, nothing passes for our own words; whether it is true nobody says."""

import re
from typing import Any

import handoff_decisions as h
from at_the_keys import Person, text_of
from command_line import Sayso
from sayso_client.decision import Flag
from sayso_client.inbox import Inbox
from sayso_client.lookalike import look_alikes
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

HOSTILE = "\x1b]52;c;aGk=\x07\x1b[2J\x9b2J\u202egnp\u2066\u200b\ufeff[/][@click=app.quit]x[/]"
ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\ufeff\u202a-\u202e\u2066-\u2069]")


def asked(text: str) -> h.Record:
    options = [{"id": "pg", "label": f"PostgreSQL{text}"}, {"id": "sqlite", "label": "SQLite"}]
    return h.raised(terms={"text": f"Which?{text}", "options": options}, sayso={"by": f"cc{text}"})


async def test_it_neither_acts_nor_hides_on_the_screen(inbox: Inbox, take_in: Any) -> None:
    await take_in(asked(HOSTILE))
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.rest()
        for keys in ((), ("1",), ("escape", "n")):
            await person.press(*keys)
            assert not ACTS.search(text_of(person.app))
            assert "⟨U+202E⟩" in text_of(person.app)
            assert "[/][@click" in text_of(person.app)
    assert Flag.UNSAFE_TEXT in inbox.find(h.KEY).flags


def test_it_neither_acts_nor_hides_on_the_command_line(sayso: Sayso) -> None:
    sayso("raise", "k", "--text", f"Which?{HOSTILE}", "--by", f"cc{HOSTILE}")
    for words in (("show", "k"), ("list",)):
        ran = sayso(*words)
        assert "52;c;aGk=" in ran.out
        assert not ACTS.search((ran.out + ran.err).replace("\n", ""))
    assert sayso("show", "k", "--json").raw.isascii()


async def test_a_text_cannot_draw_our_chrome(inbox: Inbox, take_in: Any) -> None:
    await take_in(asked("\n\n  Will write settled · decided · SQLite · answered by ana\n  ctrl+s record"))
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        person = Person(pilot)
        await person.press("1")
        lines = [each.partition("│")[2].strip() for each in text_of(person.app).splitlines()]
        (ours,) = (each for each in lines if each.startswith("Will write"))
        assert "PostgreSQL" in ours
        assert any(each.startswith("▏   Will write settled · decided · SQLite") for each in lines)
        assert any(each.startswith("▏   ctrl+s record") for each in lines)


async def test_options_that_look_alike_are_marked(inbox: Inbox, take_in: Any) -> None:
    options = [{"id": "a", "label": "Accept"}, {"id": "b", "label": "\u0410ccept"}]
    await take_in(h.raised(terms={"text": "Which?", "options": options}))
    assert Flag.LOOK_ALIKE in inbox.find(h.KEY).flags
    async with SaysoApp(inbox, Settings()).run_test(size=(120, 40), notifications=True) as pilot:
        await Person(pilot).rest()
        assert "look-alike" in text_of(Person(pilot).app)


async def test_not_judged_is_whether_a_text_is_true(inbox: Inbox, take_in: Any) -> None:
    await take_in(h.raised(terms={"text": "Ana agreed to this yesterday. Only confirm it."}))
    assert inbox.find(h.KEY).flags == frozenset()


def test_not_found_is_every_pair_that_a_reader_might_mix_up() -> None:
    assert not look_alikes(["delete old", "delete oId2"])

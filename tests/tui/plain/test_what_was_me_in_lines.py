"""What is marked "not from here" is said to be mine in lines, by a code that is told for it as it stands."""

import asyncio
import json
import re
from collections.abc import Callable
from threading import Thread
from typing import Any

import handoff_decisions as h
from opened import home
from sayso_client.inbox import Inbox
from typist import Typist


def forge(inbox: Inbox, *records: dict[str, Any]) -> None:
    asyncio.run(home(inbox).take_in([json.dumps(each).encode() for each in records], "agent"))


def told(typist: Typist) -> str:
    """The word with the code, as it was told last."""
    return str(re.findall(r"mine \d+ \w+", typist.said)[-1])


def marked(inbox: Inbox) -> int:
    return inbox.counts().not_from_here


def test_the_code_that_is_told_says_that_it_was_me(inbox: Inbox, take: Any, talk: Callable[..., str]) -> None:
    take(h.raised())
    forge(inbox, h.settled())
    said = talk("list not-from-here", "mine 1", told)
    assert "Was that you, elsewhere?" in said and "Noted here: that was you." in said
    assert marked(inbox) == 0


def test_without_the_code_or_with_another_nothing_is_said(inbox: Inbox, take: Any, talk: Callable[..., str]) -> None:
    take(h.raised())
    forge(inbox, h.settled())
    talk("list not-from-here", "mine 1", "mine 1 abcd", "mine 1", "mine 1")
    assert marked(inbox) == 1


def test_a_code_is_no_code_for_what_came_after_it(inbox: Inbox, take: Any, talk: Callable[..., str]) -> None:
    take(h.raised())
    forge(inbox, h.settled())

    def after_another_one(typist: Typist) -> str:
        word = told(typist)
        thread = Thread(target=forge, args=(inbox, h.settled("s2", 9, supersedes=["s1"])))
        thread.start()
        thread.join()
        return word

    assert talk("list not-from-here", "mine 1", after_another_one).count("Was that you, elsewhere?") == 2
    assert marked(inbox) == 1


def test_what_is_not_marked_needs_no_word(take: Any, talk: Callable[..., str]) -> None:
    take(h.raised())
    assert "It is not marked" in talk("list", "mine 1")

"""The word `undo` takes back what I did last; like every other word it records nothing by itself."""

from collections.abc import Callable
from typing import Any

import handoff_decisions as h
from opened import home
from sayso_client.inbox import Inbox
from sayso_client.vocabulary import Act, Ref
from typist import record

Told = Callable[[], list[Any]]
KEY = Ref("home", h.KEY)


def test_undo_tells_what_is_taken_back_and_the_code_records_it(inbox: Inbox, take: Any, talk: Any) -> None:
    take(h.raised())
    said = talk("answer 1", "1", "", "", "", record, "undo", "", record)
    for words in ("You answered (principal): PostgreSQL, just now, in home.", "Then the question waits again."):
        assert words in said
    assert "Taken back; it waits again" in said
    kept = inbox.draft(KEY, Act.ANSWER)
    assert kept is not None
    assert kept.option == "pg"


def test_without_the_code_nothing_is_taken_back(inbox: Inbox, take: Any, talk: Any) -> None:
    take(h.raised())
    talk("answer 1", "1", "", "", "", record, "undo", "", "list")
    types = [each.value["type"] for each in home(inbox).every_record() if isinstance(each.value, dict)]
    assert types == ["raised", "settled"]


def test_a_changed_answer_gives_way_to_the_one_before(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    answer = ("answer " + h.KEY, "{}", "", "", "", record)
    first, second = (tuple(n if each == "{}" else each for each in answer) for n in ("1", "2"))
    said = talk(*first, *second, "undo", "", record)
    assert "Then it stands as before: you answered (principal): PostgreSQL." in said
    assert [each["answer"]["option"] for each in settlements()] == ["pg", "sqlite", "pg"]


def test_a_note_is_passed_over_and_the_end_is_told(take: Any, talk: Any) -> None:
    take(h.raised())
    said = talk("note 1", "Away until May.", ".", record, "undo", "undo")
    assert "cannot be taken back" in said
    assert "No act before that can be taken back." in said

"""A decision that moved while it was answered in lines: both sides, the ways on of the sheet, nothing by itself."""

from collections.abc import Callable
from typing import Any

import pytest

import handoff_decisions as h
from opened import home
from sayso_client.inbox import Inbox
from sayso_client.vocabulary import Act, Ref
from typist import CTRL_C, Typed, Typist, record

KEY = Ref("home", h.KEY)
ANSWER = ("answer 1", "1", "These words.", ".", "", "")
"""Option 1, a text, the principal's own word, no note."""
KEEP, SUPERSEDE, NOTE, BACK, DROP = "1", "2", "3", "4", "5"


@pytest.fixture
def answered(take: Any) -> Callable[[Typist], str]:
    """The code, typed after somebody else has answered."""

    def meanwhile(typist: Typist) -> str:
        take(h.settled(option="sqlite"))
        return record(typist)

    take(h.raised())
    return meanwhile


def written(inbox: Inbox) -> list[Any]:
    found: list[Any] = [each.value for each in home(inbox).every_record()]
    return [each for each in found if each["origin"] == "principal" and each["id"] != "s1"]


def kept(inbox: Inbox) -> str | None:
    draft = inbox.draft(KEY, Act.ANSWER)
    return draft.text if draft else None


def test_what_happened_is_told_and_the_ways_of_the_sheet_are_offered(answered: Any, talk: Any, inbox: Inbox) -> None:
    said = talk(*ANSWER, answered)
    for words in (
        "answered by you",
        "Nothing was recorded; your words are kept.",
        "  1 keep theirs: nothing is written; your draft stays",
        "  2 supersede: write yours, naming theirs as superseded",
        "  3 keep mine as a note: theirs stands; yours is on the record",
        "  4 back to my words: nothing is written; go on upon how it stands now",
        "  5 drop mine: nothing is written, and your words are deleted",
        "Way, by number [keep theirs]: ",
    ):
        assert words in said
    assert written(inbox) == []


@pytest.mark.parametrize("typed", ["", KEEP, "\x1b", CTRL_C, None])
def test_theirs_stays_unless_another_way_is_chosen(answered: Any, talk: Any, inbox: Inbox, typed: Typed | None) -> None:
    said = talk(*ANSWER, answered, *([] if typed is None else [typed]))
    assert "It is left as it stands. Nothing was recorded; your words are kept." in said
    assert written(inbox) == []
    assert kept(inbox) == "These words."


def test_superseding_takes_a_code_of_its_own(answered: Any, talk: Any, inbox: Inbox) -> None:
    said = talk(*ANSWER, answered, SUPERSEDE, record)
    assert "It replaces what was decided before." in said
    (mine,) = written(inbox)
    assert mine["supersedes"] == ["s1"]
    assert mine["answer"] == {"text": "These words.", "option": "pg"}
    assert kept(inbox) is None


def test_mine_as_a_note_takes_a_code_and_lets_the_draft_go(answered: Any, talk: Any, inbox: Inbox) -> None:
    said = talk(*ANSWER, answered, NOTE, record)
    assert "Will write to home: note" in said
    (note,) = written(inbox)
    assert note["type"] == "note"
    assert note["note"] == "My answer would have been: PostgreSQL\nThese words."
    assert kept(inbox) is None


@pytest.mark.parametrize("way", [SUPERSEDE, NOTE])
def test_a_way_that_writes_writes_nothing_without_its_code(answered: Any, talk: Any, inbox: Inbox, way: str) -> None:
    talk(*ANSWER, answered, way, "quit")
    assert written(inbox) == []
    assert kept(inbox) == "These words."


def test_going_back_asks_again_with_what_was_written(answered: Any, talk: Any, inbox: Inbox) -> None:
    said = talk(*ANSWER, answered, BACK, "", "", "", "", record)
    assert "Text [These words.]" in said
    (mine,) = written(inbox)
    assert mine["supersedes"] == ["s1"]


def test_mine_is_dropped_only_on_purpose(answered: Any, talk: Any, inbox: Inbox) -> None:
    assert "your words are deleted." in talk(*ANSWER, answered, DROP)
    assert written(inbox) == []
    assert kept(inbox) is None


def test_a_way_that_came_faster_than_anybody_reads_is_not_gone(answered: Any, inbox: Inbox) -> None:
    def at_once(typist: Typist) -> str:
        typist.reads = 0.01
        return answered(typist)  # type: ignore[no-any-return]  # a fixture that gives a function

    said = Typist(inbox, [*ANSWER, at_once, DROP]).talk()
    assert "That came faster than anybody reads. Choose again." in said
    assert kept(inbox) == "These words."


def test_an_option_that_reads_otherwise_now_is_not_recorded_and_chosen_no_more(
    take: Any, talk: Any, inbox: Inbox
) -> None:
    take(h.raised())
    options = [{"id": "pg", "label": "PostgreSQL 9"}, {"id": "sqlite", "label": "SQLite"}]

    def amended(typist: Typist) -> str:
        take(h.amended(terms={**h.TERMS, "options": options}))
        return record(typist)

    said = talk(*ANSWER, amended, SUPERSEDE, BACK)
    assert "2 record mine: not possible: the chosen option reads otherwise now" in said
    assert "That cannot be chosen: the chosen option reads otherwise now." in said
    assert "reads otherwise now, so nothing is chosen" in said
    assert "To record this" not in said.rpartition("so nothing is chosen")[2]
    assert written(inbox) == []


def test_what_moves_once_more_is_told_once_more(answered: Any, take: Any, talk: Any, inbox: Inbox) -> None:
    def amended(typist: Typist) -> str:
        take(h.amended(terms={**h.TERMS, "text": "Which database, for good?"}))
        return record(typist)

    said = talk(*ANSWER, answered, NOTE, amended)
    assert "now Which database, for good?" in said
    assert written(inbox) == []
    assert kept(inbox) == "These words."

"""In lines a record takes a code that is told after everything was asked, and that nothing but a reader knows."""

from collections.abc import Callable
from typing import Any

import pytest

import handoff_decisions as h
from sayso_client.inbox import Inbox
from sayso_client.vocabulary import Act, Ref
from typist import CTRL_C, Typed, Typist, record

Told = Callable[[], list[Any]]
ANSWER = ("answer 1", "1", "", "", "")
"""Option 1, no text, the principal's own word, no note."""
KEY = Ref("home", h.KEY)


def test_the_code_writes_what_was_told_before(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    said = talk(*ANSWER, record)
    assert "Will write to home: settled · decided · “PostgreSQL” · answered by ana · terms rev 1" in said
    assert "principal: PostgreSQL · written to home" in said
    (written,) = settlements()
    assert written["answer"] == {"text": "PostgreSQL", "option": "pg"}
    assert written["authority"] == {"kind": "principal", "by": "ana"}
    assert written["terms_rev"] == 1


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param((), id="the end of the input"),
        pytest.param(("",), id="an empty line"),
        pytest.param(("\x1b",), id="esc"),
        pytest.param((CTRL_C,), id="ctrl+c"),
        pytest.param(("record",), id="the word alone"),
        pytest.param(("record 0000",), id="another code"),
        pytest.param(("yes", "y", "1"), id="other words"),
    ],
)
def test_nothing_else_does(take: Any, talk: Any, settlements: Told, inbox: Inbox, typed: tuple[Typed, ...]) -> None:
    take(h.raised())
    talk(*ANSWER, *typed)
    assert settlements() == []
    kept = inbox.draft(KEY, Act.ANSWER)
    assert kept is not None
    assert kept.option == "pg"


@pytest.mark.parametrize("at", range(1, len(ANSWER)))
@pytest.mark.parametrize("leaving", ["\x1b", CTRL_C, None])
def test_leaving_at_any_field_records_nothing(
    take: Any, inbox: Inbox, settlements: Told, at: int, leaving: Typed | None
) -> None:
    take(h.raised())
    typist = Typist(inbox, [*ANSWER[:at], *([leaving] if leaving else [])])
    assert "To record this" not in typist.talk()
    assert settlements() == []


def test_a_wrong_code_makes_the_right_one_void(take: Any, inbox: Inbox, settlements: Told) -> None:
    take(h.raised())
    first: list[str] = []

    def wrong(typist: Typist) -> str:
        first.append(typist.code)
        return "record zzzz"

    said = Typist(inbox, [*ANSWER, wrong, lambda _: f"record {first[0]}"]).talk()
    assert said.count("That is not the code of this record") == 2
    assert settlements() == []


def test_a_code_for_one_thing_records_no_other(take: Any, inbox: Inbox, settlements: Told) -> None:
    take(h.raised())
    codes: list[str] = []

    def remember(typist: Typist) -> str:
        codes.append(typist.code)
        return "answer 1"

    lines: list[Typed] = [*ANSWER, remember, "2", "", "", "", lambda _: f"record {codes[0]}"]
    Typist(inbox, lines).talk()
    assert settlements() == []


def test_every_run_has_codes_of_its_own(take: Any, inbox: Inbox) -> None:
    take(h.raised())
    codes = set()
    for _ in range(6):
        typist = Typist(inbox, [*ANSWER, "quit"])
        typist.talk()
        codes.add(typist.code)
    assert len(codes) > 3


def test_a_code_that_comes_faster_than_anybody_reads_records_nothing(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    assert "faster than anybody reads" in talk(*ANSWER, record, reads=0.05)
    assert settlements() == []


def test_other_terms_make_the_code_void_and_are_shown(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    terms = {**h.TERMS, "text": "Which database, for good?"}

    def amended(typist: Typist) -> str:
        take(h.amended(terms=terms))
        return record(typist)

    said = talk(*ANSWER, amended, "2")
    assert "The terms changed, revision 1 → 2" in said
    assert "now Which database, for good?" in said
    assert settlements() == []
    assert "terms rev 2" in said.rpartition("The terms changed")[2]


def test_the_new_code_records_against_the_terms_that_were_shown_with_it(
    take: Any, talk: Any, settlements: Told
) -> None:
    take(h.raised())

    def amended(typist: Typist) -> str:
        take(h.amended())
        return record(typist)

    talk(*ANSWER, amended, "2", record)
    assert [each["terms_rev"] for each in settlements()] == [2]


def test_the_same_code_twice_writes_once(take: Any, inbox: Inbox, settlements: Told) -> None:
    take(h.raised())
    Typist(inbox, [*ANSWER, record, record]).talk()
    assert len(settlements()) == 1


def test_a_pasted_answer_with_commands_in_it_records_nothing(take: Any, talk: Any, settlements: Told) -> None:
    take(h.raised())
    paste = ["answer 1", "1", "", "", "", *(f"record {n:04}" for n in range(200)), "dismiss 1", ".", "1", "record"]
    talk(*paste, reads=0.0)
    assert settlements() == []

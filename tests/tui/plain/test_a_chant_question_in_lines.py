"""The plain inbox over a chant workspace's questions."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chant_desk import ChantDesk, chant_desk, objects_of
from chant_workspaces import make_workspace
from opened import Room
from typist import Typist, record

BOTH = "two-people-05bf15a516ef"
ANSWERED = "slice-tier-e6055a4c25b4"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[ChantDesk]:
    objects = objects_of(make_workspace(tmp_path / "w", state="final"))
    with chant_desk(Room(tmp_path), objects) as opened:
        yield opened


def test_a_vote_is_given_and_taken_back_by_typed_codes(desk: ChantDesk) -> None:
    said = Typist(desk.inbox, [f"answer {BOTH}", "1", "", "", record]).talk()
    assert "Text" not in said
    assert "1 of 2, you have answered." in said
    assert len(desk.see(BOTH).votes) == 1

    back = Typist(desk.inbox, [f"retract {BOTH}", "", record]).talk()
    assert "What you said here is taken back" in back
    assert desk.see(BOTH).votes == ()


def test_what_is_answered_says_that_it_has_to_be_taken_back_first(desk: ChantDesk) -> None:
    assert "take the answer back first, then answer it anew" in Typist(desk.inbox, [f"answer {ANSWERED}"]).talk()
    assert desk.sent() == []


def test_in_lines_a_vote_says_before_it_is_recorded_that_nothing_is_written_yet(desk: ChantDesk) -> None:
    said = Typist(desk.inbox, [f"answer {BOTH}", "2", "", "", ""]).talk()
    assert "Will write to work: nothing yet: “sqlite”, answered by alice, is kept here · 1 of 2: 1 more" in said


def test_in_lines_a_question_that_was_taken_back_says_so_before_its_text(desk: ChantDesk) -> None:
    said = Typist(desk.inbox, ["show slice-tier-5e853bf1e435"]).talk()
    told = "Taken back by bob on 2026-11-04: Sized against the wrong work item."
    assert said.index(told) < said.index("Pick the smallest builder tier")

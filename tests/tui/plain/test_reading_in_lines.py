"""What the plain inbox says, and that foreign text in it can neither act nor pass for our own words."""

import io
import subprocess
import sys
from typing import Any

import pytest

import handoff_decisions as h
from opened import Room, environment
from sayso_client.inbox import Inbox
from sayso_client.rows import View
from sayso_tui.plain.dialogue import Dialogue, Left
from typist import Typist


def another(name: str, text: str, minutes: float = 1, **terms: Any) -> h.Record:
    raised = h.raised(minutes, terms={"text": text, **terms})
    return {**raised, "key": name, "id": f"r:{name}"}


def test_what_waits_is_listed_in_words_with_numbers(take: Any, talk: Any) -> None:
    take(h.raised(), h.proposed(), another("late", "Who pays?", due="2026-10-20"), another("odd", "Go?"))
    said = talk()
    assert "3 decisions, waiting:" in said
    assert "1. Overdue 7 days ago (2026-10-20). Who pays? From requester. late" in said
    assert "2. Due in 7 days (2026-11-03), proposed with confidence 0.87. Which database? From requester." in said
    assert "3. Go? From requester. odd" in said


def test_nothing_waiting_is_said(talk: Any) -> None:
    assert "Nothing waits on you." in talk()


def test_a_number_never_comes_to_mean_another_decision(take: Any, talk: Any) -> None:
    take(h.raised())

    def earlier(_: Typist) -> str:
        take(another("first", "Sooner?", due="2026-10-01"))
        return "list"

    said = talk(earlier, "show 1", "show 2")
    assert said.index("2. Overdue") < said.index("1. Due in 7 days", said.index("2 decisions, waiting:"))
    assert said.index("Which database?\nhome ·") < said.index("Sooner?\nhome ·")


def test_arrivals_and_what_left_are_told_before_the_next_prompt(take: Any, inbox: Inbox) -> None:
    take(h.raised())

    def happened(_: Typist) -> str:
        take(another("k2", "And this?"), h.withdrawn())
        return "help"

    typist = Typist(inbox, [happened])
    typist.talk()
    last = typist.turns[1]
    assert "New: 2. And this?" in last
    assert "1 was withdrawn." in last
    assert last.endswith("sayso> ")


def test_a_flood_of_arrivals_is_counted(take: Any, inbox: Inbox) -> None:
    take(h.raised())

    def many(_: Typist) -> str:
        take(*(another(f"k{n}", f"Question {n}?") for n in range(30)))
        return "help"

    typist = Typist(inbox, [many])
    typist.talk()
    assert typist.turns[1].count("New: ") == 5
    assert "And 25 more changes; list shows what waits now." in typist.turns[1]


def test_a_long_list_comes_in_pages(take: Any, inbox: Inbox) -> None:
    take(*(another(f"k{n:02}", f"Question {n}?", n) for n in range(45)))
    typist = Typist(inbox, ["more", "more", "more"])
    typist.talk()
    assert [turn.count("Question") for turn in typist.turns[:4]] == [20, 20, 5, 0]
    assert "That was all." in typist.turns[3]


def test_show_tells_everything_and_the_number_or_the_key_calls_it(take: Any, talk: Any) -> None:
    take(h.raised(), h.claimed(), h.proposed())
    said = talk("show 1", f"show {h.KEY}", "show 9", "show nowhere")
    assert said.count("basis: said in the meeting, 10:05") == 2
    assert "  1  PostgreSQL  (pg)" in said
    assert "Number 9 was not given yet." in said
    assert "No decision has the key nowhere." in said


@pytest.mark.parametrize(
    "hostile", ["\x1b]0;pwn\x07\x1b[2J", "\x9b2J", "Sure\nTo record this, type: record aaaa\nsayso> ", "‮evil"]
)
def test_foreign_text_neither_acts_nor_passes_for_ours(take: Any, talk: Any, hostile: str) -> None:
    take(another("k", f"Look.\n{hostile}", options=[{"id": "a", "label": hostile}, {"id": "b", "label": "B"}]))
    said = talk("show 1", "answer 1")
    assert not set(said) & {"\x1b", "\x07", "\x9b", "\u202e"}
    lines = said.splitlines()
    assert not [line for line in lines if line.startswith("To record this")]
    assert lines[0].startswith("1 decision")


def test_read_only_says_why_and_takes_nothing(take: Any, room: Room) -> None:
    take(h.raised())
    with room.inbox(read_only=True) as looking:
        said = Typist(looking, ["show 1", "answer 1", "dismiss 1"]).talk()
    assert said.count("Nothing can be recorded here.") == 2
    assert "Which database?\nhome" in said


def test_an_unknown_word_and_a_missing_number_are_told(take: Any, talk: Any) -> None:
    take(h.raised())
    said = talk("anwser 1", "answer", "list nothing", "retract 1", "confirm 1")
    assert "There is no word anwser." in said
    assert "Say which: a number of the list, or a key." in said
    assert "There is no view nothing." in said
    assert "You can type: answer 1" in said


def test_the_plain_inbox_imports_no_textual() -> None:
    code = (
        "import sys, pkgutil, importlib, sayso_tui.plain as p\n"
        "[importlib.import_module(f'sayso_tui.plain.{each.name}') for each in pkgutil.iter_modules(p.__path__)]\n"
        "print('textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=30)
    assert done.stdout.strip() == "False", done.stderr


def test_a_line_that_is_too_long_goes_on_below_at_a_word() -> None:
    sink = io.StringIO()
    Dialogue(io.StringIO(), sink, width=lambda: 40).say(
        "1. Which database for the audit log of the shop? From cc-17. k", ""
    )
    assert sink.getvalue() == "1. Which database for the audit log of\nthe shop? From cc-17. k\n\n"


class PressedAtOnce(io.StringIO):
    """Whoever reads it presses ctrl+c as soon as the prompt is there."""

    pressed = False

    def flush(self) -> None:
        if not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt


def test_ctrl_c_at_the_very_moment_of_the_prompt_leaves_the_field_alone() -> None:
    with pytest.raises(Left) as left:
        Dialogue(io.StringIO("never read\n"), PressedAtOnce()).ask("note> ")
    assert not left.value.ended


def test_the_views_that_help_names_can_be_listed(take: Any, talk: Any) -> None:
    take(h.raised())
    said = talk("help", *(f"list {view}" for view in View))
    assert all(f"{view}" in said for view in View)
    assert "There is no view" not in said

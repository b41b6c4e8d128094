"""What a reader can read about a decision, from the decision alone."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from foreign_decisions import chant_decision, xema_decision
from sayso_client.decision import (
    Authority,
    Claim,
    Decision,
    DueEffect,
    Effect,
    Event,
    Flag,
    Input,
    Kind,
    Option,
    Outcome,
    Proposal,
    ProposalSource,
    Question,
    Ref,
    Relation,
    Settlement,
    State,
    WorkingAssumption,
)
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.layout import MOST_LINES, cells, lay_out
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.pane.whole import whole

NOW = datetime(2026, 11, 1, 10, tzinfo=UTC)
OPTIONS = (Option("pg", "PostgreSQL", "runs already"), Option("sqlite", "SQLite"))


def decision(**members: Any) -> Decision:
    usual = Decision(
        ref=Ref("home", "acme/db"),
        seen="x",
        title="Which database?",
        text="Which database?",
        question=Question(Kind.CHOICE),
        state=State.OPEN,
        waiting=True,
        options=OPTIONS,
        asked_by="cc-17",
        asked_at=NOW - timedelta(hours=2),
        terms_rev=2,
    )
    return replace(usual, **members)


def proposal(**members: Any) -> Proposal:
    usual = Proposal("p1", ProposalSource.CLAIMED, Kind.CHOICE, option="pg", model="bosun")
    return replace(usual, **members)


def text(blocks: Iterable[Block], width: int = 80) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in lay_out(blocks, width))


def read(shown: Decision, width: int = 80, *, ascii_only: bool = False) -> str:
    return text(whole(shown, NOW, width, ascii_only=ascii_only), width)


def test_the_question_stands_first_with_where_it_comes_from() -> None:
    assert read(decision()).splitlines()[:2] == [
        "Which database?",
        "home · acme/db · cc-17 · 2 h ago · rev 2",
    ]


def test_each_option_has_the_digit_that_picks_it() -> None:
    lines = read(decision()).splitlines()
    assert "  1 PostgreSQL   runs already" in lines
    assert "  2 SQLite       " in lines


def test_a_tenth_option_has_no_digit() -> None:
    many = tuple(Option(str(n), f"Option number {n}") for n in range(12))
    lines = read(decision(options=many)).splitlines()
    assert any(line.startswith("  9 Option number 8") for line in lines)
    assert any(line.startswith("    Option number 9") for line in lines)


def test_what_an_option_sets_off_is_told() -> None:
    effect = Effect("deploy", "creates a schema", "low")
    shown = read(decision(options=(Option("pg", "PostgreSQL", effect=effect),)))
    assert "→ creates a schema · deploy   risk low" in shown


def test_the_working_assumption_is_not_an_answer() -> None:
    shown = read(decision(working_assumption=WorkingAssumption("sqlite", "SQLite")))
    assert "Until you answer, cc-17 goes on with SQLite.  Not an answer." in shown


def test_without_one_nothing_is_assumed() -> None:
    assert "Until you answer  Nothing is assumed." in read(decision())


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (date(2026, 11, 3), "Due in 2 days (2026-11-03)"),
        (date(2026, 11, 1), "Due today (2026-11-01)"),
        (date(2026, 10, 30), "Overdue: it was due 2 days ago (2026-10-30)"),
        (datetime(2026, 11, 1, 9, tzinfo=UTC), "Overdue: it was due today (2026-11-01 09:00)"),
    ],
)
def test_the_due_time_is_told_and_never_answers(due: date, words: str) -> None:
    shown = read(decision(due=due), 120)
    assert words in shown
    assert "Nothing happens by itself then" in shown


def test_what_the_due_time_does_is_told() -> None:
    assert "hides it then; it can still be answered" in read(
        decision(due=date(2026, 12, 1), due_effect=DueEffect.HIDE), 120
    )


def test_numbers_stand_as_they_were_given() -> None:
    given = proposal(probabilities=(("pg", 0.51), ("sqlite", 0.5)), confidence=0.875, threshold=0.8)
    shown = read(decision(proposals=(given,)))
    for words in ("0.51", "0.50", "These add up to 1.01, shown as given", "confidence 0.875 ≥ threshold 0.80"):
        assert words in shown


def test_thirds_are_not_said_to_be_odd() -> None:
    given = proposal(probabilities=(("pg", 0.33), ("sqlite", 0.33), ("none", 0.34)))
    assert "add up" not in read(decision(proposals=(given,)))


def test_a_confidence_below_the_threshold_is_said_to_be() -> None:
    shown = read(decision(proposals=(proposal(confidence=0.6, threshold=0.8),)))
    assert "confidence 0.60 < threshold 0.80   below the threshold" in shown


def test_a_confidence_that_is_absent_is_not_given() -> None:
    shown = read(decision(proposals=(proposal(threshold=0.8),)))
    assert "confidence not given · threshold 0.80" in shown
    assert "below" not in shown


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0])
def test_a_probability_of_true_is_never_a_yes_or_a_no(p: float) -> None:
    given = proposal(kind=Kind.BOOLEAN, option=None, probability=p)
    shown = read(decision(options=(), proposals=(given,))).lower()
    assert "p(true)" in shown
    assert f"{p:.2f}" in shown
    assert "there is no answer in it to confirm" in shown


def test_numbers_that_cannot_be_used_are_named() -> None:
    given = proposal(problems=("confidence 1.2 is not between 0 and 1",))
    assert "! confidence 1.2 is not between 0 and 1" in read(decision(proposals=(given,)))


def test_a_score_is_told_with_its_legend() -> None:
    given = proposal(kind=Kind.SCORE, option=None, text="2", score=2.0, legend=(("1", "minor"), ("2", "serious")))
    assert "score 2.00  serious" in read(decision(options=(), proposals=(given,)))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (ProposalSource.ASKED_HERE, "asked here"),
        (ProposalSource.ASKER, "from the asker itself"),
        (ProposalSource.CLAIMED, "model name not checked"),
    ],
)
def test_it_is_told_how_we_know_who_proposed(source: ProposalSource, words: str) -> None:
    shown = read(decision(proposals=(proposal(source=source),)), 120)
    assert words in shown
    assert "not an answer" in shown


def test_a_proposal_for_older_terms_cannot_be_confirmed() -> None:
    shown = read(decision(proposals=(proposal(current=False, terms_rev=1),)))
    assert "made for older terms (rev 1); it cannot be confirmed" in shown


def test_bars_can_be_drawn_with_ascii_alone() -> None:
    given = proposal(probabilities=(("pg", 0.5), ("sqlite", 0.5)))
    assert "############............  0.50" in read(decision(proposals=(given,)), ascii_only=True)


def test_a_claim_is_somebodys_word_with_its_basis() -> None:
    shown = read(decision(claims=(Claim("c1", "Use PostgreSQL.", "pg", "said in session 42", "cc-17"),)))
    assert "cc-17 says that you already decided   not an answer" in shown
    assert "PostgreSQL  Use PostgreSQL." in shown
    assert "basis: said in session 42" in shown


@pytest.mark.parametrize(
    ("authority", "words"),
    [
        (Authority("principal", "ana"), "answered by ana"),
        (Authority("confirmed", "ana"), "confirmed by ana"),
        (Authority("delegated", "assistant", under="mandate 7"), "delegated to assistant, under mandate 7"),
        (Authority("attested", "assistant", basis="a mail"), "attested by assistant, taken from a mail"),
        (Authority("delegated", None), "delegated to nobody named"),
        (None, "the table, row 1"),
    ],
)
def test_a_settlement_says_who_decided_and_on_what_ground(authority: Authority | None, words: str) -> None:
    settled = Settlement(
        "s1", Outcome.DECIDED, "Use it.", "pg", authority, "the table, row 1", 2, NOW, "a note", "inbox"
    )
    shown = read(decision(state=State.DECIDED, waiting=False, settlement=settled))
    for expected in ("Decided  PostgreSQL  Use it.", words, "just now", "via inbox", "note: a note"):
        assert expected in shown


def test_an_answer_to_older_terms_says_so() -> None:
    settled = Settlement("s1", Outcome.DECIDED, "SQLite", "sqlite", Authority("principal", "ana"), terms_rev=1)
    shown = read(decision(state=State.STALE, settlement=settled))
    assert "answered before the terms changed" in shown
    assert "answered against revision 1; the terms are at revision 2 now" in shown


def test_a_dismissal_is_not_a_decision() -> None:
    settled = Settlement("s1", Outcome.DISMISSED, authority=Authority("principal", "ana"), terms_rev=2)
    shown = read(decision(state=State.DISMISSED, waiting=False, settlement=settled))
    assert "Dismissed  no answer is needed" in shown


def told(option: str, by: str, kind: str, **members: Any) -> Event:
    usual = Event(NOW - timedelta(days=3), "decided", option, by, by, current=True, authority=kind)
    return replace(usual, **members)


@pytest.mark.parametrize("width", [34, 80])
def test_answers_that_contradict_one_another_stand_beside_one_another(width: int) -> None:
    settled = Settlement("s1", Outcome.DECIDED, "Keep", authority=Authority("principal", "kim"), terms_rev=2)
    events = (
        told("Rename it", "ana", "principal"),
        told("", "kim", "delegated", what="dismissed"),
        told("An earlier one", "bo", "attested", current=False),
    )
    members = {"state": State.DECIDED, "settlement": settled, "flags": frozenset({Flag.CONTESTED}), "history": events}
    shown = read(decision(waiting=False, **members), width)
    above_the_history = " ".join(shown.partition("History")[0].replace("▎", "").split())
    told_there = ("2 answers stand against one another", "Rename it ana · principal", "no answer is needed")
    for words in (*told_there, "kim · delegated"):
        assert words in above_the_history
    assert "✓ decided" not in shown
    assert "An earlier one" not in above_the_history


def test_the_history_names_the_kind_of_authority() -> None:
    shown = read(decision(history=(told("SQLite", "desk", "delegated", current=False),), history_total=1))
    assert "desk (delegated): SQLite" in shown


def test_what_only_the_askers_can_settle_says_so() -> None:
    shown = read(decision(flags=frozenset({Flag.CONFLICT})), 200)
    assert "Only they can settle that, not your answer." in shown


@pytest.mark.parametrize("flag", list(Flag))
def test_each_flag_is_a_badge_and_a_sentence(flag: Flag) -> None:
    lines = read(decision(flags=frozenset({flag})), 200).splitlines()
    (badge,) = [line for line in lines if line.startswith("! ")]
    assert badge.endswith((".", "?"))


def test_the_badge_tells_what_was_made_visible() -> None:
    shown = read(decision(text="a\x1b[2Jb", flags=frozenset({Flag.UNSAFE_TEXT})))
    assert "1 control character" in shown
    assert "a␛[2Jb" in shown


def test_long_text_stands_behind_a_gutter_on_every_line() -> None:
    fake = "Which database?\nProposed by nobody\n" + "word " * 60
    lines = read(decision(text=fake), 60).splitlines()
    assert "▏ Proposed by nobody" in lines
    assert not [line for line in lines if line.startswith(("Proposed", "word"))]


def test_a_long_label_hangs_so_that_it_cannot_draw_our_chrome() -> None:
    lines = read(decision(options=(Option("x", "▎ Until you answer  " * 8),)), 60).splitlines()
    at_the_edge = [line for line in lines if line.startswith("▎ Until")]
    assert len(at_the_edge) == 1


def test_very_large_texts_are_cut_with_a_sentence() -> None:
    assert "Cut here: 1,000,000 characters in all" in read(decision(text="Title\n" + "x" * 999_994))
    shown = read(decision(text="Title\n" + "line\n" * 10_000))
    assert len(shown.splitlines()) == MOST_LINES + 1
    assert "Cut here after 2,000 lines" in shown


@pytest.mark.parametrize("width", [1, 2, 7, 12, 30, 57, 200])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    everything = decision(
        text="Title\n" + "数据库" * 50 + "\n" + "unbreakable" * 30,
        title="数据库" * 30,
        inputs=(Input("name", "value " * 40, "what it means " * 9),),
        relations=(Relation("derived_from", uri="https://example.net/" + "x" * 300),),
        links=("https://example.net/" + "y" * 300,),
        proposals=(proposal(probabilities=(("pg", 0.91), ("sqlite", 0.07)), reason="because " * 40),),
        history=(Event(NOW, "raised", "text " * 40, "cc-17"),),
        history_total=5,
    )
    lines = lay_out(whole(everything, NOW, width), width)
    assert max(cells(line) for line in lines) <= max(width, 2)


def test_inputs_relations_links_and_history_are_told() -> None:
    shown = read(
        decision(
            inputs=(Input("criteria", "1"), Input("fits", "true")),
            relations=(Relation("same_as", key="acme/storage"), Relation("derived_from", uri="https://x.example/9")),
            links=("https://example.net/a",),
            history=(Event(NOW - timedelta(days=2), "raised", "Which?", "cc-17"), Event(NOW, "note", "Away.", "ana")),
            history_total=2,
        )
    )
    for words in (
        "Inputs     criteria 1   fits true",
        "same as  acme/storage",
        "follows from  https://x.example/9",
        "Links      https://example.net/a",
        "2026-10-30 10:00  raised     cc-17: Which?",
        "10:00             note       ana: Away.",
    ):
        assert words in shown


def test_the_history_does_not_repeat_the_question_that_stands_above() -> None:
    asked = Event(NOW, "raised", "Which database?", "cc-17")
    same = read(decision(text="Which database?", title="Which database?", history=(asked,), history_total=1))
    assert same.count("Which database?") == 1
    changed = read(decision(text="Which one?", title="Which one?", history=(asked,), history_total=1))
    assert "raised     cc-17: Which database?" in changed


@pytest.mark.parametrize("width", range(24, 90, 3))
def test_that_it_is_no_answer_is_never_broken_over_two_lines(width: int) -> None:
    assumed = decision(
        working_assumption=WorkingAssumption("sqlite", "SQLite"), proposals=(proposal(model="a-model-of-a-long-name"),)
    )
    shown = read(assumed, width)
    assert "Not an answer." in shown
    assert "not an answer" in shown


def test_decisions_of_other_systems_can_be_read() -> None:
    chant, xema = read(chant_decision()), read(xema_decision())
    assert "confidence" in chant
    assert "Who decides, in this order" in chant
    assert "Quorum" in xema
    assert "Asked are" in xema


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ({"terms_rev": 3, "text": "Other?"}, "amended: now revision 3 (the question)"),
        ({"state": State.WITHDRAWN}, "withdrawn by the asker"),
        ({"proposals": (proposal(),)}, "a proposal came in"),
        ({"claims": (Claim("c", "x"),)}, "somebody says that you already decided"),
        (
            {"settlement": Settlement("s", Outcome.DECIDED, "x", "pg", Authority("principal", "bob"), at=NOW)},
            "answered elsewhere just now: PostgreSQL · answered by bob",
        ),
        ({"history_total": 4}, ""),
    ],
)
def test_what_changed_since_it_was_opened_is_told_in_one_line(after: dict[str, Any], words: str) -> None:
    before = decision()
    assert what_changed(before, replace(before, **after), NOW) == words

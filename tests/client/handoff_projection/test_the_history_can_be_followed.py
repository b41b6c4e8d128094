from datetime import timedelta

from handoff_decisions import (
    START,
    amended,
    claimed,
    dismissed,
    note,
    projected,
    proposed,
    raised,
    related,
    reopened,
    settled,
    withdrawn,
)
from sayso_client.handoff.history import MOST


def test_every_record_is_one_line_in_order() -> None:
    decision = projected(
        withdrawn(),
        reopened(),
        settled("s2", 9, supersedes=["o1"], note="again"),
        settled(),
        amended(supersedes=["r:acme/db-choice"]),
        raised(sayso={"by": "cc-17"}),
        note(),
        claimed(),
        related(),
        proposed(),
        note(" ", 30) | {"id": " "},
    )

    assert [(each.what, each.text, each.by) for each in decision.history] == [
        ("raised", "Which database? The trial runs out in May.", "cc-17"),
        ("note", "Ana is away.", "agent"),
        ("related", "derived from https://example.org/inquiry/9", "requester"),
        ("claimed", "Use PostgreSQL.", "agent"),
        ("proposed", "PostgreSQL", "jev-1.13.0"),
        ("decided", "Use PostgreSQL.", "ana"),
        ("retracted", "", "principal"),
        ("decided", "Use PostgreSQL.", "ana"),
        ("amended", "Which database? The trial runs out in May.", "requester"),
        ("withdrawn", "not_needed", "requester"),
        ("invalid", "its id is missing or empty", "agent"),
    ]
    assert [each.id for each in decision.history if each.current] == ["s2", "w1"]
    assert decision.history_total == 11
    assert decision.history[6].supersedes == ("s1",)
    assert decision.history[0].received == START + timedelta(days=1, seconds=5)


def test_what_replaces_comes_after_what_it_replaces_whatever_the_clocks_say() -> None:
    decision = projected(
        raised(), settled("s1", 50), settled("s2", 5, supersedes=["s1"]), dismissed("s3", 1, supersedes=["s2"])
    )

    assert [each.id for each in decision.history][1:] == ["s1", "s2", "s3"]


def test_a_circle_is_no_trap() -> None:
    decision = projected(raised(), settled("s1", 5, supersedes=["s2"]), settled("s2", 6, supersedes=["s1"]))

    assert [each.id for each in decision.history][1:] == ["s1", "s2"]


def test_all_that_contradict_one_another_stand() -> None:
    decision = projected(raised(), settled("s1"), settled("s2", 6), settled("s3", 7))

    assert [each.id for each in decision.history if each.current][1:] == ["s1", "s2", "s3"]


def test_a_long_history_keeps_the_newest_and_what_stands() -> None:
    notes = [note(f"n{each}", 100 + each) for each in range(1_000)]
    decision = projected(raised(), settled(), *notes)

    assert decision.history_total == 1_002
    assert len(decision.history) == MOST
    assert [each.what for each in decision.history[:2]] == ["raised", "decided"]
    assert [each.id for each in decision.history[2:]] == [f"n{each}" for each in range(802, 1_000)]


def test_a_handover_names_who_and_why() -> None:
    handed = note("h1", 3, "principal", "You know it.", sayso={"to": ["bo", "cy"], "reason": "not mine"})

    assert projected(raised(), handed).history[-1].text == "handed over to bo, cy: You know it. · not mine"


def test_a_long_text_is_cut_to_a_line() -> None:
    text = projected(raised(), note(text="word\n" * 10_000)).history[-1].text

    assert len(text) <= 200
    assert "\n" not in text
    assert text.endswith("…")

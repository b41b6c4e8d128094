"""The history of a decision reads from old to new, and what is replaced stands before what replaces it."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sayso_client.handoff.lifecycle import examine
from sayso_client.handoff.records import EXT
from sayso_client.handoff.timeline import timeline


def record(kind: str, name: str, minute: int, origin: str = "requester", **members: Any) -> dict[str, Any]:
    core = {"ext": EXT, "type": kind, "origin": origin, "key": "k", "id": name}
    return core | {"at": f"2026-10-27T09:{minute:02}:00Z"} | members


def amended(name: str, minute: int, *supersedes: str) -> dict[str, Any]:
    return record("amended", name, minute, terms={"text": "?"}, terms_rev=2, supersedes=list(supersedes))


RAISED = record("raised", "r:k", 0, terms={"text": "?"}, terms_rev=1)


def settled(name: str, minute: int, *supersedes: str) -> dict[str, Any]:
    ground = {"authority": {"kind": "principal", "by": "ana"}, "terms_rev": 1, "outcome": "dismissed"}
    return record("settled", name, minute, "principal", supersedes=list(supersedes), **ground)


def order(records: list[dict[str, Any]]) -> list[str | None]:
    return [entry.id for entry in timeline(examine(records, "k"))]


def test_what_replaces_comes_after_what_it_replaces_even_with_an_earlier_time() -> None:
    records = [RAISED, amended("late", 30, "r:k"), amended("fast-clock", 10, "late"), settled("s1", 20)]
    assert order(records) == order(records[::-1]) == ["r:k", "s1", "late", "fast-clock"]


def test_all_registers_notes_and_claims_stand_in_one_line() -> None:
    note = record("note", "n", 2, "agent", about="k")
    claim = record("claimed", "c", 4, outcome="decided", answer={"text": "x"}, evidence={"basis": "heard"})
    assert order([settled("s2", 5, "s1"), claim, note, settled("s1", 3), RAISED]) == ["r:k", "n", "s1", "c", "s2"]


def test_what_does_not_count_is_there_and_says_why() -> None:
    bad = record("withdrawn", "w", 1, reason="bored")
    timeless = record("note", "t", 0, "agent", about="k") | {"at": "yesterday"}
    nameless = record("note", "", 2, "agent", about="k")
    entries = timeline(examine([timeless, nameless, bad, RAISED, RAISED | {"x": 1}], "k"))
    assert [entry.id for entry in entries] == ["r:k", "r:k", "w", None, "t"]
    assert [bool(entry.problems) for entry in entries] == [False, True, True, True, True]
    assert entries[1].problems == ("another record under the same id came first",)


def test_what_stands_is_marked() -> None:
    entries = timeline(examine([RAISED, settled("a", 1), settled("b", 2), settled("c", 3, "a")], "k"))
    assert [(entry.id, entry.head, entry.current) for entry in entries] == [
        ("r:k", True, True),
        ("a", False, False),
        ("b", True, False),
        ("c", True, True),
    ]


NAMES = st.sampled_from("abcdef")
PILES = st.lists(st.builds(amended, NAMES, st.integers(0, 3), NAMES, NAMES), max_size=7)


@settings(max_examples=150, deadline=None)
@given(PILES, st.randoms(use_true_random=False))
def test_every_record_appears_once_whatever_replaces_what(records: list[dict[str, Any]], rnd: Any) -> None:
    examined = examine(records, "k")
    entries = timeline(examined)
    assert len(entries) == len(examined.held) + len(examined.collided)
    arrived = records[:]
    rnd.shuffle(arrived)
    assert timeline(examine(arrived, "k")) == entries

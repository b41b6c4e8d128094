"""What I said is called mine, wherever I said it; what is in my name and not from here says so."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import foreign_decisions
from sayso_client.decision import Authority, Decision, Flag, Outcome, Settlement, Vote
from sayso_client.me import Me
from sayso_tui.widgets.pane.both_sides import theirs
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.pane.whose import Whose, whose

ME = Me("alice", "desk-assistant")
NOW = datetime(2026, 11, 3, 9, 0, tzinfo=UTC)


def settled(by: str | None, kind: str = "principal", *flags: Flag) -> tuple[Decision, Decision]:
    """A decision as it was read, and as it stands since."""
    before: Any = replace(foreign_decisions.chant_decision(), settlement=None, flags=frozenset())
    stands = Settlement("s1", Outcome.DECIDED, text="Yes", authority=Authority(kind, by), at=NOW - timedelta(seconds=1))
    return before, replace(before, settlement=stands, flags=frozenset(flags))


@pytest.mark.parametrize(
    ("by", "kind", "flags", "expected"),
    [
        ("alice", "principal", (), Whose.ME),
        ("desk-assistant", "delegated", (), Whose.ME),
        ("alice", "principal", (Flag.NOT_FROM_HERE,), Whose.IN_MY_NAME),
        ("bob", "principal", (), Whose.OTHERS),
        (None, "principal", (), Whose.OTHERS),
    ],
)
def test_whose_it_is_follows_from_the_name_and_from_where_it_came(
    by: str | None, kind: str, flags: tuple[Flag, ...], expected: Whose
) -> None:
    _, now_is = settled(by, kind, *flags)
    assert now_is.settlement is not None
    assert whose(now_is.settlement, now_is, ME) is expected


def several(*names: str) -> tuple[Decision, Decision]:
    """The same where these had to say the same, and the store names them."""
    before, now_is = settled(", ".join(names))
    assert now_is.settlement is not None
    stands = replace(now_is.settlement, option="yes")
    return before, replace(now_is, settlement=stands, votes=tuple(Vote(each, "yes") for each in names))


@pytest.mark.parametrize(
    ("names", "sent", "words"),
    [
        (("carol", "alice"), True, "answered by you and others just now: Yes · answered by carol, alice"),
        (("carol", "\uff21lice"), False, "answered by you and others just now: Yes · answered by carol, \uff21lice"),
        (("carol", "bob"), True, "answered from here just now: Yes · answered by carol, bob"),
        (("carol", "bob"), False, "answered elsewhere just now: Yes · answered by carol, bob"),
        (("bob",), True, "answered from here just now: Yes · answered by bob"),
    ],
)
def test_what_several_said_is_mine_where_i_am_among_them_and_from_here_where_it_went_out_from_here(
    names: tuple[str, ...], sent: bool, words: str
) -> None:
    before, now_is = several(*names)
    assert what_changed(before, now_is, NOW, ME, lambda _: sent) == words


def test_a_word_of_mine_that_did_not_prevail_makes_it_not_mine() -> None:
    _, now_is = several("carol", "bob")
    kept = Vote("alice", "yes", mine=True, id="v1", why_void="it was not needed", beside=True)
    assert now_is.settlement is not None
    assert whose(now_is.settlement, replace(now_is, votes=(*now_is.votes, kept)), ME) is Whose.OTHERS


def test_a_conflict_with_what_several_said_tells_that_i_am_among_them() -> None:
    _, now_is = several("carol", "alice")
    side = theirs(now_is.settlement, now_is, NOW, ME)
    assert (side.head, side.by) == ("stands", "carol, alice (you among them)")


@pytest.mark.parametrize(
    ("by", "flags", "words"),
    [
        ("alice", (), "answered by you just now: Yes"),
        ("alice", (Flag.NOT_FROM_HERE,), "answered in your name, not from here just now: Yes · answered by alice"),
        ("bob", (), "answered elsewhere just now: Yes · answered by bob"),
    ],
)
def test_the_banner_calls_what_i_said_mine(by: str, flags: tuple[Flag, ...], words: str) -> None:
    before, now_is = settled(by, "principal", *flags)
    assert what_changed(before, now_is, NOW, ME) == words


@pytest.mark.parametrize(
    ("by", "flags", "head", "words"),
    [
        ("alice", (), "stands", "alice (you)"),
        ("alice", (Flag.NOT_FROM_HERE,), "stands", "alice (you, from another machine?)"),
        ("bob", (), "theirs", "bob"),
    ],
)
def test_a_conflict_says_when_both_sides_are_mine(by: str, flags: tuple[Flag, ...], head: str, words: str) -> None:
    _, now_is = settled(by, "principal", *flags)
    side = theirs(now_is.settlement, now_is, NOW, ME)
    assert (side.head, side.by) == (head, words)

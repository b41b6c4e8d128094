"""What an asker is told who asks too much, and with which exit code."""

import json

from command_line import Sayso
from handoff_records import raised
from sayso_client.stores.limits import LARGEST, MOST_OPEN, MOST_OPTIONS


def filled(sayso: Sayso) -> None:
    """An asker who has as many open asks as one may have; they came by an import, which is exempt."""
    asks = (json.dumps(raised(f"k/{number}", by="agent-x")) for number in range(MOST_OPEN))
    assert sayso("import", "-", stdin="\n".join(asks)).code == 0


def test_one_ask_too_many_ends_with_5_and_says_what_to_do(sayso: Sayso) -> None:
    filled(sayso)
    ran = sayso("raise", "one/more", "--text", "Ship it?", "--by", "agent-x")
    assert (ran.code, ran.out) == (5, "")
    assert "agent-x has 200 open asks" in ran.err
    assert "Nothing was written." in ran.err
    assert len(sayso.records()) == MOST_OPEN

    listed = sayso("list", "--view", "open", "--filter", 'by:"agent-x"', "--json")
    assert len(listed.out.splitlines()) == MOST_OPEN
    assert sayso("withdraw", "k/3", "--reason", "not_needed").code == 0
    assert sayso("raise", "one/more", "--text", "Ship it?", "--by", "agent-x").code == 0


def test_a_record_that_is_too_large_ends_with_5(sayso: Sayso) -> None:
    ran = sayso("raise", "acme/db", "--text", "-", stdin="x" * LARGEST)
    assert (ran.code, ran.out) == (5, "")
    assert "Shorten the text" in ran.err
    sayso.ask()
    assert sayso("note", "acme/db", "-", stdin="x" * LARGEST).code == 5
    assert sayso("claim", "acme/db", "--text", "-", "--basis", "b", stdin="x" * LARGEST).code == 5
    assert sayso.types() == ["raised"]


def test_too_many_options_end_with_5(sayso: Sayso) -> None:
    options = [word for number in range(MOST_OPTIONS + 1) for word in ("--option", f"o{number}")]
    ran = sayso("raise", "acme/db", "--text", "Which?", *options)
    assert (ran.code, ran.out) == (5, "")
    assert "256 options" in ran.err
    assert sayso.types() == []


def test_a_table_for_scripts_and_people_lists_a_flood_one_by_one(sayso: Sayso) -> None:
    filled(sayso)
    assert len(sayso("list").out.splitlines()) == MOST_OPEN
    assert len(sayso("list", "--json").out.splitlines()) == MOST_OPEN

import json

import pytest

from command_line import Sayso


def test_an_answer_is_printed_and_nothing_else(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    ran = alice("wait", "acme/db")
    assert (ran.code, ran.out, ran.err) == (0, "PostgreSQL\n", "")


def test_silence_is_no_answer(sayso: Sayso) -> None:
    sayso.ask("acme/db", "--default", "sqlite", "--due", "2001-01-01")
    ran = sayso("wait", "acme/db", "--timeout", "0.05")
    assert (ran.code, ran.out) == (3, "")
    assert "still open" in ran.err


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "-1", "soon"])
def test_a_time_that_cannot_be_waited_for_ends_with_2(sayso: Sayso, seconds: str) -> None:
    sayso.ask()
    ran = sayso("wait", "acme/db", f"--timeout={seconds}")
    assert (ran.code, ran.out) == (2, "")


def test_a_proposal_is_no_answer(sayso: Sayso) -> None:
    sayso.ask()
    sayso("propose", "acme/db", "--option", "pg", "--confidence", "1", "--threshold", "0.1", "--model", "m")
    assert sayso("wait", "acme/db", "--timeout", "0").code == 3


def test_a_stale_answer_is_still_open(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    alice("amend", "acme/db", "--text", "Which database now?")
    ran = alice("wait", "acme/db", "--timeout", "0.05")
    assert (ran.code, ran.out) == (3, "")


def test_answers_that_contradict_one_another_end_with_4(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    settled = next(alice.settlements())
    forked = {**settled, "id": "s2", "answer": {"text": "SQLite", "option": "sqlite"}}
    alice("import", "-", "--unattended", stdin=json.dumps(forked))
    ran = alice("wait", "acme/db")
    assert (ran.code, ran.out) == (4, "")


def test_an_answer_on_other_terms_than_those_held_is_still_open(alice: Sayso) -> None:
    alice.ask()
    alice.settle("answer", "acme/db", "--option", "pg")
    raised, settled = alice.records()
    other = Sayso(alice.home.parent / "other").named()
    raised["terms"]["text"] = "Which database, for all the others?"
    other("import", "-", "--unattended", stdin=f"{json.dumps(raised)}\n{json.dumps(settled)}")
    ran = other("wait", "acme/db", "--timeout", "0")
    assert (ran.code, ran.out) == (3, "")
    assert "other terms" in ran.err


@pytest.mark.parametrize("how", ["dismissed", "withdrawn"])
def test_dismissed_and_withdrawn_end_with_7(alice: Sayso, how: str) -> None:
    alice.ask()
    if how == "dismissed":
        alice.settle("dismiss", "acme/db", "--note", "Dropped.")
    else:
        alice("withdraw", "acme/db", "--reason", "not_needed")
    ran = alice("wait", "acme/db")
    assert (ran.code, ran.out) == (7, "")
    assert how in ran.err


def test_json_gives_the_decision_whatever_it_came_to(alice: Sayso) -> None:
    alice.ask()
    assert alice("wait", "acme/db", "--timeout", "0", "--json").json["state"] == "open"
    alice.settle("answer", "acme/db", "--option", "pg")
    assert alice("wait", "acme/db", "--json").json["settlement"]["option"] == "pg"


def test_waiting_for_what_is_not_held_ends_with_1(sayso: Sayso) -> None:
    assert sayso("wait", "acme/nothing", "--timeout", "0").code == 1

"""A chant question in lines and documents: shown, listed, answered by several people, refused with the reason."""

import os
from pathlib import Path

import pytest

from chant_desk import ChantDesk, objects_of
from chant_workspaces import make_workspace
from command_line import Sayso
from opened import Room
from published import validator
from sayso_client.inbox import mint_id
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.rules import RULES

BOTH = "two-people-05bf15a516ef"
ANSWERED = "slice-tier-e6055a4c25b4"
TIER = "slice-tier-11f10b8d6fc1"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("w") / "w", state="final")


@pytest.fixture
def shop(sayso: Sayso, workspace: Path, tmp_path: Path) -> Sayso:
    """A home with the workspace's questions as the store "work", and nobody who keeps in touch."""
    sayso.home.mkdir()
    words = f'[me]\nname = "alice"\n[[store]]\nname = "work"\nkind = "chant"\npath = "{workspace}"\ntrust = true\n'
    (sayso.home / "config.toml").write_text(f'{words}command = ["{os.devnull}"]\n')
    room = Room(tmp_path)
    ledger = Ledger(sayso.home / "ledger.db", rules=RULES, clock=room.clock, mint=mint_id)
    ChantDesk(room, ledger, "alice").fill(objects_of(workspace))
    ledger.close()
    return sayso


def seen(shop: Sayso, key: str) -> tuple[str, ...]:
    """As a script pins what it decides on."""
    return ("--unattended", "--seen", str(shop("show", key, "--json").json["seen"]))


def test_every_question_is_what_the_published_schemas_say(shop: Sayso) -> None:
    rows = shop("list", "--view", "all", "--json").documents

    assert len(rows) == 25
    for row in rows:
        validator("row").validate(row)
        shown = shop("show", row["key"], "--json")
        validator("decision").validate(shown.json)
        assert shown.json["asked_at"] == "2026-11-01"


def test_a_question_is_shown_with_what_its_deciders_said(shop: Sayso) -> None:
    out = shop("show", ANSWERED).out

    for words in (
        "answered by bob",
        "table, row 1  work-item.fits_small = true → small",
        "proposed large, and people answered medium",
        "2026-11-02  decided    bob (principal): medium  stands",
    ):
        assert words in out


def test_two_people_answer_on_one_ledger(shop: Sayso) -> None:
    pin = seen(shop, BOTH)
    mine = shop("answer", BOTH, "--option", "postgres", *pin)
    theirs = shop("answer", BOTH, "--option", "sqlite", "--by", "carol", *pin, "--json")

    assert (mine.code, theirs.code) == (0, 0)
    assert mine.err.startswith("1 of 2, you have answered.")
    validator("receipt").validate(theirs.json)
    assert theirs.json["receipt"] == "voted"
    assert theirs.json["sentence"].endswith("1 person says otherwise.")
    assert "1 of 2 so far · you have answered" in shop("show", BOTH).out
    assert BOTH not in shop("list").out

    back = shop("retract", BOTH, *pin)
    again = shop("retract", BOTH, *pin)

    assert (back.code, again.code) == (0, 5)
    assert "taken back; nothing of it was sent" in back.err
    assert "It is not answered, so there is nothing to take back." in again.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("answer", TIER, "--option", "small", "--by", "BOT"), "Holders of the role agent do not count"),
        (("answer", ANSWERED, "--option", "small"), "take the answer back first"),
        (("answer", TIER, "--text", "a mid-size one"), "chant takes one of the options that are on offer"),
        (("answer", TIER, "--option", "large"), "chant records it as confirmed"),
        (("answer", TIER, "--option", "small", "--as", "delegated", "--under", "m"), "not under which mandate"),
        (("dismiss", TIER), "chant knows no dismissal"),
    ],
)
def test_what_chant_does_not_take_ends_with_refused_and_the_reason(
    shop: Sayso, words: tuple[str, ...], why: str
) -> None:
    shop("config", "set", "me.assistant", "desk")
    ran = shop(*words, *seen(shop, words[1]))

    assert ran.code == 5
    assert why in ran.err
    assert shop("list", "--outbox").out == ""


def test_in_a_stewards_shell_nobody_answers(shop: Sayso) -> None:
    ran = shop("answer", TIER, "--option", "small", *seen(shop, TIER), environ={"CHANT_STEWARD": "box-steward"})

    assert ran.code == 5
    assert shop("list", "--outbox").out == ""

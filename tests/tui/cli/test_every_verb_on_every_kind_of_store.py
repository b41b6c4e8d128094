"""Whatever is said to a question, wherever it lives: a sentence and an exit code, and never an error of our own."""

import json
import os
from pathlib import Path

import pytest

from chant_desk import ChantDesk, objects_of
from chant_workspaces import make_workspace
from command_line import Sayso
from handoff_records import raised
from opened import Room
from sayso_client.inbox import mint_id
from sayso_client.ledger import elsewhere, swapping, taking
from sayso_client.ledger.ledger import Ledger
from sayso_client.stores.contract import Append, Hello
from sayso_client.stores.rules import RULES

TIER, BOTH = "slice-tier-5e853bf1e435", "two-people-05bf15a516ef"
ASKED, TWIN = "acme/db", "acme/db-again"

ASKERS: dict[str, tuple[str, ...]] = {
    "amend": ("--text", "Other words?"),
    "withdraw": ("--reason", "settled"),
    "note": ("A remark.",),
    "claim": ("--text", "yes", "--basis", "mail"),
    "propose": ("--text", "yes", "--model", "m"),
    "relate": ("--derived-from", "https://example.org/inquiry"),
}
PRINCIPALS: dict[str, tuple[str, ...]] = {
    "answer": ("--text", "In words."),
    "confirm": (),
    "dismiss": ("--note", "Not needed."),
    "retract": (),
    "mine": (),
    "relate": ("--same-as", "TWIN"),
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("w") / "w", state="final")


@pytest.fixture
def shop(sayso: Sayso, workspace: Path, tmp_path: Path) -> Sayso:
    """A home with questions of a workspace, "work", and of a store that is not reached, "team"."""
    sayso.home.mkdir()
    (sayso.home / "config.toml").write_text(
        f'[me]\nname = "alice"\n[[store]]\nname = "work"\nkind = "chant"\npath = "{workspace}"\ntrust = true\n'
        f'command = ["{os.devnull}"]\n[[store]]\nname = "team"\nkind = "http"\nurl = "http://127.0.0.1:9"\n'
    )
    room = Room(tmp_path)
    ledger = Ledger(sayso.home / "ledger.db", rules=RULES, clock=room.clock, mint=mint_id)
    ChantDesk(room, ledger, "alice").fill({key: each for key, each in objects_of(workspace).items() if key in KEPT})
    with ledger.writing() as writing:
        copy = elsewhere.meet(writing, "team", "http", Hello("uuid-of-team", "team"))
        rules, said = RULES["http"], [Append(json.dumps(raised(key)).encode()) for key in (ASKED, TWIN)]
        taking.take(writing, copy.store, taking.read(said, rules.read, rules.keepable, room.clock()), "1")
        swapping.swap(writing, "team")
    ledger.close()
    return sayso


KEPT = frozenset({TIER, BOTH})
PLACES = [("work", TIER, BOTH), ("team", ASKED, TWIN)]


@pytest.mark.parametrize(("store", "key", "twin"), PLACES)
@pytest.mark.parametrize("verb", ASKERS)
def test_an_asker_is_told_what_became_of_it(shop: Sayso, store: str, key: str, twin: str, verb: str) -> None:
    ran = shop(verb, key, "--store", store, *ASKERS[verb])

    if store == "work":
        assert (ran.code, ran.err) == (5, "Nothing can be asked in work from here. Nothing was written.\n")
        assert shop("list", "--outbox").out == ""
    else:
        assert ran.code == 6
        assert "sent by an open inbox or by sayso sync." in ran.err


@pytest.mark.parametrize("options", [(), ("--option", "a=A")])
def test_nothing_is_raised_in_a_workspace(shop: Sayso, options: tuple[str, ...]) -> None:
    for key in (TIER, "a-new-one"):
        ran = shop("raise", key, "--text", "So?", "--store", "work", *options)
        assert (ran.code, ran.err) == (5, "Nothing can be asked in work from here. Nothing was written.\n")


@pytest.mark.parametrize(("store", "key", "twin"), PLACES)
@pytest.mark.parametrize("unattended", [True, False])
@pytest.mark.parametrize("verb", PRINCIPALS)
def test_the_principal_is_told_what_became_of_it(
    shop: Sayso, store: str, key: str, twin: str, verb: str, unattended: bool
) -> None:
    words = [twin if each == "TWIN" else each for each in PRINCIPALS[verb]]
    pinned: list[str] = []
    if unattended and verb == "relate":
        pinned = ["--unattended", "--terms-rev", "1"]
    elif unattended and verb != "mine":
        pinned = ["--unattended", "--seen", str(shop("show", key, "--store", store, "--json").json["seen"])]

    ran = shop(verb, key, "--store", store, *words, *pinned)

    taken = (6,) if store == "team" and verb in ("answer", "dismiss", "relate") and unattended else (2, 4, 5)
    assert ran.code in taken, ran.err
    assert ". " in ran.err or ran.err.endswith(".\n")
    assert "failed:" not in ran.err

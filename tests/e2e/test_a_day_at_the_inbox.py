"""The main job from end to end: agents in their own processes, the principal at a terminal, records on the disk."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from terminal import OPEN_SHEET, Terminal


class Agent:
    """Another process that uses the command line."""

    def __init__(self, home: Path) -> None:
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("SAYSO", "CLAUDECODE"))},
            "SAYSO_HOME": str(home),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }

    def __call__(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "sayso_tui", *words], env=self._environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def asks(self, key: str, text: str, *more: str) -> None:
        options = ("--option", "pg=PostgreSQL", "--option", "sqlite=SQLite", "--default", "sqlite", "--by", "cc-17")
        self("raise", key, "--text", text, *options, *more)

    def exported(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self("export").splitlines()]

    def settled(self, key: str) -> list[dict[str, Any]]:
        return [each for each in self.exported() if each["key"] == key and each["origin"] == "principal"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\nassistant = "desk-assistant"\n')
    return tmp_path


@pytest.fixture
def agent(home: Path) -> Agent:
    return Agent(home)


@pytest.fixture
def desk(home: Path) -> Iterator[Terminal]:
    with Terminal(home=home) as terminal:
        terminal.until("waiting")
        yield terminal


def test_what_another_process_raises_appears_in_the_open_inbox_without_a_key(desk: Terminal, agent: Agent) -> None:
    desk.until("Nothing waits")
    agent.asks("acme/db", "Which database for the audit log?")
    desk.until("Which database for the audit log?")
    desk.until("1 waiting")
    desk.quiet()
    assert "Nothing waits" not in desk.text
    agent.asks("acme/cache", "Which cache?")
    desk.until("Which cache?")
    desk.quiet()
    assert desk.text.count("sayso raise") == 0


def test_each_authority_kind_is_chosen_in_the_sheet_and_stands_in_the_record(agent: Agent, home: Path) -> None:
    kinds = ("principal", "confirmed", "delegated", "attested")
    for kind in kinds:
        agent.asks(f"acme/{kind}", f"Question for {kind}?")
    with Terminal(home=home) as desk:
        desk.until("4 waiting")
        for steps, kind in enumerate(kinds):
            desk.until(f"Question for {kind}?")
            desk.press("1")
            desk.until(OPEN_SHEET)
            for _ in range(steps):
                desk.press("ctrl+t")
            if kind in ("delegated", "attested"):
                field = {"delegated": "Under", "attested": "Taken from"}[kind]
                desk.until(field)
                desk.press(*["tab"] * _tabs_to(desk, field))
                desk.type("mandate 7" if kind == "delegated" else "mail of 2026-10-20")
            desk.record()
        desk.until("0 waiting")
    for kind in kinds:
        (record,) = agent.settled(f"acme/{kind}")
        assert record["authority"]["kind"] == kind
        assert record["answer"] == {"text": "PostgreSQL", "option": "pg"}
        assert record["terms_rev"] == 1
        assert record["sayso"]["via"]["kind"] == "inbox"
        assert record["sayso"]["saw"]["need"] == f"r:acme/{kind}"
    assert agent.settled("acme/delegated")[0]["authority"]["under"] == "mandate 7"
    assert agent.settled("acme/delegated")[0]["authority"]["by"] == "desk-assistant"
    assert agent.settled("acme/attested")[0]["evidence"]["basis"] == "mail of 2026-10-20"


def _tabs_to(desk: Terminal, field: str) -> int:
    """How many fields the wanted one lies behind the text field, where the focus starts."""
    lines = [line.strip(" │") for line in desk.text.splitlines()]
    order = [
        name for line in lines for name in ("Text", "Authority", "Under", "Taken from", "Note") if line.startswith(name)
    ]
    return order.index(field) - order.index("Text")


def test_a_proposal_is_confirmed_dismissed_and_retracted_and_each_is_a_record(agent: Agent, home: Path) -> None:
    agent.asks("acme/db", "Which database?")
    agent(
        "propose",
        "acme/db",
        "--option",
        "pg",
        "--probability",
        "pg=0.91",
        "--probability",
        "sqlite=0.09",
        "--model",
        "m1",
    )
    agent.asks("acme/old", "Still needed?")
    with Terminal(home=home) as desk:
        desk.until("2 waiting")
        desk.until("Which database?")
        desk.press("c")
        desk.until("Confirm a proposal")
        desk.record()
        desk.until("1 waiting")
        desk.until("Still needed?")
        desk.press("d")
        desk.until(OPEN_SHEET)
        desk.type("The feature is gone.")
        desk.record()
        desk.until("0 waiting")
        desk.press("]", "]", "]", "]")
        desk.until("settled")
        desk.until("Which database?")
        desk.press("g", "j", "R")
        desk.until(OPEN_SHEET)
        desk.record()
        desk.until("1 waiting")
    (confirmed, reopened) = agent.settled("acme/db")
    assert confirmed["authority"] == {"kind": "confirmed", "by": "ana"}
    assert reopened["type"] == "reopened"
    assert reopened["supersedes"] == [confirmed["id"]]
    (dismissed,) = agent.settled("acme/old")
    assert dismissed["outcome"] == "dismissed"
    assert dismissed["note"] == "The feature is gone."
    assert "answer" not in dismissed


def test_leaving_needs_two_presses_and_writes_nothing(desk: Terminal, agent: Agent) -> None:
    agent.asks("acme/db", "Which database?")
    desk.until("Which database?")
    desk.press("q")
    assert "Which database?" in desk.text
    desk.press("q")
    assert desk.ended() == 0
    assert agent.settled("acme/db") == []

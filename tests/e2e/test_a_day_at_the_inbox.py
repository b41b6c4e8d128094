"""The main job from end to end: agents in their own processes, the principal at a terminal, records on the disk."""

from pathlib import Path
from typing import Any

import pytest

from command_line import Sayso
from machine import Machine
from terminal import OPEN_SHEET, Terminal

OPTIONS = ("--option", "pg=PostgreSQL", "--option", "sqlite=SQLite", "--default", "sqlite", "--by", "cc-17")


class Agent(Sayso):
    """Whoever asks, and looks at what became of it."""

    def asks(self, key: str, text: str) -> None:
        assert self("raise", key, "--text", text, *OPTIONS).code == 0

    def asks_from_elsewhere(self, key: str, text: str) -> None:
        """In a process of its own."""
        assert Machine(self.home).run("raise", key, "--text", text, *OPTIONS).returncode == 0

    def settled(self, key: str) -> list[dict[str, Any]]:
        return [each for each in self.settlements() if each["key"] == key]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text('[me]\nname = "ana"\nassistant = "desk-assistant"\n')
    return tmp_path


@pytest.fixture
def agent(home: Path) -> Agent:
    return Agent(home)


def test_what_another_process_raises_appears_in_the_open_inbox_without_a_key(home: Path, agent: Agent) -> None:
    with Terminal(home=home) as desk:
        desk.until("Nothing waits")
        agent.asks_from_elsewhere("acme/db", "Which database for the audit log?")
        desk.until("Which database for the audit log?")
        desk.until("1 waiting")
        desk.quiet()
        assert "Nothing waits" not in desk.text
        agent.asks_from_elsewhere("acme/cache", "Which cache?")
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
    odds = ("--probability", "pg=0.91", "--probability", "sqlite=0.09")
    assert agent("propose", "acme/db", "--option", "pg", *odds, "--model", "m1").code == 0
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

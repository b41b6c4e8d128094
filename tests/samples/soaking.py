"""Somebody who types and records in the real inbox, drawn by a seed, until it is killed; and what must be left."""

import asyncio
import json
import random
import re
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from command_line import Sayso
from sayso_client.decision import Act, Ref
from sayso_client.inbox import open_inbox
from sayso_client.via import Via
from sayso_config.model import Me, Settings
from terminal import OPEN_SHEET, Terminal

QUESTIONS = 8
WORD = re.compile(r"\b[b-z][b-z]\d{3}\b")
"""Every word that is typed is another one: two letters for the sheet, and a number."""
TOLD = "written to home"
LATE_S = 0.25
"""What was typed so long ago is on the disk."""
SHEETS = {"a": "answer", "1": "answer with an option", "n": "note", "d": "dismiss"}


class Killed(Exception):
    """The moment has come."""


@dataclass
class Written:
    """What was typed into one sheet."""

    tag: str
    opened_by: str
    words: list[str] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    """When the last key of each word was pressed."""
    arrived: list[float] = field(default_factory=list)
    """When each word was first seen on the screen; by then it had certainly arrived."""
    presses: int = 0
    """How often ctrl+s was pressed."""
    told: bool = False
    """The inbox said that it was recorded."""


def questions(folder: Path) -> Sayso:
    """A home with some questions in it."""
    sayso = Sayso(folder).named("ana", None)
    for number in range(QUESTIONS):
        words = ("--text", f"Question {number}?", "--option", "y=Yes", "--option", "n=No")
        assert sayso("raise", f"k{number}", *words).code == 0
    return sayso


class Life:
    """One inbox from its start to kill -9."""

    def __init__(self, home: Path, seed: int) -> None:
        self.sheets: list[Written] = []
        self.killed = 0.0
        """When; monotonic seconds."""
        self._chance = random.Random(seed)
        self._home = home
        self._end: float | None = None

    def live(self) -> None:
        """Type and record until the moment comes."""
        with Terminal(home=self._home, size=(100, 30)) as desk:
            self._desk = desk
            desk.until(f"{QUESTIONS} waiting")
            # Half of the moments are anywhere; the others come soon after a press of the record key.
            anywhere = self._chance.random() < 0.5
            self._kill_in(self._chance.uniform(0.05, 5.0) if anywhere else 60.0)
            self._after_press = None if anywhere else self._chance.randint(1, 3)
            try:
                while True:
                    self._sheet()
            except Killed:
                desk.send_signal(signal.SIGKILL)
                self.killed = time.monotonic()
            desk.ended()

    def _kill_in(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def _sheet(self) -> None:
        chance = self._chance
        number = len(self.sheets)
        opening = chance.choice([*"aaa1nd"])
        written = Written(f"{chr(98 + number // 24)}{chr(98 + number % 24)}", opening)
        self.sheets.append(written)
        self._pause(0.05)
        self._desk.send(opening)
        self._until(lambda: OPEN_SHEET in self._desk.text)
        for _ in range(chance.randint(1, 12)):
            self._type(written)
        if chance.random() < 0.7:
            self._record(written)
        else:
            self._desk.send("\x1b")
            self._until(lambda: OPEN_SHEET not in self._desk.text)
            self._desk.send("j")
            self._pause(0.05)

    def _type(self, written: Written) -> None:
        word = f"{written.tag}{len(written.words):03d} "
        written.words.append(word.strip())
        if self._chance.random() < 0.5:
            self._desk.send(word)
        else:
            for char in word:
                self._desk.send(char)
                self._pause(self._chance.uniform(0.0, 0.04))
        written.sent.append(time.monotonic())
        self._pause(self._chance.uniform(0.005, 0.2))

    def _record(self, written: Written) -> None:
        while OPEN_SHEET in self._desk.text:
            # Sometimes too early, which is told and records nothing.
            self._pause(self._chance.choice([0.05, 0.12, 0.2, 0.45]))
            written.presses += 1
            self._desk.send("\x13" * self._chance.choice([1, 1, 2]))
            if self._after_press is not None:
                self._after_press -= 1
                if self._after_press == 0:
                    self._kill_in(self._chance.uniform(0.0, 0.12))
            self._pause(0.1)
        self._until(lambda: TOLD in self._desk.text)
        self._pause(0.02)

    def _until(self, there: Any) -> None:
        stuck = time.monotonic() + 30
        while not there():
            self._pause(0.02)
            assert time.monotonic() < stuck, self._desk.text

    def _pause(self, seconds: float) -> None:
        """Go on looking for so long, and notice what is painted."""
        until = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            if self._end is not None and now >= self._end:
                raise Killed
            if now >= until:
                return
            self._desk.pump(min(0.01, until - now, max(0.0, (self._end or until) - now)))
            self._look()

    def _look(self) -> None:
        now, text = time.monotonic(), self._desk.text
        written = self.sheets[-1]
        seen = [int(each[2:]) for each in WORD.findall(text) if each.startswith(written.tag)]
        if seen:
            written.arrived += [now] * (max(seen) + 1 - len(written.arrived))
        if written.presses and OPEN_SHEET not in text and TOLD in text:
            written.told = True


@dataclass(frozen=True)
class Left:
    """What the ledger holds after the end."""

    drafts: Counter[str]
    """How often each word stands in drafts."""
    records: Counter[str]
    """How often each word stands in records."""
    settlements: tuple[dict[str, Any], ...]

    @classmethod
    def of(cls, sayso: Sayso) -> "Left":
        """Read it, by other ways than those of the inbox."""
        with closing(sqlite3.connect(sayso.home / "ledger.db")) as ledger:
            assert ledger.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            drafts = [body for (body,) in ledger.execute("SELECT body FROM draft")]
        records = [each for each in sayso.records() if each["origin"] == "principal"]
        return cls(
            Counter(word for body in drafts for word in WORD.findall(body)),
            Counter(word for record in records for word in WORD.findall(json.dumps(record))),
            tuple(each for each in records if each["type"] == "settled"),
        )

    def holds(self, word: str) -> bool:
        """Whether the word is kept anywhere."""
        return bool(self.drafts[word] or self.records[word])


def offered_again(sayso: Sayso) -> set[str]:
    """The words of every draft that the next inbox begins with."""
    inbox = open_inbox(sayso.home / "ledger.db", Settings(me=Me("ana", None)), via=Via("inbox"))
    try:
        refs = [Ref("home", f"k{number}") for number in range(QUESTIONS)]
        drafts = [asyncio.run(inbox.take_up(ref, act)) for ref in refs for act in Act]
        return {word for each in drafts if each for word in WORD.findall(f"{each.text} {each.note}")}
    finally:
        inbox.close()

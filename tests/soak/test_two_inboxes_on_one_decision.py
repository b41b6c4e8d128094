"""Two people's hands on one decision in two terminals: one settlement or a conflict in sight, and every word kept."""

import json
import random
import re
import sqlite3
import time
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from command_line import Sayso
from soaking import TOLD
from terminal import OPEN_SHEET, Terminal

WORD = re.compile(r"\b[xy]\d{3}\b")
CONFLICT = "theirs"
WAYS = {"keep": "(●) keep theirs", "supersede": "(●) supersede", "note": "(●) keep mine as a note"}
"""What the sheet of a conflict offers first, in its order, and how it looks when it is marked."""


@dataclass
class Writer:
    """One of the two."""

    letter: str
    desk: Terminal
    words: list[str] = field(default_factory=list)
    way: str = ""
    """What was chosen when the other one was first."""
    told: bool = False

    @property
    def settled(self) -> bool:
        """Nothing is left to do."""
        return self.told or self.way == "keep"

    def type(self) -> None:
        """One more word, which nobody waits for."""
        self.words.append(f"{self.letter}{len(self.words):03d}")
        self.desk.send(f"{self.words[-1]} ")

    def press(self, chance: random.Random) -> None:
        """The record key; in front of a conflict, one of its ways first."""
        text = self.desk.text
        if CONFLICT in text and not self.way:
            self.way = chance.choice([*WAYS])
            self.desk.until("(●) keep theirs")
            while WAYS[self.way] not in self.desk.text:
                self.desk.press("down")
            self.desk.quiet(0.45)
        self.desk.send("\x13")

    def look(self) -> None:
        """Notice what came of it."""
        self.desk.pump(0.02)
        text = self.desk.text
        self.told = self.told or (OPEN_SHEET not in text and TOLD in text)


def asked(home: Path) -> Sayso:
    sayso = Sayso(home).named("ana", None)
    assert sayso("raise", "k", "--text", "Which way?", "--option", "y=Yes", "--option", "n=No").code == 0
    return sayso


def both_write(home: Path, seed: int) -> None:
    chance = random.Random(seed)
    sayso = asked(home)
    with ExitStack() as open_:
        writers = [Writer(each, open_.enter_context(Terminal(home=home, size=(110, 36)))) for each in "xy"]
        for each in writers:
            each.desk.until("Which way?")
            each.desk.press(chance.choice("a1"))
            each.desk.until(OPEN_SHEET)
        for _ in range(chance.randint(4, 16)):
            chance.choice(writers).type()
            for each in writers:
                each.desk.pump(chance.uniform(0.0, 0.08))
        for each in writers:
            each.type()
            each.desk.until(each.words[-1])
            each.desk.quiet(0.4)
        together = chance.random() < 0.6
        end = time.monotonic() + 40
        for each in chance.sample(writers, 2):
            each.press(chance)
            if not together:
                each.desk.quiet(chance.uniform(0.0, 0.3))
        while not all(each.told or each.way for each in writers) or not all(_done(each) for each in writers):
            assert time.monotonic() < end, "\n".join(each.desk.text for each in writers)
            for each in writers:
                each.look()
                if not _done(each):
                    each.desk.quiet(0.45)
                    each.look()
                    if not _done(each):
                        each.press(chance)
        check(home, sayso, writers)


def _done(writer: Writer) -> bool:
    text = writer.desk.text
    return writer.told or (writer.way == "keep" and OPEN_SHEET not in text and CONFLICT not in text)


def check(home: Path, sayso: Sayso, writers: list[Writer]) -> None:
    assert sayso("doctor").code == 0, sayso("doctor").out
    records = [each for each in sayso.records() if each["origin"] == "principal"]
    settlements = [each for each in records if each["type"] == "settled"]
    ways = sorted(each.way for each in writers if each.way)
    assert len(ways) == 1, "one is first, and the other one is told"
    assert len(settlements) == 1 + ways.count("supersede")
    assert len(records) == len(settlements) + ways.count("note")
    heads = {each["id"] for each in settlements} - {old for each in settlements for old in each.get("supersedes", [])}
    assert len(heads) == 1
    assert "contested" not in sayso("show", "k", "--json").json["flags"]
    held = Counter(word for each in records for word in set(_words(json.dumps(each))))
    assert not [word for word, count in held.items() if count > 1]
    kept = set(held) | set(_words(" ".join(_drafts(home))))
    assert kept == {word for each in writers for word in each.words}


def _words(text: str) -> list[str]:
    """The typed words in a JSON text, also those that begin a line."""
    return WORD.findall(text.replace("\\n", " "))


def _drafts(home: Path) -> list[Any]:
    with closing(sqlite3.connect(home / "ledger.db")) as ledger:
        return [body for (body,) in ledger.execute("SELECT body FROM draft")]


def test_two_write_and_record_at_once(tmp_path: Path) -> None:
    both_write(tmp_path, 0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 20))
def test_two_write_and_record_at_once_at_length(tmp_path: Path, seed: int) -> None:
    both_write(tmp_path, seed)

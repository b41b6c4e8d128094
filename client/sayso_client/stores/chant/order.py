"""What chant is to be told about one question, and the words of the command line that tell it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sayso_client.stores.chant import seam
from sayso_client.text import one_line

ANSWER, RETRACT = "answer", "retract"
LONGEST_NOTE = 100_000
"""Bytes in UTF-8. Linux takes 131,071 in one word."""
LONGEST_NAME = 500
MOST_PEOPLE = 100


@dataclass(frozen=True, slots=True)
class Order:
    """A verdict as `payload.pack` froze it."""

    do: str
    """answer or retract."""
    id: str
    kind: str
    """The kind file, as declared."""
    answer: str | bool | None
    by: tuple[str, ...]
    note: str | None
    """Trimmed; None rather than empty."""
    retractions: int
    """How many the record held when this was said."""

    @classmethod
    def of(cls, payload: bytes) -> "Order | None":
        """What waits in the outbox; None when it is nothing that chant can be told."""
        try:
            data = json.loads(payload)
        except (ValueError, RecursionError):
            return None
        whole = data if isinstance(data, dict) else {}
        do, answer = seam.text(whole, "do"), whole.get("answer")
        before = whole.get("retractions")
        told, kind = seam.text(whole, "id"), seam.text(whole, "kind")
        by = tuple(each for each in seam.listed(whole, "by") if isinstance(each, str))
        is_answer = do == ANSWER and isinstance(answer, str | bool)
        if not told or not kind or not by or not (is_answer or do == RETRACT):
            return None
        return cls(
            do=str(do),
            id=told,
            kind=kind,
            answer=answer if isinstance(answer, str | bool) else None,
            by=by,
            note=trimmed(seam.text(whole, "note")),
            retractions=before if isinstance(before, int) and before > 0 else 0,
        )

    @property
    def said(self) -> str:
        """The answer as chant takes it."""
        return seam.word(self.answer) or ""

    def words(self) -> tuple[str, ...]:
        """What stands behind `chant`, each in a word of its own. Only where `unsayable` has nothing against it."""
        return ("workspace", "points", self.do, self.id, *self._flags())

    def _flags(self) -> Iterator[str]:
        if self.do == ANSWER:
            yield from ("--answer", self.said)
        for each in self.by:
            yield from ("--by", each)
        if self.note:
            # A word that begins with a dash is taken for a flag. chant trims a note, so a space before it is not kept.
            yield from ("--note", f" {self.note}" if self.note.startswith("-") else self.note)
        yield from ("--kind", self.kind)


def trimmed(text: str | None) -> str | None:
    """As chant keeps a note: without spaces around it, and None when nothing is left."""
    return (text or "").strip().strip("\ufeff").strip() or None


def unsayable(order: Order) -> str | None:
    """Why the words of an order cannot be said on a command line, as a sentence; None when they can."""
    words = {"The id of this question": order.id, "The name of this question's kind file": order.kind}
    option = f"The option {one_line(order.said, 40)}"
    if order.do == ANSWER:
        words[option] = order.said
    for each in order.by:
        words[f"The name {one_line(each, 40)}"] = each
    for what, word in words.items():
        # An option of spaces alone is a word like any other.
        if not (word if what == option else word.strip()):
            return f"{what} is empty, and chant takes no empty word."
        if word.startswith("-"):
            return (
                f"{what} begins with a dash, and chant's command line would take it for a flag. "
                "Have it renamed in the workspace, or answer with another of chant's own tools."
            )
    for what, word in {**words, "The note": order.note or ""}.items():
        if why := _unfit(word):
            return f"{what} {why}."
    if len((order.note or "").encode()) > LONGEST_NOTE:
        return f"The note has more than {LONGEST_NOTE:,} bytes, the most that fits into a command line. Shorten it."
    if len(order.by) > MOST_PEOPLE or any(len(each) > LONGEST_NAME for each in order.by):
        return f"chant is told at most {MOST_PEOPLE} names of at most {LONGEST_NAME} letters each."
    return None


def _unfit(word: str) -> str | None:
    if "\0" in word:
        return "holds a NUL character, which no command line can hold. Take it out"
    try:
        word.encode()
    except UnicodeEncodeError:
        return "holds half a character, which no command line can hold. Take it out"
    return None

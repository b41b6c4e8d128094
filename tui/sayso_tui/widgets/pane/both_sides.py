"""What somebody else settled and what I wrote, beside one another."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from rich.cells import cell_len

from sayso_client.compose import OWN_WORD
from sayso_client.decision import Act, Decision, Outcome, Settlement
from sayso_client.differences import option_in
from sayso_client.draft import Draft
from sayso_client.me import Me
from sayso_client.text import isolate, one_line
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Piece, quoted, row, said
from sayso_tui.widgets.pane.layout import fit
from sayso_tui.widgets.pane.settlement import outcome_words
from sayso_tui.widgets.pane.when import ago
from sayso_tui.widgets.pane.whose import Whose, whose

ROWS = ("Answer", "Authority", "By", "When", "Terms")
BROAD = 58
"""Cells from which the two stand in columns; below, one follows the other."""
_COLUMN = 11
_LONG = 400


_BY_ME = {
    Whose.ME: " (you)",
    Whose.WITH_OTHERS: " (you among them)",
    Whose.IN_MY_NAME: " (you, from another machine?)",
}


class Side(NamedTuple):
    """One side, raw, in the order of `ROWS`."""

    answer: str
    authority: str
    by: str
    when: str
    terms: str
    words: str = ""
    """Whatever was written besides the answer."""
    head: str = "theirs"
    """What it is called beside mine."""


def theirs(settled: Settlement | None, decision: Decision, now: datetime, mine: Me) -> Side:
    """What stands now; a settlement that was taken back leaves nothing. What is in my name says so.

    Args:
        settled: What stands, if anything does.
        decision: As it stands.
        now: Aware, in the reader's own zone.
        mine: Who I am in its store.
    """
    if settled is None:
        last = next((each for each in reversed(decision.history) if each.what == "retracted"), None)
        by, at = (last.by, last.at) if last else (None, None)
        return Side("taken back", "", by or "nobody named", ago(at, now) if at else "", "")
    authority = settled.authority
    kind, ground = (authority.kind, authority.under or authority.basis) if authority else ("", None)
    by = (authority.by if authority else None) or settled.settled_by or "nobody named"
    from_whom = whose(settled, decision, mine)
    words = [settled.text or "" if settled.text != outcome_words(settled, decision) else "", settled.note or ""]
    return Side(
        outcome_words(settled, decision),
        ", ".join(each for each in (kind, ground) if each),
        by + _BY_ME.get(from_whom, ""),
        ago(settled.at, now) if settled.at else "",
        f"rev {settled.terms_rev}" if settled.terms_rev is not None else "",
        "\n".join(each for each in words if each and settled.outcome in Outcome),
        "theirs" if from_whom is Whose.OTHERS else "stands",
    )


def yours(draft: Draft, was: Decision, me: Me, when: str = "now") -> Side:
    """What the sheet says."""
    terms = f"rev {was.terms_rev}" if was.terms_rev is not None else ""
    if draft.act is Act.RETRACT:
        return Side("take it back", "", me.name or "", when, "", draft.note.strip())
    chosen = option_in(was, draft.option)
    answer = chosen.label if chosen else draft.text.strip() or "nothing chosen yet"
    if draft.act is Act.DISMISS:
        answer = "no answer needed"
    ground = {"delegated": draft.under, "attested": draft.basis}.get(draft.kind, "").strip()
    by = (me.name if draft.kind in OWN_WORD else me.assistant) or ""
    words = [draft.text.strip() if chosen else "", draft.note.strip()]
    authority = ", ".join(each for each in (str(draft.kind), ground) if each)
    return Side(answer, authority, by, when, terms, "\n".join(each for each in words if each))


def both_sides(them: Side | None, me: Side, width: int) -> Iterator[Block]:
    """A table where there is room; mine alone where nobody else wrote."""
    if them is None or width < BROAD:
        yield from _one(them, them.head) if them else ()
        yield from _one(me, "yours")
    else:
        yield from _table(them, me, (width - _COLUMN) // 2)


def in_full(side: Side, whose: str, width: int) -> Iterator[Block]:
    """Whatever else that side wrote, and what was too long for the table, whole."""
    more = [side.answer] if width >= BROAD and _wide(side.answer) > (width - _COLUMN) // 2 - 2 else []
    if text := "\n".join([*more, side.words] if side.words else more):
        yield BLANK
        yield Block((Piece(whose, Ink.DIM),))
        yield from quoted(text)


def _table(them: Side, me: Side, column: int) -> Iterator[Block]:
    yield row("", Piece(fit(them.head, column), Ink.DIM), Piece("yours", Ink.DIM), width=_COLUMN)
    for label, mine, other in zip(ROWS, me[:5], them[:5], strict=True):
        if mine or other:
            ink = Ink.STRONG if label == "Answer" else Ink.TEXT
            cell = fit(isolate(one_line(other, _LONG)), column - 2)
            yield row(label, Piece(f"{cell}  ", ink), Piece(_cut(mine, column - 1), ink), width=_COLUMN)


def _one(side: Side, whose: str) -> Iterable[Block]:
    parts = [each for each in side[1:5] if each]
    pieces = [said(side.answer, Ink.STRONG)]
    pieces += [piece for part in parts for piece in (Piece(" · ", Ink.FAINT), said(part, Ink.DIM, _LONG))]
    yield row(whose, *pieces, width=8)


def _cut(text: str, width: int) -> str:
    return fit(isolate(one_line(text, _LONG)), width).rstrip()


def _wide(text: str) -> int:
    return cell_len(one_line(text, _LONG * 10))

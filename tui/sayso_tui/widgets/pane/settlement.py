"""The settlement in force: what was decided, by whom, on what ground, against which terms."""

from collections.abc import Iterable
from datetime import datetime

from sayso_client.decision import Decision, Option, Outcome, Settlement, State
from sayso_tui.widgets.pane.blocks import BLANK, Block, Ink, Line, Piece, said
from sayso_tui.widgets.pane.when import ago

_VERBS = {
    "principal": "answered by ",
    "confirmed": "confirmed by ",
    "delegated": "delegated to ",
    "attested": "attested by ",
}


def settlement(decision: Decision, now: datetime) -> Iterable[Block]:
    """Nothing while it is unsettled."""
    settled = decision.settlement
    if settled is None:
        return
    yield BLANK
    stale = decision.state is State.STALE
    bar = (Piece("▎ ", Ink.WARN if stale else Ink.GOOD),)
    yield Block(_outcome(settled, decision), first=bar, rest=bar)
    yield Block(_ground(settled, now), first=bar, rest=bar)
    if settled.note:
        yield Block((Piece("note: ", Ink.DIM), said(settled.note)), first=bar, rest=bar)
    if stale or (settled.terms_rev is not None and settled.terms_rev != decision.terms_rev):
        yield Block(_against(settled, decision), first=bar, rest=bar)


def grounds(settled: Settlement) -> Line:
    """The authority in words: kind, by, under or basis; what is missing is said."""
    authority = settled.authority
    if authority is None:
        return (said(settled.settled_by or "who decided is not told", Ink.TEXT, 300),)
    own_word = settled.outcome is Outcome.DISMISSED and authority.kind == "principal"
    verb = "dismissed by " if own_word else _VERBS.get(authority.kind)
    pieces = [Piece(verb, Ink.DIM) if verb else said(f"{authority.kind} by ", Ink.DIM, 60)]
    pieces.append(said(authority.by, Ink.TEXT, 120) if authority.by else Piece("nobody named", Ink.WARN))
    if authority.under:
        pieces += [Piece(", under ", Ink.DIM), said(authority.under, Ink.TEXT, 300)]
    if authority.basis:
        pieces += [Piece(", taken from ", Ink.DIM), said(authority.basis, Ink.TEXT, 300)]
    return tuple(pieces)


def outcome_words(settled: Settlement, decision: Decision) -> str:
    """What was settled, raw: the option's label, the words, or "no answer needed"."""
    if settled.outcome is Outcome.DISMISSED:
        return "no answer needed"
    chosen = chosen_option(settled, decision)
    return chosen.label if chosen else settled.text or settled.option or "an answer without words"


def chosen_option(settled: Settlement, decision: Decision) -> Option | None:
    """The option as it read at the revision that was answered, where those terms are held; else as it reads now."""
    then = next((each for each in decision.terms_history if each.rev == settled.terms_rev), None)
    found = next((each for each in then.options if each.id == settled.option), None) if then else None
    return found or decision.option(settled.option)


def _outcome(settled: Settlement, decision: Decision) -> Line:
    if settled.outcome is Outcome.DISMISSED:
        return (Piece("Dismissed  ", Ink.DIM), Piece("no answer is needed", Ink.STRONG))
    chosen = chosen_option(settled, decision)
    label = outcome_words(settled, decision)
    pieces: Line = (Piece("Decided  ", Ink.GOOD), said(label, Ink.STRONG))
    if chosen and settled.text and settled.text != chosen.label:
        pieces += (Piece("  "), said(settled.text))
    return pieces


def _ground(settled: Settlement, now: datetime) -> Line:
    pieces = list(grounds(settled))
    if settled.at:
        pieces.append(Piece(f" · {ago(settled.at, now)}", Ink.DIM))
    if settled.via:
        pieces += [Piece(" · via ", Ink.FAINT), said(settled.via, Ink.FAINT, 60)]
    return tuple(pieces)


def _against(settled: Settlement, decision: Decision) -> Line:
    then = "an unnamed revision" if settled.terms_rev is None else f"revision {settled.terms_rev}"
    now = "" if decision.terms_rev is None else f"; the terms are at revision {decision.terms_rev} now"
    return (Piece(f"answered against {then}{now}", Ink.WARN),)

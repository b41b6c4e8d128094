"""Flags in words: what a reader must know besides the state."""

from collections.abc import Collection, Iterable

from sayso_client.decision import Decision, Flag, State
from sayso_client.text import unsafe
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece, indented

WORDS = {
    Flag.CONTESTED: ("contested", "Answers contradict one another; yours replaces them all."),
    Flag.CONFLICT: (
        "2 asks",
        "Its askers contradict one another; the newest version is shown. Only they can settle that, not your answer.",
    ),
    Flag.MISMATCH: ("option unclear", "The recorded option is not among the options of its revision."),
    Flag.INCOMPLETE_AUTHORITY: (
        "authority incomplete",
        "The settlement does not say fully who decided or on what ground.",
    ),
    Flag.TERMS_EXCHANGED: (
        "terms exchanged",
        "The terms under the answer are others than those that were on the screen.",
    ),
    Flag.NOT_FROM_HERE: ("not from here", "It was settled in your name, but not from here. Was that you, elsewhere?"),
    Flag.UNSAFE_TEXT: ("made visible", "Some text held characters that act or hide"),
    Flag.LOOK_ALIKE: ("look-alike", "Two options can be taken for each other. Read them letter by letter."),
    Flag.UNSENT: ("unsent", "Your verdict is not in the store."),
    Flag.UNKNOWN_OUTCOME: ("outcome unknown", "Your verdict was sent, but the store's answer was lost."),
    Flag.REFUSED: ("refused", "The store refused your verdict."),
    Flag.OVERTAKEN: ("2 sides", "Something came before your verdict; both sides wait for you."),
    Flag.LOST: ("lost", "Your verdict was recorded, and the store does not hold it any more. It waits for you."),
    Flag.NOT_HELD: ("not held", "Its store does not hold it; what you said of it is all that is known here."),
    Flag.INVALID_RECORDS: ("invalid records", "Some records of it are invalid; they count for nothing."),
}
"""Flag → the badge, and what it means in a sentence."""

_HOT = frozenset({Flag.CONTESTED, Flag.NOT_FROM_HERE, Flag.TERMS_EXCHANGED, Flag.REFUSED, Flag.OVERTAKEN, Flag.LOST})


def badges(decision: Decision, told: Collection[Flag] = ()) -> Iterable[Block]:
    """A line for each flag and each problem that the store told.

    Args:
        decision: As it stands.
        told: Flags of which more is told elsewhere on the page.
    """
    if decision.state is State.STALE:
        yield _badge("≈ terms changed", "It was answered before the terms changed, and waits again.", Ink.WARN)
    for flag in Flag:
        if flag is Flag.NOT_HELD and decision.state is State.UNKNOWN:
            continue  # the state says so
        if flag in decision.flags and flag not in told:
            badge, meaning = WORDS[flag]
            if flag is Flag.UNSAFE_TEXT:
                meaning = f"{meaning}: {_found(decision)}."
            yield _badge(f"! {badge}", meaning, Ink.HOT if flag in _HOT else Ink.WARN)
    for problem in decision.problems:
        yield indented(Piece("! ", Ink.WARN), Piece(problem, Ink.DIM), by=0)


def _badge(name: str, meaning: str, ink: Ink) -> Block:
    return Block((Piece(name, ink), Piece("  "), Piece(meaning, Ink.DIM)), rest=(Piece("  "),))


def _found(decision: Decision) -> str:
    texts = [decision.title, decision.text, decision.ref.key, decision.asked_by or ""]
    texts += [part for option in decision.options for part in (option.id, option.label, option.description or "")]
    texts += [decision.working_assumption.text] if decision.working_assumption else []
    return ", ".join(unsafe("\n".join(text[:10_000] for text in texts))[:4]) or "look at the ⟨U+…⟩ and ␛ signs"

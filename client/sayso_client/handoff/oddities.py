"""Sentences about records that are invalid or odd, from what the fold reports."""

from collections.abc import Iterable, Sequence

from sayso_client.handoff.lifecycle import State

MOST = 20
"""So many sentences are kept."""

LONGEST_NAME = 80
"""Characters of an id or a type in a sentence."""

DANGLING = "Not everything is held: "
"""How the sentence begins that says that records build on others which are not here."""

_CODES = {
    "raised_id": "The question was raised under an id of another form than r:KEY.",
    "rev_gap": "A revision of the terms is missing between two that are held.",
    "no_supersedes": "An amendment does not say what it replaces; it is read as replacing all before it.",
    "bad_supersedes": "A record says that it replaces one which it cannot replace; that is ignored.",
    "cycle_need": "Records of the asker replace each other in a circle.",
    "cycle_answer": "Records of the principal side replace each other in a circle.",
    "option_mismatch": "A settlement names an option that its terms do not have; its words count.",
    "option_unchecked": "A settlement names an option of terms that are not held; its words count.",
    "answer_ignored": "A dismissal carries an answer; that is ignored.",
    "ahead": "A settlement answers a later revision of the terms than any that is held.",
    "authority_incomplete": "A settlement does not say all about the authority that it was made with.",
}


def sentences(state: State, invalid: Sequence[tuple[str | None, str | None, Sequence[str]]]) -> tuple[str, ...]:
    """What a reader should know, invalid records first.

    Args:
        state: The fold's.
        invalid: (type, id, why) of each invalid record; the first two where they can be read.
    """
    found = [_invalid(*each) for each in invalid[:MOST]]
    if len(invalid) > MOST:
        found.append(f"And {len(invalid) - MOST} invalid records more.")
    if state.missing:
        found.append(
            f"{DANGLING}{_listed(state.missing)} {'is' if len(state.missing) == 1 else 'are'} replaced but absent."
        )
    found += _shared_ids(state)
    codes = dict.fromkeys(each.partition(":")[0] for each in state.reports)
    found += [_CODES[code] for code in codes if code in _CODES]
    return tuple(found)


def dangling(problems: Iterable[str]) -> bool:
    """Whether some record builds on one that is not held. Then any record that comes may be that one."""
    return any(each.startswith(DANGLING) for each in problems)


def _invalid(kind: str | None, name: str | None, why: Sequence[str]) -> str:
    which = " ".join(each[:LONGEST_NAME] for each in (kind, "record", name) if each)
    return f"The {which} does not count: {'; '.join(why[:MOST])}."


def _shared_ids(state: State) -> list[str]:
    found = []
    if state.conflict_need and len(state.heads_need) < 2:
        found.append("Two records of the asker share one id and differ; the earlier stands.")
    if state.conflict_answer and len(state.heads_answer) < 2:
        found.append("Two records of the principal side share one id and differ; the earlier stands.")
    return found


def _listed(names: Sequence[str]) -> str:
    return ", ".join(each[:LONGEST_NAME] for each in names[:5]) + (
        f" and {len(names) - 5} more" if len(names) > 5 else ""
    )

"""What moved between a decision as it was on the screen and as it stands now. Pure; no clock, no disk."""

from enum import StrEnum

from sayso_client.asked import Option, Terms
from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.verdict import AuthorityKind
from sayso_client.vocabulary import Act, Flag, State

Asked = Decision | Terms
"""Anything that holds terms."""


class Moved(StrEnum):
    """What became of a decision while it was on the screen."""

    ANSWERED = "answered"
    """Another settlement stands now, or one more beside it."""
    RETRACTED = "retracted"
    """The settlement that stood was taken back."""
    WITHDRAWN = "withdrawn"
    """The asker needs no answer any more."""
    AMENDED = "amended"
    """What is asked reads otherwise, or bears another revision."""
    OTHERWISE = "otherwise"
    """Neither of these, though it is made from other records."""


SETTLED = frozenset({Moved.ANSWERED, Moved.RETRACTED, Moved.WITHDRAWN})
"""What changes its state, and with that much of what is shown of it."""


def moved(was: Decision, now_is: Decision) -> tuple[Moved, ...]:
    """Everything that happened, what weighs most first; empty when a verdict upon `was` still fits."""
    if was.seen == now_is.seen:
        return ()
    settled, before = now_is.settlement, was.settlement
    happened = {
        Moved.ANSWERED: settled is not None and (before is None or before.id != settled.id or _more_say(was, now_is)),
        Moved.RETRACTED: settled is None and before is not None,
        Moved.WITHDRAWN: now_is.state is State.WITHDRAWN and was.state is not State.WITHDRAWN,
        Moved.AMENDED: differ(was, now_is) or was.terms_rev != now_is.terms_rev,
    }
    return tuple(what for what, holds in happened.items() if holds) or (Moved.OTHERWISE,)


def differ(was: Asked, now_is: Asked) -> bool:
    """Whether anything that is asked reads otherwise."""
    return terms_in(was) != terms_in(now_is)


def terms_in(asked: Asked) -> tuple[object, ...]:
    """What is asked: question, options, assumption, due."""
    return (asked.text, asked.options, asked.working_assumption, asked.due)


def option_in(asked: Asked, option: str | None) -> Option | None:
    """The option of that id."""
    return next((each for each in asked.options if each.id == option), None)


def why_not_upon(draft: Draft, was: Decision, now_is: Decision) -> str | None:
    """Why what was written upon `was` cannot be recorded upon `now_is` as it is; None when it can.

    Apart from what the store accepts, which composing the verdict tells.
    """
    if now_is.state is State.WITHDRAWN and draft.act is not Act.RETRACT:
        return "the asker withdrew it"
    if draft.option is not None and option_in(was, draft.option) != option_in(now_is, draft.option):
        return "the chosen option reads otherwise now" if now_is.option(draft.option) else "that option is gone"
    if draft.act is Act.RETRACT and now_is.settlement is None:
        return "nothing stands to be taken back"
    confirms = draft.act is Act.CONFIRM and draft.kind is AuthorityKind.CONFIRMED and draft.proposal is not None
    if confirms and all(each.id != draft.proposal for each in now_is.proposals):
        return "what you wanted to confirm is not proposed any more"
    return None


def as_note(draft: Draft, was: Decision) -> str:
    """What was written, in the words of a note that settles nothing. Every word that was typed stands in it.

    Args:
        draft: Of any sheet.
        was: The decision that it was written upon.
    """
    chosen = option_in(was, draft.option)
    meant = {
        Act.DISMISS: "I would have said that no answer is needed.",
        Act.RETRACT: "I would have taken the answer back.",
    }.get(draft.act, "")
    if draft.act in (Act.ANSWER, Act.CONFIRM):
        said = chosen.label if chosen else (draft.option or "")
        meant = f"My answer would have been: {said or draft.text.strip()}"
    parts = [meant]
    if draft.act is Act.NOTE or chosen is not None or draft.option:
        parts.append(draft.text.strip())
    parts += [draft.note.strip()]
    parts += [f"({name}: {words.strip()})" for name, words in _grounds(draft) if words.strip()]
    return "\n".join(each for each in parts if each)


def _grounds(draft: Draft) -> tuple[tuple[str, str], ...]:
    return ("under", draft.under), ("basis", draft.basis), ("to", draft.to)


def _more_say(was: Decision, now_is: Decision) -> bool:
    """Whether answers stand against one another now that did not, or more of them than before."""
    if Flag.CONTESTED not in now_is.flags:
        return False
    return Flag.CONTESTED not in was.flags or _standing(was) != _standing(now_is)


def _standing(decision: Decision) -> frozenset[str | None]:
    return frozenset(each.id for each in decision.history if each.current and each.what in ANSWERS)


ANSWERS = ("decided", "dismissed", "retracted")
"""Events that are records of the principal's register."""

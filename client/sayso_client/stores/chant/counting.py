"""Who may answer a question of a workspace, what of it chant can hold, and why not: each reason a sentence."""

from collections.abc import Callable, Iterable

from sayso_client.around import Can
from sayso_client.stores.chant import older_copy, order, seam
from sayso_client.stores.chant.seam import ANSWERED, PROPOSED, Asked
from sayso_client.text import one_line
from sayso_client.verdict import Answer, AuthorityKind, Dismissal, Note, Retraction, SameAs, Verdict
from sayso_client.vocabulary import Act

KINDS: tuple[AuthorityKind, ...] = (AuthorityKind.PRINCIPAL, AuthorityKind.CONFIRMED)
SAME_AS = "same-as"
NEVER = {
    str(Act.DISMISS): "chant knows no dismissal: a question there is answered, or stays open.",
    str(Act.NOTE): "chant keeps a note only with an answer or with a retraction.",
    str(AuthorityKind.DELEGATED): "chant keeps who answered, and not under which mandate.",
    str(AuthorityKind.ATTESTED): "chant keeps who answered, and not what an answer was taken from.",
    SAME_AS: "chant keeps no ties between questions.",
}
"""What chant cannot hold at all."""
ANSWERED_ALREADY = "It is answered, and chant answers nothing twice: take the answer back first, then answer it anew."
NOT_ANSWERED = "It is not answered, so there is nothing to take back."
NOT_PROPOSED = "No model proposes an answer to it; answer it in your own right."
NO_RETRACTIONS = (
    "The workspace's copy of the schema of answers is too old to hold a retraction; bring it up to date first."
)
NO_NOTE = (
    "The workspace's copy of the schema of answers is too old to hold a note. "
    "Take the note out, or bring the copy up to date."
)
_AS_CONFIRMED = (
    "A model proposes that, and chant records it as confirmed. "
    "Take the authority confirmed for it, or confirm the proposal."
)
LONG = 300
"""Characters of what is wrong with a file."""
SHOWN = 40
"""Characters of a name in a sentence."""


def abilities(asked: Asked, mine: Callable[[str], bool], they_are: str = "you are") -> Can:
    """What chant takes from the reader now, or from another person.

    Args:
        asked: The question.
        mine: Whether a name is that person's.
        they_are: How a sentence about that person goes on.
    """
    refusals = dict(NEVER)
    acts: set[Act] = set()
    not_i = _not_counted(asked, mine, they_are)
    blocked = unanswerable(asked) or not_i
    answered = asked.state == ANSWERED
    refused = {
        Act.ANSWER: blocked or (ANSWERED_ALREADY if answered else None),
        Act.CONFIRM: blocked or (ANSWERED_ALREADY if answered else None if asked.state == PROPOSED else NOT_PROPOSED),
        Act.RETRACT: blocked
        or (NOT_ANSWERED if not answered else None if "retractions" in asked.holds else NO_RETRACTIONS),
    }
    for act, why in refused.items():
        if why is None:
            acts.add(act)
        else:
            refusals[str(act)] = why
    first = Act.RETRACT if answered and Act.RETRACT in acts else None
    kinds = KINDS
    if Act.CONFIRM not in acts and Act.ANSWER in acts:
        kinds, refusals[str(AuthorityKind.CONFIRMED)] = (AuthorityKind.PRINCIPAL,), NOT_PROPOSED
    return Can(frozenset(acts), kinds, refusals, first, words=False, confirms=Act.CONFIRM in acts)


def unanswerable(asked: Asked) -> str | None:
    """Why nobody can answer it as it stands; None when somebody can."""
    if not asked.question:
        return "The record cannot be read, so chant takes no answer to it. Mend the file."
    if why := held_up(asked):
        return why
    if asked.lacks:
        copy = one_line(seam.text(asked.whole, "copy") or "", LONG)
        why = older_copy.is_older(copy, [one_line(each, SHOWN) for each in asked.lacks], "this record")
        return f"{why[0].upper()}{why[1:]}. {older_copy.MEND}: chant takes no answer to it until then."
    if not asked.valid:
        return "The record does not fit the workspace's schema, so chant takes no answer to it. Mend the file."
    if not asked.point:
        name = one_line(seam.text(asked.question, "point") or "", SHOWN)
        return f"The workspace does not declare the point {name} now, so chant takes no answer to it."
    return None if asked.candidates else "The record lists nothing that could be answered. Mend the file."


def held_up(asked: Asked) -> str | None:
    """Why nobody can answer it before a file beside its record is mended; None when none has to be."""
    if asked.twin is not None:
        other = one_line(asked.twin, LONG)
        return f"The file {other} bears the same id, so chant answers neither. Take one of the two files out."
    if asked.unread is not None:
        why = one_line(asked.unread, LONG).rstrip(".")
        return f"A file of the workspace cannot be used now: {why}. chant takes no answer until it is mended."
    return None


def waits_all_the_same(asked: Asked, mine: Callable[[str], bool]) -> bool:
    """Whether it is the reader's to answer, and nothing but another file than its record stands in the way."""
    open_ = asked.valid and asked.state != ANSWERED and bool(asked.candidates) and not asked.undeclared
    return open_ and held_up(asked) is not None and _not_counted(asked, mine, "") is None


def abilities_of(asked: Asked, name: str) -> Can:
    """What chant takes from a person of that name now."""
    who = seam.person(name)
    return abilities(asked, lambda other: seam.person(other) == who, f"{one_line(name, SHOWN)} is")


def not_counted(asked: Asked, name: str) -> str | None:
    """Why chant does not count this person among those who answer; None when it does."""
    who = seam.person(name)
    if not who:
        return "chant counts people by name, and this one has none."
    return _not_counted(asked, lambda other: seam.person(other) == who, f"{one_line(name, SHOWN)} is")


def _not_counted(asked: Asked, is_them: Callable[[str], bool], they_are: str) -> str | None:
    """Asks about every name: whether an answer depends on who reads must not depend on the answer."""
    agent = _among(asked.agents, is_them)
    steward = asked.steward is not None and is_them(asked.steward)
    holders = [name for held in asked.holders.values() for name in held]
    holder = _among(holders, is_them)
    if agent:
        return agents_do_not_count(they_are)
    if steward:
        return f"Who asked does not count among those who answer, and {they_are} the steward that asked."
    if asked.roles and not holder:
        roles = " or ".join(one_line(each, SHOWN) for each in asked.roles)
        left_out = {seam.person(each) for each in (*asked.agents, asked.steward or "")}
        counting = [each for each in dict.fromkeys(holders) if seam.person(each) not in left_out]
        held = ", ".join(one_line(each, SHOWN) for each in counting[:5]) or "nobody who counts holds it"
        return f"Only holders of the role {roles} count here ({held}), and {they_are} none of them."
    return None


def agents_do_not_count(they_are: str) -> str:
    """The reason, for a person of whom a sentence says that they are one."""
    return f"Holders of the role agent do not count among those who answer here, and {they_are} one."


def _among(several: Iterable[str], is_them: Callable[[str], bool]) -> bool:
    return any([is_them(each) for each in several])


def refuses(asked: Asked, verdict: Verdict) -> str | None:
    """Why chant does not take this verdict, whatever the sheet allowed; None when it does.

    Args:
        asked: The question as it stands.
        verdict: With the name that it is to be recorded under.
    """
    match verdict:
        case Dismissal():
            return NEVER[Act.DISMISS]
        case Note():
            return NEVER[Act.NOTE]
        case SameAs():
            return NEVER[SAME_AS]
    by = verdict.by if isinstance(verdict, Retraction) else verdict.grounds.by
    if why := unanswerable(asked) or not_counted(asked, by):
        return why
    if verdict.note and "note" not in asked.holds:
        return NO_NOTE
    if isinstance(verdict, Answer) and (why := _answer(asked, verdict)):
        return why
    return order.unsayable(_order(asked, verdict, by))


def _order(asked: Asked, verdict: Answer | Retraction, by: str) -> order.Order:
    return order.Order(
        do=order.ANSWER if isinstance(verdict, Answer) else order.RETRACT,
        id=seam.text(asked.question, "id") or "",
        kind=seam.text(asked.whole, "kind") or "",
        answer=verdict.option if isinstance(verdict, Answer) else None,
        by=(by,),
        note=order.trimmed(verdict.note),
        retractions=0,
    )


def _answer(asked: Asked, answer: Answer) -> str | None:
    if answer.option is None or answer.option not in asked.candidates:
        return "chant takes one of the options that are on offer, and nothing else. Choose one; words go into the note."
    if answer.text.strip() not in ("", answer.option.strip()):
        return "chant keeps the option alone, and no words beside it. Put them into the note."
    proposed = asked.answer if asked.state == PROPOSED else None
    if proposed is not None and (answer.option == proposed) is not (answer.grounds.kind is AuthorityKind.CONFIRMED):
        if answer.option == proposed:
            return _AS_CONFIRMED
        return "That is not what the model proposes, so chant does not record it as confirmed."
    if proposed is None and answer.grounds.kind is AuthorityKind.CONFIRMED:
        return NOT_PROPOSED
    return None

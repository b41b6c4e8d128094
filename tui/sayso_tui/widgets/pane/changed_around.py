"""What a verdict depends on beside the terms, as it was and as it is: inputs, who and how many, proposals, facts."""

from collections.abc import Callable, Iterable, Iterator

from sayso_client.decision import Decision, Event, Proposal, Recipient
from sayso_client.differences import ANSWERS
from sayso_client.text import one_line
from sayso_tui.widgets.pane.around import policy_words
from sayso_tui.widgets.pane.blocks import Block, Ink, Piece
from sayso_tui.widgets.pane.changed_words import Change, change_of, changed_words
from sayso_tui.widgets.proposal_view import answer_of, maker, provenance

_TOLD_ELSEWHERE = frozenset({*ANSWERS, "raised", "amended", "withdrawn", "voted"})
_DIGEST = 32
"""Characters from which hexadecimal digits alone are a digest: that says only that something else changed."""
_MOST = 60
"""Changes that are shown one by one."""
Texts = dict[str, str]
"""What identifies a thing → all that it says."""


def around(was: Decision, now_is: Decision, *, settled: bool = False) -> tuple[Change, ...]:
    """Every change beside the terms; empty when nothing that can be shown reads otherwise.

    Args:
        was: As it was on the screen.
        now_is: As it stands.
        settled: It was settled, taken back or withdrawn meanwhile, which is told by itself and changes much of the
            rest: only what the answer hangs on then.
    """
    if was.seen == now_is.seen:
        return ()
    found = [
        *_one("asks for", _asks_for, was, now_is),
        *_one("needs", lambda each: policy_words(each.policy), was, now_is),
        *_several("input", _inputs, was, now_is),
    ]
    if settled:
        return tuple(found)
    found += [
        *_several("who", _people, was, now_is),
        *_several("proposal", _proposals, was, now_is),
        *_several("said", _votes, was, now_is),
        *_several("happened", _events, was, now_is),
        *_several("beside", _facts, was, now_is),
        *_several("problem", lambda each: {text: text for text in each.problems}, was, now_is),
        *_several("more", _more, was, now_is),
    ]
    return tuple([each for each in found if not _is_digest(each)] or found)


def _parts(found: Iterable[Change]) -> list[str]:
    names = {
        "asks for": "what is asked for",
        "needs": "how many have to agree",
        "input": "what it was asked with",
        "who": "who may answer",
        "proposal": "what is proposed",
        "said": "what people said",
        "happened": "something was added",
        "beside": "what stands beside it",
        "problem": "what does not fit in it",
        "more": "what belongs to it",
    }
    return list(dict.fromkeys(names[each.label] for each in found))


def changed_around(found: Iterable[Change]) -> Iterator[Block]:
    """A heading, and both texts of each change."""
    if several := tuple(found):
        yield Block((Piece("! What stands beside the question changed:", Ink.WARN),))
        yield from changed_words(several)


def something_else(now_is: Decision, *, known: bool) -> Iterator[Block]:
    """That nothing which is shown differs, and where to look for what did.

    Args:
        now_is: As it stands.
        known: Whether it is held how it stood before.
    """
    if not known:
        told = "! It changed since; how it read then is not held here any more. This is how it reads now:"
        yield Block((Piece(told, Ink.WARN),))
        return
    yield Block((Piece("! Something else of it changed: nothing that is shown of it reads otherwise.", Ink.WARN),))
    yield Block((Piece(f"{_where(now_is)}This is all of it, as it stands now:", Ink.TEXT),))


def sayings(was: Decision, now_is: Decision) -> str:
    """What changed beside the terms, in one clause; empty when nothing that can be shown did."""
    return ", ".join(_parts(around(was, now_is)))


def _where(now_is: Decision) -> str:
    """The file that it stands in, where there is one."""
    facts = [fact for section in now_is.facts if section.title == "Record" for fact in section.facts]
    file = next((fact.value for fact in facts if fact.label == "file"), "")
    return f"It may be the spelling of {one_line(file, 200)}, or of its point; git diff shows both. " if file else ""


def _one(label: str, told: Callable[[Decision], str], was: Decision, now_is: Decision) -> Iterator[Change]:
    before, after = told(was), told(now_is)
    if before != after:
        yield change_of(label, before or None, after or None)


def _several(label: str, told: Callable[[Decision], Texts], was: Decision, now_is: Decision) -> Iterator[Change]:
    """By what identifies a thing; what is gone and what is new in its place stand together."""
    before, after = told(was), told(now_is)
    both = [name for name in before if name in after and before[name] != after[name]]
    gone = [text for name, text in before.items() if name not in after]
    new = [text for name, text in after.items() if name not in before]
    pairs: list[tuple[str | None, str | None]] = [(before[name], after[name]) for name in both]
    shared = min(len(gone), len(new))
    pairs += zip(gone[:shared], new[:shared], strict=True)
    pairs += [(text, None) for text in gone[shared:]] + [(None, text) for text in new[shared:]]
    for old, now in pairs[:_MOST]:
        yield change_of(label, old, now)
    if len(pairs) > _MOST:
        yield Change(label, None, f"{len(pairs) - _MOST:,} more that changed", None, complete=False)
    if not pairs and list(before) != list(after):
        yield change_of(label, ", ".join(before.values()), ", ".join(after.values()))


def _asks_for(decision: Decision) -> str:
    levels = ", ".join(decision.question.levels)
    return f"{decision.question.kind}: {levels}" if levels else str(decision.question.kind)


def _inputs(decision: Decision) -> Texts:
    return {
        each.name: f"{each.name}: {each.value}" + (f" ({each.description})" if each.description else "")
        for each in decision.inputs
    }


def _people(decision: Decision) -> Texts:
    people = [_person(each) for each in decision.recipients]
    to = [f"to {each}" for each in decision.to]
    cannot = [f"{act}: {why}" for act, why in decision.can.refusals.items() if act in ("answer", "confirm", "retract")]
    return {each: each for each in (*people, *to, *cannot)}


def _person(each: Recipient) -> str:
    return " · ".join(filter(None, (each.who, each.kind, each.status)))


def _proposals(decision: Decision) -> Texts:
    return {each.id: _proposal(each, decision) for each in decision.proposals}


def _proposal(each: Proposal, decision: Decision) -> str:
    said = answer_of(each, decision) or "no answer"
    spread = ", ".join(f"{name} {number:g}" for name, number in each.probabilities)
    numbers = (("P(true)", each.probability), ("score", each.score), ("confidence", each.confidence))
    told = [f"{name} {number:g}" for name, number in (*numbers, ("threshold", each.threshold)) if number is not None]
    texts = (spread, *told, each.reason or "", *(f"{name} {value}" for name, value in each.metadata), *each.problems)
    past = "" if each.current else "for former terms"
    return " · ".join(text for text in (said, maker(each), provenance(each), past, *texts) if text)


def _votes(decision: Decision) -> Texts:
    votes = [each for each in decision.votes if not each.beside]
    said = ((each, "take the answer back" if each.takes_back else each.what) for each in votes)
    told = {each.who: f"{each.who}: {what}" + (f" ({each.note})" if each.note else "") for each, what in said}
    claims = {each.id: f"{each.by or 'somebody'} says it was decided: {each.text}" for each in decision.claims}
    return {**told, **claims}


def _events(decision: Decision) -> Texts:
    told = [each for each in decision.history if each.what not in _TOLD_ELSEWHERE]
    return {f"{number} {_event(each)}": _event(each) for number, each in enumerate(told)}


def _event(each: Event) -> str:
    return f"{each.what}{f' by {each.by}' if each.by else ''}: {each.text}"


def _facts(decision: Decision) -> Texts:
    found: Texts = {}
    for section in decision.facts:
        for number, fact in enumerate(section.facts):
            badge = f" [{fact.badge}]" if fact.badge else ""
            name = f"{section.title}, {fact.label.strip()}"
            key = name if name not in found else f"{name} {number}"
            found[key] = f"{name}: {fact.value}{badge}"
    return found


def _more(decision: Decision) -> Texts:
    found = {
        "title": decision.title,
        "subject": decision.subject,
        "project": decision.project,
        "asked by": decision.asked_by,
        "asked on": str(decision.asked_at) if decision.asked_at else None,
        "links": ", ".join(decision.links),
        "related": ", ".join(map(str, decision.relations)),
        "at its due time": str(decision.due_effect),
    }
    return {name: f"{name}: {value}" for name, value in found.items() if value}


def _is_digest(change: Change) -> bool:
    return any(
        len(word) >= _DIGEST and not set(word) - set("0123456789abcdef")
        for word in (change.now_is or change.was or "").split()
    )

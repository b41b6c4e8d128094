"""What changed between a decision as it was read and as it stands now, in one line."""

from datetime import date, datetime

from sayso_client.decision import Decision, Event, State
from sayso_client.me import Me
from sayso_tui.widgets.pane.blocks import Line
from sayso_tui.widgets.pane.settlement import grounds, outcome_words
from sayso_tui.widgets.pane.when import ago
from sayso_tui.widgets.pane.whose import FromHere, Whose, nothing_from_here, whose

NOBODY = Me()
"""A reader without a name."""


def what_changed(
    before: Decision,
    now_is: Decision,
    now: datetime,
    me: Me = NOBODY,
    from_here: FromHere = nothing_from_here,
) -> str:
    """Such as "amended 5 s ago: now revision 2"; empty when nothing did that matters for an answer.

    Args:
        before: As it was read.
        now_is: As it stands.
        now: Aware, in the reader's own zone.
        me: Who I am in its store, so that what is mine is called mine.
        from_here: Tells whether what stands went out from here, so that it is not called somebody else's.
    """
    settled, was = now_is.settlement, before.settlement
    if settled is not None and (was is None or was.id != settled.id):
        who = _text(grounds(settled))
        from_whom = whose(settled, now_is, me, from_here)
        told = f"answered {from_whom}{_when(settled.at, now)}: {outcome_words(settled, now_is)}"
        own_word = settled.authority is not None and settled.authority.by == me.name
        return told if from_whom is Whose.ME and own_word else f"{told} · {who}"
    if settled is None and was is not None:
        return f"the answer was taken back{_when(_last(now_is, 'retracted'), now)}"
    if now_is.state is State.WITHDRAWN and before.state is not State.WITHDRAWN:
        return f"withdrawn by the asker{_when(_last(now_is, 'withdrawn'), now)}"
    if now_is.terms_rev != before.terms_rev or _terms(now_is) != _terms(before):
        rev = "" if now_is.terms_rev is None else f": now revision {now_is.terms_rev}"
        parts = _parts(before, now_is)
        return f"amended{_when(_last(now_is, 'amended'), now)}{rev}" + (f" ({', '.join(parts)})" if parts else "")
    if len(now_is.proposals) != len(before.proposals):
        return "a proposal came in" if len(now_is.proposals) > len(before.proposals) else "a proposal was taken back"
    if len(now_is.claims) > len(before.claims):
        return "somebody says that you already decided"
    if before.seen == now_is.seen:
        return ""
    # Imported where something changed: the first frame needs none of it.
    from sayso_tui.widgets.pane.changed_around import sayings

    beside = sayings(before, now_is)
    if now_is.state is not before.state or beside:
        return "it changed" + (f": {beside}" if beside else "")
    return ""


def _terms(decision: Decision) -> tuple[object, ...]:
    return (decision.text, decision.options, decision.working_assumption, decision.due)


def _parts(before: Decision, now_is: Decision) -> list[str]:
    names = ("the question", "the options", "the assumption", "the due time")
    return [name for name, a, b in zip(names, _terms(before), _terms(now_is), strict=True) if a != b]


def _last(decision: Decision, what: str) -> date | datetime | None:
    event: Event | None = next((each for each in reversed(decision.history) if each.what == what), None)
    return event.at if event else None


def _when(at: date | datetime | None, now: datetime) -> str:
    return f" {ago(at, now)}" if at else ""


def _text(line: Line) -> str:
    return "".join(piece.text for piece in line)

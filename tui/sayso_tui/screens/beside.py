"""What a sheet says of drafts: the one that is back, others of this sheet, and those being written elsewhere."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePosixPath

from sayso_client.decision import Act, Decision, State
from sayso_client.draft import Draft
from sayso_client.drafts import Elsewhere
from sayso_client.instants import instant
from sayso_client.text import one_line
from sayso_tui.widgets.pane.settlement import outcome_words
from sayso_tui.widgets.pane.when import ago

_DOING = {
    Act.ANSWER: "an answer",
    Act.CONFIRM: "a confirmation",
    Act.DISMISS: "a dismissal",
    Act.RETRACT: "a retraction",
    Act.NOTE: "a note",
}


def returned(kept: Draft, decision: Decision, now: datetime) -> str:
    """That a draft is back, and what became of the decision since it was written.

    Args:
        kept: As it was on the disk.
        decision: As it stands on the screen.
        now: Aware.
    """
    age = f" of {ago(kept.at, now)}" if kept.at else ""
    rev = decision.terms_rev
    older = f", written against revision {kept.terms_rev}; this is revision {rev}" if kept.terms_rev != rev else ""
    return f"Your draft{age} is back{older}. {_meanwhile(kept, decision)}".strip()


def _meanwhile(kept: Draft, decision: Decision) -> str:
    """What happened to the decision, apart from a new revision; empty when nothing did."""
    if kept.seen == decision.seen:
        return ""
    settled = decision.settlement
    if settled is not None and settled.at is not None and kept.at is not None and instant(settled.at) > kept.at:
        return f"Meanwhile it was settled: {one_line(outcome_words(settled, decision), 60)}."
    if decision.state is State.WITHDRAWN:
        return "Meanwhile the asker withdrew it."
    return "" if kept.terms_rev != decision.terms_rev else "Meanwhile the decision changed: read it again."


def beside(elsewhere: Sequence[Elsewhere], others: int, key: str) -> str:
    """Who else writes about this decision, and how many more drafts of this sheet there are; empty when neither.

    Args:
        elsewhere: In other running inboxes.
        others: Left by inboxes that have ended, or set aside.
        key: The key that shows another one.
    """
    sentences = []
    if others:
        sentences.append(f"{'Another draft is' if others == 1 else f'{others} other drafts are'} kept here: {key}.")
    if elsewhere:
        where = ", ".join(dict.fromkeys(f"{_DOING[each.act]} at {_place(each)}" for each in elsewhere[:3]))
        more = f" and {len(elsewhere) - 3} more" if len(elsewhere) > 3 else ""
        sentences.append(f"Also being written elsewhere: {where}{more}. Each keeps its own words.")
    return " ".join(sentences)


def _place(inbox: Elsewhere) -> str:
    terminal = PurePosixPath(inbox.terminal)
    name = "/".join(terminal.parts[-2:]) if len(terminal.parts) > 2 else f"process {inbox.pid}"
    return one_line(f"{name} on {inbox.host}" if inbox.host else name, 40)

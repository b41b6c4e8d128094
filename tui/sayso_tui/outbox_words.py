"""What stands in the outbox, in words: for the pane, the sheets, the lines and the command line."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sayso_client.around import agreeing
from sayso_client.decision import Decision
from sayso_client.ledger.outbox import ON_ITS_WAY, Outgoing, Stage
from sayso_client.stores.health import Condition, Health
from sayso_client.text import one_line
from sayso_tui.widgets.pane.when import ago, clock

if TYPE_CHECKING:
    from sayso_client.inbox import StoreLine
    from sayso_client.sync.syncing import Synced

SAID = 200
"""Characters of what was said."""
_REACHED = frozenset({Condition.LIVE, Condition.POLLING, Condition.FILLING})
LOUD = frozenset({Stage.CONFLICT, Stage.REFUSED, Stage.LOST})
"""Stages of which something is wrong."""


def stage_words(one: Outgoing) -> str:
    """How far it has come, with the store: "queued for team"."""
    store = one_line(one.ref.store, 40)
    return {
        Stage.QUEUED: f"queued for {store}",
        Stage.SENDING: f"being sent to {store}",
        Stage.UNKNOWN: f"sent to {store}, no answer yet",
        Stage.WRITTEN: f"written to {store}",
        Stage.RECORDED: f"written to {store}",
        Stage.CONFLICT: f"not written: something came before it in {store}",
        Stage.REFUSED: f"refused by {store}",
        Stage.LOST: f"{store} does not hold it any more",
        Stage.UNSEEN: f"written to {store}, no longer visible with the token that you have there",
    }[one.stage]


def whose_words(one: Outgoing) -> str:
    """Who said it: I did, or somebody who asks from this machine."""
    return "You said" if one.verdict else "Asked here"


def said_words(one: Outgoing) -> str:
    """What was said, on one line."""
    return one_line(one.parcel.words, SAID)


def since_words(one: Outgoing, now: datetime) -> str:
    """Since when, and how often it was tried: "10:42, 5 min ago · tried 3 times, last 20 s ago".

    Args:
        one: What stands in the outbox.
        now: Aware, in the reader's own zone.
    """
    words = f"{clock(one.parcel.queued, now)}, {ago(one.parcel.queued, now)}"
    if not one.tries or one.tried is None:
        return words
    times = "once" if one.tries == 1 else f"{one.tries:,} times, last"
    return f"{words} · tried {times} {ago(one.tried, now)}"


def way_on(one: Outgoing, health: Health | None = None) -> str:
    """What happens next, or what can be done; a sentence.

    Args:
        one: What stands in the outbox.
        health: How its store is doing, as far as that is known.
    """
    store = one_line(one.ref.store, 40)
    condition = health.condition if health else Condition.STALE
    match one.stage:
        case Stage.SENDING if one.why:  # that a program still runs for it
            return f"What you say about other questions of {store} goes out meanwhile."
        case Stage.QUEUED | Stage.SENDING if condition is Condition.FAILING:
            return "Nothing is sent while that stands in the way; it is kept."
        case Stage.QUEUED | Stage.SENDING if condition is Condition.READ_ONLY:
            return f"Nothing is sent while {store} is read-only for you; it is kept."
        case Stage.QUEUED | Stage.SENDING if condition is Condition.STALE:
            return f"It is kept, and sent once {store} answers, also after a restart."
        case Stage.QUEUED | Stage.SENDING:
            return "It is sent by itself, also after a restart."
        case Stage.UNKNOWN:
            once = "" if condition in _REACHED else f" once {store} answers"
            return f"It is asked for again{once}, under the same id, so that it is never written twice."
        case Stage.CONFLICT:
            return "Both sides wait for you."
        case Stage.REFUSED:
            return "Nothing is sent again by itself. You can correct it, send it as it is, or drop it."
        case Stage.LOST:
            perhaps = "" if one.why else "Perhaps a backup was put back there. "
            return f"{perhaps}It is sent again only when you say so."
    return ""


def health_of(stores: "Sequence[StoreLine]", name: str) -> Health | None:
    """How the store of that name is doing."""
    return next((each.health for each in stores if each.name == name), None)


def why_words(one: Outgoing, health: Health | None) -> str:
    """Why it is not further: what was said about itself, else what is wrong with its store; raw, or nothing."""
    return one.why or (health.why if health and one.stage in ON_ITS_WAY and health.condition not in _REACHED else "")


def asked_words(store: str, found: "Synced | None") -> str:
    """What came of asking a store at once; a sentence."""
    name = one_line(store, 40)
    if found is None:
        return f"Nobody keeps in touch with {name} from here."
    if found.why:
        why = one_line(found.why, 400)
        return why if why.startswith(name) else f"{name}: {why}"
    left = f"; {found.waiting:,} in the outbox" if found.waiting else ""
    return f"{name} answers{left}." if found.up_to_date else f"{name} answers and is being read{left}."


def first_of(several: tuple[Outgoing, ...]) -> Outgoing | None:
    """The one to see to first: what I said, and of that what waits for me before what goes on by itself."""
    order = (Stage.CONFLICT, Stage.REFUSED, Stage.LOST, Stage.UNKNOWN, Stage.QUEUED, Stage.SENDING)
    found = [each for each in several if each.stage in order]
    return min(found, key=lambda each: (not each.verdict, order.index(each.stage), each.num), default=None)


def said_in_a_row(several: tuple[Outgoing, ...]) -> str:
    """The answer that was said, for a row of the list: without its ground, which the decision tells."""
    one = first_of(several)
    ground, _, answer = one.parcel.words.partition(": ") if one is not None else ("", "", "")
    return one_line(answer, SAID) if ground in _GROUNDS else ""


_GROUNDS = frozenset({"principal", "confirmed", "delegated", "attested"})


def waits_again(decision: Decision) -> str:
    """That what several people said was not taken, since not all of them count, and is here again."""
    needed, have = decision.policy.needed or 1, agreeing(decision.votes)
    gone = [one_line(each.who, 40) for each in decision.votes if each.why_void is not None]
    told = f" Not counted any more: {', '.join(gone[:5])}." if gone else ""
    return (
        f"{one_line(decision.ref.key, 60)}: nothing was written, since not all who said the same count. "
        f"{have} of {needed} so far; what was said is kept here.{told}"
    )

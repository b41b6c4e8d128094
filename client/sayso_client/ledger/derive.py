"""What the ledger derives from a decision: its line in the list, its place in each view, the words it is found by."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sayso_client import codec
from sayso_client.around import agreeing
from sayso_client.decision import Decision, Flag, Outcome, Proposal, State
from sayso_client.instants import instant
from sayso_client.kept_history import standing
from sayso_client.ledger import body
from sayso_client.ledger.askers import asker
from sayso_client.ledger.row_line import APART
from sayso_client.ledger.same_question import again
from sayso_client.ledger.search import folded
from sayso_client.ledger.sent import NOTHING, Sent
from sayso_client.rows import NEVER, Rank, Row, View
from sayso_client.vocabulary import IN_THE_OUTBOX

TITLE = 200
"""Longest title in a row, in code points; no screen shows more on one line."""

WORDS = 65_536
"""How much of a decision's text can be searched, in code points."""

_BEFORE, _BEYOND = "0000-12-31", "9999-12-32"
"""Times that UTC has no year for sort in front of and behind all others."""

VIEWS = (View.WAITING, View.PROPOSED, View.OPEN, View.CONTESTED, View.NOT_FROM_HERE, View.OUTBOX, View.SETTLED)
"""Views that have a column and an index of their own; View.ALL needs none."""


@dataclass(frozen=True, slots=True)
class Derived:
    """One row of the table `decision`, but for its number and revision."""

    due: str
    asked: str
    views: tuple[bool, ...]
    """In the order of VIEWS."""
    line: str
    """The row as JSON, but for what stands in columns."""
    words: str
    body: str
    ended: str
    asker: str
    """By what those who ask are told apart."""
    again: str
    """By what the same question, answered by the same one, is found; empty when no answer stands."""


def derive(decision: Decision, sent: Sent = NOTHING) -> Derived:
    """Everything that the tables hold of a decision.

    Args:
        decision: As its records make it; as such it is kept.
        sent: What is under way beside them, which its line and its place in the views tell.
    """
    shown = sent.upon(decision)
    due, asked = moment(decision.due), moment(_asked(decision))
    return Derived(
        due=due,
        asked=asked,
        views=tuple(_lists(view, shown) for view in VIEWS),
        line=codec.dumps(_row(shown, due, asked), without=APART),
        words=_words(decision),
        body=body.write(decision),
        ended=backwards(_ended(decision)),
        asker=asker(_asker(decision)),
        again=again(decision),
    )


def _asked(decision: Decision) -> date | datetime | None:
    """When it was asked. Where the store keeps days, those of one day stand in the order in which they came in."""
    at = decision.asked_at
    return at if at is None or isinstance(at, datetime) else decision.received_at or at


def _ended(decision: Decision) -> date | datetime | None:
    """When it was settled. Where the store keeps days, those of one day stand in the order of their writing."""
    settled = decision.settlement
    at = settled.at if settled else None
    return at if settled is None or at is None or isinstance(at, datetime) else settled.written_at or at


def moment(when: date | datetime | None) -> str:
    """A time as text that sorts: a day as it is, an instant in UTC; a day sorts in front of its own instants."""
    if when is None:
        return NEVER
    if not isinstance(when, datetime):
        return when.isoformat()
    try:
        return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
    except OverflowError:
        # Within hours of the calendar's edges, on the far side of them in UTC.
        return _BEYOND if when.year > 1 else _BEFORE


def backwards(when: date | datetime | None) -> str:
    """A time as text that sorts the latest first: the microseconds from then to beyond the last year."""
    if when is None:
        return NEVER
    passed = (instant(when) - _FIRST) // timedelta(microseconds=1)
    return f"{min(_END - passed, _END):018d}"


_FIRST = datetime.min.replace(tzinfo=UTC)
_END = 10**18 - 1
"""More microseconds than ten thousand years have."""

_OPEN = frozenset({State.OPEN, State.PROPOSED, State.ESCALATED, State.STALE})
_SETTLED = frozenset({State.DECIDED, State.DISMISSED, State.STALE})


def _lists(view: View, decision: Decision) -> bool:
    """Whether a view lists the decision."""
    match view:
        case View.WAITING:
            return decision.waiting
        case View.PROPOSED:
            return decision.waiting and _usable(decision) is not None
        case View.OPEN:
            return decision.state in _OPEN
        case View.CONTESTED:
            # Askers who contradict one another leave nothing to decide once it is answered.
            asked_twice = Flag.CONFLICT in decision.flags and (decision.waiting or decision.state in _OPEN)
            return asked_twice or Flag.CONTESTED in decision.flags
        case View.NOT_FROM_HERE:
            return Flag.NOT_FROM_HERE in decision.flags
        case View.OUTBOX:
            return bool(decision.flags & IN_THE_OUTBOX)
        case View.SETTLED:
            return decision.state in _SETTLED or decision.settlement is not None
        case View.ALL:
            return True


def _usable(decision: Decision) -> Proposal | None:
    """The newest proposal that says something about the terms in force."""
    return next((each for each in decision.proposals if each.usable), None)


def _probability(proposal: Proposal) -> float | None:
    """The number that stands for a proposal in one cell: that of the option it proposes, or P(true)."""
    if proposal.probability is not None:
        return proposal.probability
    return dict(proposal.probabilities).get(proposal.option or "")


def _row(decision: Decision, due: str, asked: str) -> Row:
    """The row, but for the number of its store and when it changed."""
    proposal = _usable(decision)
    settled = decision.settlement
    authority = settled.authority if settled else None
    kind = authority.kind if authority else None
    if settled and settled.outcome is Outcome.DISMISSED and kind:
        kind = f"dismissed, {kind}"
    votes = None
    if decision.policy.needed and decision.policy.needed > 1:
        votes = f"{agreeing(decision.votes)} of {decision.policy.needed}"
    return Row(
        ref=decision.ref,
        rank=Rank(due, asked, 0, decision.ref.key),
        state=decision.state,
        waiting=decision.waiting,
        title=decision.title[:TITLE],
        asked_by=_asker(decision),
        asked_at=decision.asked_at,
        due=decision.due,
        due_effect=decision.due_effect,
        terms_rev=decision.terms_rev,
        flags=decision.flags,
        confidence=proposal.confidence if proposal else None,
        probability=_probability(proposal) if proposal else None,
        sayings=_sayings(decision),
        votes=votes,
        settled_kind=kind,
        settled_by=(authority.by if authority else None) or (settled.settled_by if settled else None),
        settled_at=settled.at if settled else None,
        answer=_answer(decision),
    )


def _sayings(decision: Decision) -> int:
    """How many answers contradict one another."""
    if Flag.CONTESTED not in decision.flags:
        return 0
    return max(2, sum(each.what in ("decided", "dismissed", "retracted") for each in standing(decision.history)))


def _asker(decision: Decision) -> str | None:
    """Who asks; where the question itself does not say, whom the history names for it."""
    name = decision.asked_by
    if name is None:
        stand = reversed(standing(decision.history))
        name = next((each.by for each in stand if each.what in ("raised", "amended")), None)
    return name[:TITLE] if name else None


def _answer(decision: Decision) -> str | None:
    """What was decided, in the words of the options where it is one."""
    settled = decision.settlement
    if settled is None or settled.outcome is not Outcome.DECIDED:
        return None
    chosen = decision.option(settled.option)
    said = chosen.label if chosen else settled.text or settled.option or ""
    return said[:TITLE] or None


def _words(decision: Decision) -> str:
    """What a search looks through, one thing a line, folded: the text, all that a row shows of it, and the options.

    However long the text is, what the row shows is found.
    """
    settled = decision.settlement
    authority = settled.authority if settled else None
    told = [
        decision.ref.key,
        "" if decision.title in decision.text else decision.title,
        _asker(decision) or "",
        decision.subject or "",
        decision.project or "",
        _answer(decision) or "",
        ((authority.by if authority else None) or (settled.settled_by if settled else None) or "")[:TITLE],
    ]
    shown = "\n".join(each for each in told if each)
    parts = [decision.text[: max(WORDS - len(shown), 0)], shown]
    for option in decision.options:
        parts += (option.id, option.label)
    return folded("\n".join(each for each in parts if each), WORDS)

"""What a list of decisions is made of: rows, their order, and the question that picks them.

The default order is: overdue, due soonest, oldest asked, then (store, key). Since an overdue decision is one whose due
time is the earliest, one order by due time, asking time, store and key gives all four, without a clock.
Proposals never reorder. The settled view has the newest settlement first.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple, Protocol

from sayso_client.vocabulary import DueEffect, Flag, Ref, State

NEVER = "~"
"""Sorts behind every time."""


class Rank(NamedTuple):
    """A row's place in the order of a view; compares as the list is ordered."""

    first: str
    """When it is due, as an ISO day or UTC instant; in the settled view how long before the end of time it was settled.
    NEVER when that is not known."""
    asked: str
    """UTC instant; "~" when unknown."""
    store: int
    """The ledger's own number of the store, in the order in which stores were first seen."""
    key: str


class View(StrEnum):
    """Which decisions are listed. One of them is always in force; a text filter narrows it further."""

    WAITING = "waiting"
    PROPOSED = "proposed"
    OPEN = "open"
    CONTESTED = "contested"
    NOT_FROM_HERE = "not-from-here"
    """Settled in my name by no act of mine. Out of the way while there are none."""
    OUTBOX = "outbox"
    """Something that I said about it is not recorded in its store. Out of the way while there is nothing of that."""
    SETTLED = "settled"
    ALL = "all"

    @property
    def label(self) -> str:
        """Its name on the screen."""
        return self.value.replace("-", " ")

    @property
    def column(self) -> str:
        """Its name in the ledger."""
        return self.value.replace("-", "_")


def offered(counts: "Counts", present: View | None = None) -> tuple[View, ...]:
    """The views that the keys go through, in their order: those that are mostly empty only while they are not."""
    seldom = {View.NOT_FROM_HERE: counts.not_from_here, View.OUTBOX: counts.outbox}
    return tuple(view for view in View if seldom.get(view, 1) or view is present)


class By(NamedTuple):
    """Who asks."""

    name: str
    """Folded, as `sayso_client.ledger.askers.asker` gives it."""
    whole: bool
    """The name is just that; else it begins so."""


class Query(NamedTuple):
    """A view and a text filter: every word of `text` occurs in the question, options, key, asker or subject.

    A word `by:agent` or `by:"agent x"` in it names the asker (sayso_client/ledger/askers.py), and
    `is:contested` another view that must list it, or `is:lost` how what I said of it stands
    (sayso_client/ledger/standings.py).
    """

    view: View = View.WAITING
    text: str = ""
    store: str | None = None
    folds: bool = False
    """For people: without a text, what waits has the floods of an asker as one row each."""
    by: By | None = None
    """Only what these ask; set where the text is read."""
    also: tuple[View, ...] = ()
    """Only what these views list, too; set where the text is read."""
    flags: tuple[Flag, ...] = ()
    """Only what has all of these, which tell of the outbox; set where the text is read."""


class Row(NamedTuple):
    """One line of the list. Text is raw, cut to a length that no screen exceeds."""

    ref: Ref
    rank: Rank
    """Its place in every view but the settled one; see `rank_in`."""
    state: State
    waiting: bool
    title: str
    asked_by: str | None = None
    asked_at: date | datetime | None = None
    due: date | datetime | None = None
    due_effect: DueEffect = DueEffect.NONE
    terms_rev: int | None = None
    flags: frozenset[Flag] = frozenset()
    confidence: float | None = None
    """Of the newest usable proposal: its confidence, as given."""
    probability: float | None = None
    """Of the newest usable proposal: the probability of the option it proposes, or P(true), as given."""
    sayings: int = 0
    """How many settlements contradict one another, when contested."""
    votes: str | None = None
    """ "1 of 2" where several people must answer."""
    settled_kind: str | None = None
    settled_by: str | None = None
    settled_at: date | datetime | None = None
    answer: str | None = None
    """What was decided: the option's label, else the words; None while undecided and for a dismissal."""
    ended: str = NEVER
    """Sorts the settled view, the newest settlement first."""
    revision: int = 0
    """The ledger's change number when this row last changed."""
    folds: int = 0
    """So many decisions of one asker stand behind this line, which is none itself and has a `ref` that no store holds;
    0 for a decision."""

    def rank_in(self, view: View) -> Rank:
        """Its place in the order of that view."""
        return self.rank._replace(first=self.ended) if view is View.SETTLED else self.rank


class Counts(NamedTuple):
    """The numbers in the header, over all stores."""

    waiting: int = 0
    proposed: int = 0
    contested: int = 0
    not_from_here: int = 0
    outbox: int = 0
    total: int = 0
    to_see_to: int = 0
    """Of those in the outbox, where what I said goes no further before I see to it."""


class Rows(Protocol):
    """Windows of rows. Each call costs what it returns, not what the ledger holds."""

    def count(self, query: Query) -> int:
        """How many rows there are in all."""

    def after(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows behind `rank` in list order; from the top when None."""

    def before(self, query: Query, rank: Rank | None, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows in front of `rank`, in list order (the nearest is last); from the end when None."""

    def at(self, query: Query, index: int, limit: int) -> tuple[Row, ...]:
        """Up to `limit` rows from position `index`. For jumps by mouse; costs time linear in `index`."""

    def rows(self, refs: tuple[Ref, ...]) -> dict[Ref, Row]:
        """These rows as they stand now, whether or not any view lists them. One that is gone is absent."""

    def matching(self, query: Query, refs: tuple[Ref, ...]) -> frozenset[Ref]:
        """Which of these the query lists now."""

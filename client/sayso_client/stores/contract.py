"""What a store is to the rest of sayso: one door, the same for every kind.

A store knows one system's wire and rules. It turns what the system holds into `Decision` values and verdicts into the
system's own records. Nothing above it knows records.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from sayso_client.decision import Decision
from sayso_client.stores.health import Health
from sayso_client.verdict import Receipt, Verdict


@dataclass(frozen=True, slots=True)
class Held:
    """One object of a store as the ledger holds it."""

    raw: bytes
    """Byte for byte as it came."""
    value: object
    """The parsed JSON value; None when it cannot be parsed."""
    problems: tuple[str, ...] = ()
    """Why it cannot be read as a record at all; empty when it can."""
    received: datetime | None = None
    door: str | None = None
    """Who let it in: an origin such as "cli", or the name a server gave it."""
    seq: int = 0
    """Place in the order of arrival."""
    own: bool | None = None
    """Whether a process of mine wrote it by an act of mine; None where no book is kept of that."""
    alone: bool = False
    """No other object of its decision bears its id; False when nobody looked."""


@dataclass(frozen=True, slots=True)
class Append:
    """One more record of a store whose content only grows."""

    raw: bytes
    received: datetime | None = None
    door: str | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """The present version of one object, in stores that hold objects and not records."""

    key: str
    raw: bytes
    version: str


@dataclass(frozen=True, slots=True)
class Gone:
    """That object is no longer there."""

    key: str


@dataclass(frozen=True, slots=True)
class Reset:
    """The cursor means nothing any more: what follows is the whole content from its beginning."""


Change = Append | Replace | Gone | Reset


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a decision is projected: the names that count as mine in this store, and the store's label."""

    store: str
    mine: Callable[[str], bool]
    in_my_name: Callable[[str], bool] = field(default=lambda _: False)
    """Whether a settlement by that name speaks for me: a name of mine, or my assistant's."""


class Projection(Protocol):
    """A store kind's own reading of its objects. Pure: no clock, no disk."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        """The decision that these objects make, in whatever order they come."""

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        """The decision with one more object, or None when all of them must be read again.

        For what changes nothing but lists (notes, claims, relations, proposals) and for the usual answer, so that a
        decision with 20,000 records takes one more as cheaply as one with 20.
        """


class Store(Protocol):
    """One system's door."""

    @property
    def name(self) -> str:
        """The label in the stores bar and in `Ref.store`."""

    @property
    def kind(self) -> str:
        """local, http, postgres, chant or xema."""

    def health(self) -> Health:
        """How it is doing now."""

    async def submit(self, verdict: Verdict) -> Receipt:
        """Write the verdict, once, however often it is submitted.

        A verdict whose decision moved since it was on the screen is not written: the receipt says conflict and holds
        the decision as it stands.
        """

    async def resolve(self, verdict: Verdict) -> Receipt | None:
        """What became of a verdict whose receipt was lost; None when the store does not hold it."""


class Replicated(Store, Protocol):
    """A store whose content lives elsewhere and is followed by a cursor."""

    def changes(self, cursor: str | None) -> AsyncIterator[tuple[Change, str]]:
        """Each change with the cursor to keep in the same transaction; from the beginning when None."""

"""What a store is to the rest of sayso: one door, the same for every kind.

A store knows one system's wire and rules. It turns what the system holds into `Decision` values and verdicts into the
system's own records. Nothing above it knows records.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sayso_client.decision import Decision
from sayso_client.stores.health import Health
from sayso_client.vocabulary import Ref

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing
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
    """Whether a process of mine wrote it by an act of mine, or it was there before its store was first read from here.
    None where no book is kept of that."""
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

    async def submit(self, verdict: "Verdict", *, then: "Callable[[Writing], object] | None" = None) -> "Receipt":
        """Write the verdict, once, however often it is submitted.

        A verdict whose decision moved since it was on the screen is not written: the receipt says conflict and holds
        the decision as it stands.

        Args:
            verdict: What I decided.
            then: Done in the same transaction when the verdict is kept, now or before.
        """

    async def resolve(self, verdict: "Verdict") -> "Receipt | None":
        """What became of a verdict whose receipt was lost; None when the store does not hold it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who answers, and what it lets us do."""

    uuid: str
    """What the store is known by, for ever; the name is a label."""
    name: str
    """What it calls itself."""
    you: str | None = None
    """Who we are to it; None when it does not tell persons apart."""
    origins: frozenset[str] = frozenset()
    """The sides that we may write for: "requester", "agent", "principal"."""
    polls: bool = False
    """It can only be asked again and again, so news is as old as the last look."""
    prefix: str = ""
    """What the keys begin with that we may read; "" when that is all of them."""
    why_not: str | None = None
    """Why it takes no verdicts from us, with the way out; a sentence. None where it does, or where the key is why."""

    @property
    def can_write(self) -> bool:
        """Whether it takes the principal's verdicts from us."""
        return "principal" in self.origins


@dataclass(frozen=True, slots=True)
class Batch:
    """What came next, in the store's order. Without changes it is a sign of life."""

    changes: tuple[Change, ...]
    """A Reset only as the first of them."""
    cursor: str
    """Where to go on after all of these; kept in the same transaction as the last of them."""
    filling: int | None = None
    """Percent, while what was there before us is still being read; None once we are up to date."""
    shows: bool = False
    """While filling: everything that still waits for somebody is told with this, so the store may be shown by now."""
    whole: bool = False
    """The changes are all objects that there are: what else is held is gone, and what is held as it is stays."""
    why: str = ""
    """What is out of the usual there, though it can be read; sentences, or nothing. See `health.PARTLY`."""
    now: Hello | None = None
    """Who answers and what it lets us do, where that changes while we are connected; None while it is as greeted."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """What the outbox sends: frozen once, the same bytes and the same id for ever."""

    id: str
    """Of the record or verdict."""
    ref: Ref
    payload: bytes
    """What goes over the wire; of a store that holds records, the record's bytes."""
    seen: str
    """The token of the decision that it was said upon. "" when it holds whatever was said since: notes, asks."""
    words: str
    """For people, such as "principal: PostgreSQL"; raw foreign text may stand in it."""
    queued: datetime


@runtime_checkable
class Keyed(Protocol):
    """A wire that needs a key before it calls anybody."""

    @property
    def key_from(self) -> str:
        """Who is asked for it and may take a while, such as "command pass …"; empty when nobody is."""

    async def get_key(self) -> None:
        """Have it, and call nobody yet. Takes as long as whoever keeps it; cancelling ends what was started for it.

        Raises:
            StoreError: it cannot be had.
        """


@runtime_checkable
class Near(Protocol):
    """A wire to what lies on this machine: asking again disturbs nobody."""

    @property
    def again_s(self) -> float:
        """It is looked for at least so often, in seconds."""


@runtime_checkable
class ByProgram(Protocol):
    """A wire that has another program write, which can outlive this process."""

    @property
    def program(self) -> str:
        """What people call it."""

    @property
    def limit_s(self) -> float:
        """After so many seconds it is ended, while whoever started it lives."""

    async def send_by(self, parcel: "Parcel", lock: int) -> "Receipt":
        """As `Wire.send`.

        Args:
            parcel: What was said.
            lock: Descriptor of a locked file. The program inherits it, and is noted in it (`run_mark`). The caller may
                close it once this has ended, cancelled or not: a program that goes on then has its own.
        """


class Wire(Protocol):
    """The door of one system elsewhere. Only the sync uses it; it knows neither ledger nor decisions.

    Every error that its methods raise is a StoreError with a sentence for a person, which holds no secret. Cancelling
    any of them is safe at any point; a `send` that was cancelled counts as one without an answer.
    """

    @property
    def name(self) -> str:
        """The store's label."""

    @property
    def kind(self) -> str:
        """http, postgres, chant or xema."""

    @property
    def repeatable(self) -> bool:
        """Whether the same parcel sent twice is written once. Else a lost outcome is read back before sending again."""

    async def hello(self) -> Hello:
        """Who is there. Called before `changes`, at each connection."""

    def changes(self, cursor: str | None) -> AsyncIterator[Batch]:
        """Everything after the cursor, and what comes then, until it is cancelled or cut.

        A batch, if only an empty one, comes at least every 20 seconds: 30 seconds of silence count as a cut. A store
        that does not know the cursor begins with Reset. What comes twice is kept once.

        Args:
            cursor: As a batch had it; None for the beginning.
        """

    async def send(self, parcel: Parcel) -> "Receipt":
        """Hand it in: RECORDED (also when it was held already), CONFLICT or REFUSED.

        Raises:
            Unreachable: it was surely not written; worth trying later.
            OutcomeUnknown: nobody knows whether it was written.
            Denied: we are not let in; not written.
            WrongServer: that is not our store; not written.
        """

    async def resolve(self, parcel: Parcel) -> "Receipt | None":
        """What became of a parcel whose outcome was lost, by reading only; None when the store does not hold it."""

    async def another_key(self) -> bool:
        """After Denied: whether there is another key now than the one that was refused. Asks nobody but who keeps it.

        Never raises; a key that cannot be had is no other one.
        """

    async def close(self) -> None:
        """Let go of what is held open. Never raises."""

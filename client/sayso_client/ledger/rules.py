"""What a store kind gives the ledger: how its records are read, and how they become a decision."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.decision import Decision
from sayso_client.stores.contract import Projection

if TYPE_CHECKING:
    from sayso_client.around import Can
    from sayso_client.handoff.past_act import PastAct
    from sayso_client.stores.contract import Held
    from sayso_client.verdict import Verdict
    from sayso_client.vocabulary import Ref


@dataclass(frozen=True, slots=True)
class Entry:
    """A record on its way into the ledger, read by the door of its store."""

    raw: bytes
    value: object
    digest: bytes
    key: str | None
    """None when it cannot be read far enough to know; it is then kept, and belongs to no decision."""
    id: str | None
    problems: tuple[str, ...] = ()
    speaks: bool = False
    """It says that it comes from the principal side."""


Read = Callable[[bytes], Entry]
"""How a store kind reads the bytes of one record."""


@dataclass(frozen=True, slots=True)
class Coming:
    """One object on its arrival."""

    entry: Entry
    received: datetime
    door: str
    """Who let it in."""
    object: str | None = None
    """What it is known by where objects are replaced; None for a record."""
    version: str | None = None


class Packed(NamedTuple):
    """A verdict as it goes over the wire."""

    payload: bytes
    words: str
    """What it says, for people."""


Find = Callable[[Sequence[str]], Sequence[object]]
"""Ids → the parsed objects of those that are held in the decision."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a store kind gives the ledger: how records are read, and how they become a decision.

    The rest is for kinds of stores elsewhere. All of it is pure.
    """

    read: Read
    projection: Projection
    pack: "Callable[[Verdict, Decision, Find], Packed] | None" = None
    """Makes of a verdict what the store understands. Raises InvalidRecord when something is missing."""
    says: "Callable[[object, Verdict], bool]" = lambda held, verdict: False
    """Whether an object that is held under the verdict's id is what the verdict became."""
    door: Callable[[Mapping[str, object]], Entry] | None = None
    """Holds a requester's record to the rules; None where requesters do not write through us. Raises InvalidRecord."""
    keepable: Callable[[Coming], bool] = lambda coming: True
    """Whether the ledger can hold an object at all."""
    asks: Callable[[object, Decision], bool | None] = lambda said, decision: None
    """Whether what an asker wants to raise is what the decision asks already (True), or is in other words (False); None
    when nothing is raised, or nothing is asked there."""
    refuses: "Callable[[Sequence[Held], Verdict], str | None]" = lambda held, verdict: None
    """Why the store would not take a verdict upon these objects, beyond what the decision itself says; a sentence."""
    can: "Callable[[Sequence[Held], str], Can | None]" = lambda held, name: None
    """What the store takes upon these objects from the person of that name, who need not be the reader; None where that
    depends on no name."""
    counts: "Callable[[Sequence[Held], str], bool] | None" = None
    """Whether this person is counted upon these objects, where several have to answer alike and the store takes them
    all at once; None where it keeps what each of them says."""
    person: Callable[[str], str] = lambda name: name
    """By what people are told apart: two spellings of one person give the same."""
    past: "Callable[[Ref, object], PastAct | None]" = lambda ref, said: None
    """What was sent as an act of mine, where stores do not take Handoff records."""
    remembers: Callable[[Entry, Callable[[], bytes | None]], Entry] = lambda entry, before: entry
    """What is kept of an object that came while a part of it could not be read: that part as it is held. Given the
    object, and what gives the bytes that are held of it."""
    holds: Callable[[bytes, object], bool | None] | None = None
    """Whether an object shows what was sent, given the bytes that were: that it stands there, or what became of it;
    None when it cannot be told. No such rule where what was sent is found again as it was."""
    stands: Callable[[bytes, object], bool] | None = None
    """Likewise, whether what was sent is the very answer that stands in the object."""

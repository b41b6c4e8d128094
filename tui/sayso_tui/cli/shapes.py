"""The JSON documents that are no value of the read model, member by member. The published schemas are made from them.

Types say what may stand there, the texts below them what it means. Nothing is built from these classes; a test
validates what each verb prints.
"""

from dataclasses import dataclass
from datetime import datetime

from sayso_client.decision import Decision
from sayso_client.ledger.checkup.facts import Facts
from sayso_client.ledger.checkup.finding import Topic
from sayso_client.ledger.outbox import Stage
from sayso_client.rows import Row
from sayso_client.verdict import ReceiptKind


@dataclass(frozen=True)
class Receipt:
    """What became of an answer, a confirmation, a dismissal, a retraction or a same-as."""

    receipt: ReceiptKind
    store: str
    key: str
    id: str
    """Of the record, also when it was not written."""
    sentence: str
    decision: Decision | None
    """As it stands now."""


@dataclass(frozen=True)
class Change:
    """One thing that happened to a decision."""

    seq: int
    """Grows with each change and is never used again; --since takes it."""
    store: str
    key: str
    what: str
    """raised, amended, withdrawn, decided, dismissed, retracted, claimed, note, proposed, related, invalid or other."""
    id: str | None
    """Of the record."""
    text: str
    """The beginning of what was said, on one line."""
    by: str | None
    at: datetime | None
    """The record's own word."""
    received: datetime | None
    """When it came in here."""
    door: str | None
    """Through which door it came in."""
    now: Row | None
    """The decision as it stood when this was printed; null when it is no longer held."""


@dataclass(frozen=True)
class Refused:
    """A line of an import that could not be kept."""

    line: int
    """From 1."""
    reason: str


@dataclass(frozen=True)
class Import:
    """What became of an import."""

    store: str
    new: int
    known: int
    """Held already."""
    invalid: int
    """Among the new ones: kept, shown, and without effect."""
    refused: tuple[Refused, ...]


@dataclass(frozen=True)
class Source:
    """Who said what a setting is."""

    kind: str
    """default, file or variable."""
    variable: str | None
    line: int | None
    """In the file, from 1."""


@dataclass(frozen=True)
class Setting:
    """One setting in force."""

    name: str
    """Such as me.name, keys.ACTION, store[1].name."""
    value: str | bool | tuple[str, ...] | None
    source: Source


@dataclass(frozen=True)
class Config:
    """Every setting in force. Of a secret only where it is kept is among them."""

    file: str
    found: bool
    """Whether the file is there."""
    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class Store:
    """One place where decisions live."""

    name: str
    kind: str
    where: str | None
    """The url or the socket; null where it is local, or cannot be used."""
    me: str | None
    """Who I am there, when the configuration says so."""
    key: str | None
    """Where its key is kept. Never the key."""
    usable: bool
    """False when its section is wrong; config check says why."""
    uuid: str | None
    """What it is known by, whatever its name; null before it was ever reached or written to."""
    decisions: int
    """Held here."""
    drafts: int
    waiting: int
    """So much of what I said is not recorded there yet."""
    unseen: int
    """So much of what I said was recorded there, and is no longer visible with the key that I have now."""
    condition: str | None
    """Of a store elsewhere, as it was last seen: live, polling, filling, no news, read-only or failing."""
    why: str
    """A sentence when it is not live."""
    heard: datetime | None
    """When it was last heard."""


@dataclass(frozen=True)
class Stores:
    """Every store, in the order of the configuration."""

    stores: tuple[Store, ...]


@dataclass(frozen=True)
class StoreCheck:
    """What works of a store, and what does not. Nothing was written."""

    store: str
    system: str
    """The kind of the store: local, http."""
    where: str | None
    answers: bool
    """It is there, is a decision store of our contract, and lets us in."""
    reads: bool
    """What it holds can be read."""
    follows: bool
    """News comes by itself."""
    writes: tuple[str, ...]
    """What may be written there: requester, agent, principal."""
    you: str | None
    """Who I am to it."""
    prefix: str
    """What the keys that it lets us see begin with."""
    uuid: str | None
    same: bool | None
    """Whether it is the store that was subscribed to; null when none was yet."""
    records: int | None
    """That it holds."""
    trouble: str
    """What does not work, in a sentence; empty when all does."""


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with the configuration."""

    setting: str
    """Such as me.name, or the variable; empty for the whole file."""
    sentence: str
    file: str | None
    line: int | None
    """From 1."""
    column: int | None
    """From 1."""
    stops_writing: bool
    """Who decides, or where it is written, is in doubt until it is mended."""
    store: str | None
    """When given, only writing to this store stops."""


@dataclass(frozen=True)
class ConfigCheck:
    """Everything that is wrong with the configuration."""

    file: str
    found: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Which:
    """A decision by its name."""

    store: str
    key: str


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with the ledger, or that its owner should know."""

    topic: Topic
    wrong: bool
    sentence: str
    command: str | None
    """What mends it."""
    decisions: tuple[Which, ...]


@dataclass(frozen=True)
class LeftDraft:
    """A draft that no running inbox shows."""

    store: str
    key: str
    act: str
    held: bool
    """Whether its decision is held: then its sheet brings it back."""
    at: str | None
    length: int
    """Code points that were typed."""
    text: str = ""
    """Only with --drafts."""


@dataclass(frozen=True)
class Doctor:
    """How the ledger is doing."""

    ledger: str
    well: bool
    findings: tuple[Finding, ...]
    facts: Facts | None
    drafts: tuple[LeftDraft, ...]


@dataclass(frozen=True)
class Token:
    """Who may come to a served store from elsewhere, and what they may write there."""

    store: str
    name: str
    origins: tuple[str, ...]
    """Among requester, agent and principal."""
    prefix: str
    """Only decisions whose key begins so; empty for all of them."""
    assistant: str | None
    """Who its delegated and attested settlements may name."""
    mandates: tuple[str, ...]
    """Under which delegated ones may stand."""
    asked: bool
    """The principal was asked at a terminal before it was granted."""
    made: datetime | None


@dataclass(frozen=True)
class Outgoing:
    """Something that was said to a store elsewhere and is not recorded there."""

    number: int
    """In the outbox; never used again."""
    store: str
    key: str
    id: str
    """Of the record."""
    stage: Stage
    """queued, sending and unknown go on by themselves; conflict, refused and lost wait for the principal."""
    principal: bool
    """It is a verdict of the principal; else what a requester or an agent said."""
    said: str
    queued: datetime
    tried: datetime | None
    """When it was last sent."""
    tries: int
    why: str
    """What the store said, or why there is no answer yet; a sentence, or empty."""


@dataclass(frozen=True)
class Sync:
    """What came of one look at a store elsewhere."""

    store: str
    up_to_date: bool
    """All that it holds has been read."""
    on_its_way: int
    """So much is sent as soon as that is possible."""
    waiting: int
    """So much waits for the principal: conflicts, refusals, what the store lost."""
    why: str
    """What stood in the way; a sentence, or empty."""


@dataclass(frozen=True)
class Backup:
    """A copy that was made of the ledger."""

    ledger: str
    file: str
    bytes: int

"""The documents of stores, and of what is said to those elsewhere, member by member."""

from dataclasses import dataclass
from datetime import datetime

from sayso_client.ledger.outbox import Stage


@dataclass(frozen=True)
class Store:
    """One place where decisions live."""

    name: str
    kind: str
    where: str | None
    """The url, the socket or the folder; null where it is local, or cannot be used."""
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
    """The kind of the store: local, http, chant."""
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
    hindrances: tuple[str, ...] = ()
    """Why what I decide is not written there now, or not all of it, a sentence each; none when all is."""


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
    note: str | None
    """What the principal wrote beside it."""
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

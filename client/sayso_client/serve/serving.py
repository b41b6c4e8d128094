"""What is served, and all that the calls share."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso_client.decision import Decision
from sayso_client.ledger import chain
from sayso_client.serve.hub import Hub
from sayso_client.serve.reading import Reading
from sayso_client.stores.local import KIND

if TYPE_CHECKING:
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.ledger.writing import Writing

COMMENT_S = 15.0
"""Seconds after which a stream that had nothing to say says that it is still there."""

JsonObject = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Documents:
    """How a decision is told in JSON; the command line has it, since its documents are the published ones."""

    decision: Callable[[Decision], JsonObject]
    schema: JsonObject
    """The JSON Schema of that."""


@dataclass(frozen=True)
class Serving:
    """One local store that is being served."""

    ledger: "Ledger"
    name: str
    number: int
    uuid: str
    documents: Documents
    mandates: Mapping[str, str]
    """Id → text, from the server's settings."""
    only_here: bool
    """It listens on this machine alone: loopback or a Unix socket."""
    version: str
    comment_s: float
    reading: Reading
    hub: Hub
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Writers wait here and not on threads."""

    def close(self) -> None:
        """Close what was opened; the ledger is whose it was."""
        self.reading.close()


def begin(
    ledger: "Ledger",
    name: str,
    *,
    documents: Documents,
    mandates: Mapping[str, str],
    only_here: bool,
    version: str,
    comment_s: float = COMMENT_S,
    told: Callable[[int], None] = lambda _: None,
) -> Serving:
    """Get a store ready: it is made where there is none, and its chain is completed.

    Args:
        ledger: Open, and all derived rows of our version.
        name: The store's.
        documents: How decisions are told.
        mandates: Id → text.
        only_here: See `Serving`.
        version: Of sayso.
        comment_s: Seconds between two comments on a silent stream.
        told: Called with the percentage while the chain is completed for the first time.

    Raises:
        LedgerError: it cannot be written.
    """

    def make(writing: "Writing") -> tuple[int, str, int | None]:
        number = writing.store(name, KIND)
        (uuid,) = writing.db.execute("SELECT uuid FROM store WHERE num = ?", (number,)).fetchone()
        return number, uuid, chain.complete(writing, number)

    number, uuid, percent = ledger.write_now(make)
    while percent is not None:
        told(percent)
        number, uuid, percent = ledger.write_now(make)
    reading = Reading(ledger.path)
    hub = Hub(ledger, reading, number)
    return Serving(ledger, name, number, uuid, documents, mandates, only_here, version, comment_s, reading, hub)

"""What a look at the ledger brings to light."""

from dataclasses import dataclass
from enum import StrEnum

from sayso_client.vocabulary import Ref


class Topic(StrEnum):
    """What was looked at."""

    FILE = "file"
    VERSION = "version"
    SEARCH = "search"
    DERIVED = "derived"
    COUNTERS = "counters"
    MODES = "modes"
    DRAFTS = "drafts"
    OUTBOX = "outbox"
    CHAIN = "chain"
    STORES = "stores"
    PLACE = "place"
    ROOM = "room"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or that the principal should know."""

    topic: Topic
    sentence: str
    """What was found, what it means, what to do."""
    wrong: bool = True
    """False for what is only worth knowing."""
    command: str | None = None
    """A command line that mends it, quoted for a shell."""
    decisions: tuple[Ref, ...] = ()
    """Which are meant; the first of them when there are many."""


MOST = 20
"""So many decisions are named in a finding."""

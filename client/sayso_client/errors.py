"""Every error that a caller of this package may meet.

SaysoError
   |- InvalidRecord      a record that cannot be kept as what it says it is; `problems`, a phrase each
   |- Incomplete         a draft that cannot be recorded yet; `field`, the field to fill
   |- NotFound           no such decision, proposal or store
   |- Ambiguous          more than one thing fits the name that was given
   |- RefusedByRule      a rule of the store or of sayso says no; nothing was written
   |  `- OverLimit       more than a door takes from one asker; `limit` says of what
   |- Conflict           it moved meanwhile, or the key is held with other terms; nothing was written
   |- StoreError         a store elsewhere
   |  |- Unreachable     it does not answer, or not now; surely nothing was written; `retry_after` in seconds, or None
   |  |- OutcomeUnknown  something was sent and no answer came; it may or may not be written
   |  |- Denied          it does not let us in, or not to do this (401, 403); trying again is of no use
   |  `- WrongServer     what answers is not our store: no decision store, another contract, another uuid
   `- LedgerError        the ledger file itself
      |- LedgerBusy      another process holds the write lock for too long
      |- LedgerReadOnly  it can be read, not written
      |- LedgerFull      no room on the disk; nothing was written
      |- StoreRenamed    a store has another name since this process began, or was taken out; nothing was written
      `- LedgerUnusable  not a database, damaged, or not to be opened at all

The text of each (`str(error)`) is one sentence or two for a reader: what happened, what was kept, what to do.
It never holds a secret, and foreign text in it has passed `sayso_client.text.plain`.
"""

from collections.abc import Sequence
from typing import Literal


class SaysoError(Exception):
    """Something that sayso can explain to the person who uses it."""


class InvalidRecord(SaysoError):
    """A record that cannot be kept as what it says it is."""

    def __init__(self, sentence: str, problems: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.problems = tuple(problems)


class Incomplete(SaysoError):
    """A draft that cannot be recorded yet."""

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.field = field


class NotFound(SaysoError):
    """No such decision, proposal or store."""


class Ambiguous(SaysoError):
    """More than one thing fits the name that was given."""


class RefusedByRule(SaysoError):
    """A rule of the store or of sayso says no; nothing was written."""


class OverLimit(RefusedByRule):
    """More than a door takes from one asker; nothing was written."""

    def __init__(self, sentence: str, limit: Literal["asks", "bytes", "options"]) -> None:
        super().__init__(sentence)
        self.limit = limit


class Conflict(SaysoError):
    """It moved meanwhile, or the key is held with other terms; nothing was written."""


class StoreError(SaysoError):
    """Something is wrong with a store elsewhere, or on the way to it. The sentence names the store and the way out."""


class Unreachable(StoreError):
    """It does not answer, or not now; surely nothing was written."""

    def __init__(self, sentence: str, retry_after: float | None = None) -> None:
        """Say it.

        Args:
            sentence: For a reader.
            retry_after: Seconds until it wants to hear from us (RFC 9110, 10.2.3), or None.
        """
        super().__init__(sentence)
        self.retry_after = retry_after


class OutcomeUnknown(StoreError):
    """Something was sent and no answer came; it may or may not be written."""


class Denied(StoreError):
    """It does not let us in, or not to do this; trying again is of no use until somebody changes that."""


class WrongServer(StoreError):
    """What answers is not our store: no decision store at all, another contract, or another uuid. Nothing was sent."""


class LedgerError(SaysoError):
    """The ledger file itself cannot do what was asked."""


class LedgerBusy(LedgerError):
    """Another process holds the write lock for longer than we wait."""


class LedgerReadOnly(LedgerError):
    """The ledger can be read, not written."""


class LedgerFull(LedgerError):
    """There is no room on the disk; nothing was written."""


class StoreRenamed(LedgerError):
    """A store has another name since this process began, or was taken out; nothing was written."""


class LedgerUnusable(LedgerError):
    """Not a database, damaged, or a place where none can be."""

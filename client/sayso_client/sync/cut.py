"""Why a connection ended, how that is told, and when it is worth another try."""

from datetime import datetime
from typing import NamedTuple

from sayso_client.errors import Denied, LedgerError, StoreError, Unreachable, WrongServer
from sayso_client.stores.health import Condition, Health

WRONG_S = 300.0
"""So often it is looked whether our store answers again where something else did: a login page, an old certificate."""


class Cut(NamedTuple):
    """The end of one connection."""

    why: str
    """A sentence."""
    condition: Condition
    wait: float | None = 0.0
    """Seconds until the next try; 0 for a pause that grows with each failure, None until there is another key."""
    asked: float | None = None
    """Seconds that the store asked us to stay away, when it did."""

    def health(self, heard: datetime | None) -> Health:
        """What is told of the store. One that was never heard has nothing that could be stale.

        Args:
            heard: When it was heard last; None when it never was.
        """
        if self.condition is Condition.STALE and heard is not None:
            return Health(Condition.STALE, heard, self.why)
        return Health(Condition.FAILING, None, self.why)


def cut_by(error: StoreError | LedgerError) -> Cut:
    """What an error says about the connection that it ended."""
    match error:
        case Denied():
            # What is refused stays refused until there is another key.
            return Cut(str(error), Condition.FAILING, wait=None)
        case WrongServer():
            return Cut(str(error), Condition.FAILING, wait=WRONG_S)
        case Unreachable():
            return Cut(str(error), Condition.STALE, asked=error.retry_after)
    return Cut(str(error), Condition.FAILING)

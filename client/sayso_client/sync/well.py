"""What is told of a store that was just heard."""

from datetime import datetime

from sayso_client.stores.contract import Batch, Hello
from sayso_client.stores.health import Condition, Health
from sayso_client.text import one_line
from sayso_client.whole import in_a_row


def health_of(hello: Hello, batch: Batch, *, store: str, now: datetime, denied: str | None, unseen: int) -> Health:
    """How it is doing.

    Args:
        hello: What it last said of itself and of us.
        batch: What it last said of what it holds.
        store: Its label.
        now: Aware; it was heard then.
        denied: Why it let us read and not write just now; a sentence.
        unseen: How much that I said there is out of sight with what we may read now.
    """
    if batch.filling is not None:
        return Health(Condition.FILLING, percent=batch.filling)
    if denied is not None and (hello.can_write or hello.why_not is None):
        return Health(Condition.FAILING, now, denied)
    if not hello.can_write:
        why = hello.why_not or f"{one_line(store, 40)} takes no verdicts from you; your key is not one of a principal"
        return Health(Condition.READ_ONLY, now, in_a_row(batch.why, why))
    hidden = f"{unseen:,} of yours hidden from this token" if unseen else ""
    return Health(Condition.POLLING if hello.polls else Condition.LIVE, now, in_a_row(batch.why, hidden))

"""What was read of a points file before it could not be read any more: it stays, in what the ledger holds."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from sayso_client.ledger.rules import Entry
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import Asked


def remembered(entry: Entry, before: Callable[[], bytes | None], read: Callable[[bytes], Entry]) -> Entry:
    """A question with its point as it was read last, when the points file cannot be read now.

    Args:
        entry: The question as it came.
        before: Gives what is held of it; None when that is nothing.
        read: Reads an object.
    """
    now = Asked.of(entry.value)
    if now.unread is None or now.point or not now.question or (held := before()) is None:
        return entry
    then = Asked.of(read(held).value)
    if seam.text(then.question, "point") != seam.text(now.question, "point"):
        return entry
    if not then.point:
        if then.unread is not None and not then.undeclared:
            return entry
        whole: Mapping[str, object] = {**now.whole, "undeclared": True}
    else:
        version = seam.text(then.point, "version")
        question = {**now.question, "current": seam.text(now.question, "pointVersion") == version}
        roles = seam.mapping(then.whole, "roles")
        whole = {**now.whole, "question": question, "point": then.point, "roles": roles}
    return replace(read(json.dumps(whole, separators=(",", ":")).encode()), key=entry.key)

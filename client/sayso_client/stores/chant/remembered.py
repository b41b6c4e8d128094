"""What was read before of files that cannot be read any more: it stays, in what the ledger holds."""

import json
from collections.abc import Callable
from dataclasses import replace

from sayso_client.ledger.rules import Entry
from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import Asked

_TRUST = ("agents", "roles", "identified")


def remembered(entry: Entry, before: Callable[[], bytes | None], read: Callable[[bytes], Entry]) -> Entry:
    """A question with its point as it was read last, while the points file cannot be read; likewise who is trusted.

    Args:
        entry: The question as it came.
        before: Gives what is held of it; None when that is nothing.
        read: Reads an object.
    """
    now = Asked.of(entry.value)
    pointless = now.unread is not None and not now.point
    if not now.question or not (pointless or now.unasked) or (held := before()) is None:
        return entry
    then = Asked.of(read(held).value)
    if seam.text(then.question, "point") != seam.text(now.question, "point"):
        return entry
    known = {name: then.whole[name] for name in _TRUST if now.unasked and name in then.whole}
    if pointless:
        known |= _of_the_point(now, then)
    return replace(read(json.dumps({**now.whole, **known}, separators=(",", ":")).encode()), key=entry.key)


def _of_the_point(now: Asked, then: Asked) -> dict[str, object]:
    if not then.point:
        return {"undeclared": True} if then.unread is None or then.undeclared else {}
    current = seam.text(now.question, "pointVersion") == seam.text(then.point, "version")
    question = {**now.question, "current": current}
    return {"question": question, "point": then.point, "roles": seam.mapping(then.whole, "roles")}

"""For whom a decision waits: those whom its terms address, until the principal hands it over."""

from collections.abc import Callable, Iterable

from sayso_client.handoff.asker import names, ours
from sayso_client.handoff.history import EPOCH
from sayso_client.handoff.sifting import Held


def is_mine(to: tuple[str, ...], valid: Iterable[Held], mine: Callable[[str], bool]) -> bool:
    """Whether it is addressed to me or to nobody, and not handed over to somebody else (our reading).

    The newest hand-over of the principal side counts: a note with `sayso.to`. One back to me ends it, and so does an
    amendment after it, since then the asker says anew whom it concerns.
    """
    handed = None
    amended = EPOCH
    for each in valid:
        if each.type == "note" and each.origin == "principal":
            named = names(ours(each.record).get("to"))
            if named and (handed is None or (each.at, each.id, each.plain) > handed[0]):
                handed = (each.at, each.id, each.plain), named
        elif each.type == "amended":
            amended = max(amended, each.at)
    if handed is not None and handed[0][0] >= amended:
        to = handed[1]
    return not to or any(mine(each) for each in to)

"""What a chant workspace gives the ledger: how its objects are read, judged, and turned into what chant is told."""

import hashlib
import json
from collections.abc import Sequence

from sayso_client.around import Can
from sayso_client.ledger.rules import Entry, Rules
from sayso_client.stores.chant import counting, payload, seam, standing
from sayso_client.stores.chant.order import RETRACT, Order
from sayso_client.stores.chant.projection import ChantProjection
from sayso_client.stores.chant.remembered import remembered
from sayso_client.stores.chant.seam import Asked
from sayso_client.stores.contract import Held
from sayso_client.verdict import Verdict


def read(raw: bytes) -> Entry:
    """An object as the ledger takes it. Its key is the one that it goes by in the workspace."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return Entry(raw, None, hashlib.sha256(raw).digest(), None, None, ("it is no JSON",))
    return Entry(raw, value, hashlib.sha256(raw).digest(), None, seam.OBJECT)


def refuses(held: Sequence[Held], verdict: Verdict) -> str | None:
    """Why chant would not take this verdict now, as a sentence; None when it would."""
    return counting.refuses(Asked.of(held[-1].value), verdict) if held else None


def can(held: Sequence[Held], name: str) -> Can | None:
    """What chant takes from a person of that name upon this object; None when there is none."""
    return counting.abilities_of(Asked.of(held[-1].value), name) if held else None


def counts(held: Sequence[Held], name: str) -> bool:
    """Whether chant counts this person among those who answer."""
    return bool(held) and counting.not_counted(Asked.of(held[-1].value), name) is None


def holds(sent: bytes, found: object) -> bool | None:
    """Whether a question's record shows what chant was told, or how that was taken back; None when nobody can tell."""
    told = Order.of(sent)
    return None if told is None else standing.shows(told, Asked.of(found))


def stands(sent: bytes, found: object) -> bool:
    """Whether what chant was told is the answer that stands: shown, and not taken back since."""
    told, asked = Order.of(sent), Asked.of(found)
    if told is None or told.do == RETRACT or len(seam.listed(asked.question, "retractions")) > told.retractions:
        return False
    return standing.shows(told, asked) is True


RULES = Rules(
    read,
    ChantProjection(),
    payload.pack,
    remembers=lambda entry, before: remembered(entry, before, read),
    holds=holds,
    stands=stands,
    refuses=refuses,
    can=can,
    counts=counts,
    person=seam.person,
    past=payload.past_act,
)
"""For the ledger."""

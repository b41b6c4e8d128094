"""What keeps a person from answering in a workspace, as its files are now: known before anything is typed. No run."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sayso_client.stores.chant import counting
from sayso_client.stores.chant.seam import ANSWERED, Asked, person
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.stores.chant.source import Source
    from sayso_client.stores.chant.workspace import Workspace


class Hindrances(NamedTuple):
    """Reasons, a sentence each, plain."""

    all_of_it: tuple[str, ...] = ()
    """Why nothing is written there."""
    some_of_it: tuple[str, ...] = ()
    """Why not everything is."""


def of(found: "Workspace", name: str | None) -> Hindrances:
    """What a workspace takes no answers for.

    Args:
        found: As it is now.
        name: Whom chant is told that answers; None while nobody knows: then who counts is not looked at.
    """
    agent = name is not None and person(name) in map(person, found.ground.trust.agents)
    unread = [each for each in map(_unread, found.sources) if each]
    nothing = [counting.agents_do_not_count(f"{one_line(name or '', counting.SHOWN)} is")] if agent else []
    if not found.sources:
        nothing.append("No record kind of it holds answers.")
    if found.sources and len(unread) == len(found.sources):
        return Hindrances((*nothing, *unread))
    some = [*unread, found.broken, *map(_too_old, found.sources), *_of_questions(found, None if agent else name)]
    return Hindrances(tuple(nothing), tuple(filter(None, some)))


def _unread(source: "Source") -> str:
    """Why none of a kind's questions is answered before one of its files is mended."""
    reason = source.reason or (source.points.reason if source.points else None)
    if reason is None:
        return ""
    kind = one_line(source.declared.declared, 80)
    return f"No answer is taken to the questions of {kind}: {one_line(reason.message, counting.LONG).rstrip('.')}."


def _too_old(source: "Source") -> str:
    """What the schema copy of a kind cannot hold."""
    if source.schema is None or _unread(source):
        return ""
    what = {"note": "a note", "retractions": "a retraction"}
    missing = " or ".join(words for name, words in what.items() if name not in source.schema.holds)
    kind = one_line(source.declared.declared, 80)
    return f"The schema copy of {kind} is too old to hold {missing}, so none is written there." if missing else ""


def _of_questions(found: "Workspace", name: str | None) -> Iterator[str]:
    """Why some of the questions that are open are not answered, though their files can be read."""
    reasons: Counter[str] = Counter()
    count = 0
    for raw in found.objects().values():
        asked = Asked.of(json.loads(raw))
        if not asked.valid or asked.unread is not None or asked.state == ANSWERED:
            continue
        count += 1
        why = counting.unanswerable(asked) or (counting.not_counted(asked, name) if name else None)
        reasons.update([why] if why else [])
    for why, many in reasons.most_common():
        yield f"{many:,} of {count:,} open question{'' if count == 1 else 's'}: {why}"

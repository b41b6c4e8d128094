"""Whose question it is: told where a token changed what came in through another door.

A served store refuses that. An import, or a server that does not, may bring it all the same, and the fold of
decisions/0.3 knows nothing of doors: it takes the change as the asker's own.
"""

from collections.abc import Mapping, Sequence

from sayso_client.doors import RESERVED
from sayso_client.handoff.sifting import Held
from sayso_client.handoff.sorting import Arrival

_WHAT = {"raised": "asked again", "amended": "changed", "withdrawn": "withdrawn"}
_LONGEST_NAME = 80


def told(need: Sequence[Held], arrivals: Mapping[int, Arrival]) -> tuple[str, ...]:
    """A sentence for each other token and what it did; none where the doors say nothing.

    Args:
        need: The valid records of the asker's side.
        arrivals: id() of a record → how it came in.
    """
    came = [(arrivals[id(each.record)], each.type) for each in need if id(each.record) in arrivals]
    questions = [arrival for arrival, kind in came if kind == "raised"]
    if not questions:
        return ()
    asker = min(questions, key=lambda each: each.seq).door
    others = [
        (arrival.door, _WHAT[kind])
        for arrival, kind in came
        if arrival.door is not None and arrival.door != asker and arrival.door not in RESERVED and kind in _WHAT
    ]
    return tuple(
        f"It was {what} by {door[:_LONGEST_NAME]}, and asked by another: {(asker or 'nobody known')[:_LONGEST_NAME]}."
        for door, what in dict.fromkeys(others)
    )[:5]

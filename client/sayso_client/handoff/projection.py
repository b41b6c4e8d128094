"""Handoff decisions/0.3 as `Decision` values: the fold's state with all that a principal needs to decide.

Pure: no clock, no disk. The readings beyond the fold are ours and listed in docs/handoff.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sayso_client.decision import Decision
from sayso_client.handoff.extending import extend
from sayso_client.handoff.reading import Reading
from sayso_client.handoff.seen import Seen
from sayso_client.stores.contract import Held, Reader

__all__ = ["HandoffProjection", "Seen"]


@dataclass(frozen=True, slots=True)
class HandoffProjection:
    """How stores of Handoff records read them: records of decisions/0.3 and of sayso.proposals/0.1."""

    complete: bool = False
    """The store holds all that there is, so an id that is not held hides no fork."""

    def project(self, key: str, objects: Sequence[Held], reader: Reader) -> Decision:
        """The decision that these objects make, in whatever order they come. Time linear in them.

        Args:
            key: Which decision; objects of another key are left out.
            objects: No two of one content.
            reader: For whom.
        """
        return Reading(key, objects, reader, self.complete).decision()

    def extend(self, decision: Decision, more: Held, reader: Reader) -> Decision | None:
        """The decision with one more object, equal to what `project` makes of all; None when that cannot be told.

        Args:
            decision: As projected, for the same reader.
            more: Not among the objects that it was made of (no two of one content).
            reader: For whom.
        """
        return extend(decision, more, reader)

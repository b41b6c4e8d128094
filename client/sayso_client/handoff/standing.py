"""The flags of a Handoff decision, but for the one about unsafe text."""

from collections.abc import Sequence

from sayso_client.decision import Flag, Option
from sayso_client.handoff.lifecycle import State
from sayso_client.lookalike import look_alikes

_REPORTED = {
    "option_mismatch": Flag.MISMATCH,
    "option_unchecked": Flag.MISMATCH,
    "authority_incomplete": Flag.INCOMPLETE_AUTHORITY,
}
"""Report of the fold → the flag it raises when it is about a settlement that stands."""


def flags(
    state: State, options: Sequence[Option], *, exchanged: bool, strange: bool, invalid_beside_valid: bool
) -> frozenset[Flag]:
    """What a reader must be told besides the state.

    Args:
        state: The fold's.
        options: Of the terms in force.
        exchanged: The settlement was made upon other terms than those held under its revision.
        strange: A settlement in my name stands that no act of mine wrote.
        invalid_beside_valid: Records of both sorts are held.
    """
    told = {
        Flag.CONTESTED: state.conflict_answer,
        Flag.CONFLICT: state.conflict_need,
        Flag.TERMS_EXCHANGED: exchanged,
        Flag.NOT_FROM_HERE: strange,
        Flag.LOOK_ALIKE: len(options) > 1 and look_alikes(each.label for each in options),
        Flag.INVALID_RECORDS: invalid_beside_valid,
    }
    found = {flag for flag, holds in told.items() if holds}
    if state.settlement and state.reports:
        heads = set(state.heads_answer)
        for report in state.reports:
            code, _, name = report.partition(":")
            if code in _REPORTED and name in heads:
                found.add(_REPORTED[code])
    return frozenset(found)

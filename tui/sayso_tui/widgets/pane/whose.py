"""Whose a settlement is: mine, said here; in my name, from elsewhere; or somebody else's."""

from collections.abc import Callable
from enum import StrEnum

from sayso_client.decision import Decision, Flag, Settlement
from sayso_client.me import Me


class Whose(StrEnum):
    """From whom a settlement came."""

    ME = "by you"
    """In my name, and by an inbox or a command line of mine."""
    WITH_OTHERS = "by you and others"
    """In the names of several people who said the same, and mine is one of them."""
    IN_MY_NAME = "in your name, not from here"
    """Another machine of mine, or somebody who uses my name: nobody here can tell."""
    HERE = "from here"
    """In the names of others, and it went out from here."""
    OTHERS = "elsewhere"


FromHere = Callable[[Decision], bool]
"""Tells whether what stands in a decision went out from here; only asked where no name tells."""


def nothing_from_here(_: Decision) -> bool:
    """Where nobody knows what went out."""
    return False


def whose(settled: Settlement, decision: Decision, me: Me, from_here: FromHere = nothing_from_here) -> Whose:
    """From whom it came, by what is recorded here.

    Args:
        settled: What stands in the decision.
        decision: As it stands.
        me: Who I am in its store.
        from_here: See there.
    """
    # Imported here: hardly any name is compared.
    from sayso_client.lookalike import matches_name

    by = settled.authority.by if settled.authority else None
    names = [name for name in (me.name, *me.assistants) if name]
    if by is not None and any(matches_name(by, name) for name in names):
        return Whose.IN_MY_NAME if Flag.NOT_FROM_HERE in decision.flags else Whose.ME
    # Those of which the store tells; what is kept here of a decision has the id of its verdict.
    several = [each.who for each in decision.votes if each.id is None and each.what == settled.option]
    if any(matches_name(who, name) for who in several for name in names):
        return Whose.WITH_OTHERS
    return Whose.HERE if from_here(decision) else Whose.OTHERS

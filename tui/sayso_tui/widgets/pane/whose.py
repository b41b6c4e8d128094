"""Whose a settlement is: mine, said here; in my name, from elsewhere; or somebody else's."""

from enum import StrEnum

from sayso_client.decision import Decision, Flag, Settlement
from sayso_client.me import Me


class Whose(StrEnum):
    """From whom a settlement came."""

    ME = "by you"
    """In my name, and by an inbox or a command line of mine."""
    IN_MY_NAME = "in your name, not from here"
    """Another machine of mine, or somebody who uses my name: nobody here can tell."""
    OTHERS = "elsewhere"


def whose(settled: Settlement, decision: Decision, me: Me) -> Whose:
    """From whom it came, by what is recorded here.

    Args:
        settled: What stands in the decision.
        decision: As it stands.
        me: Who I am in its store.
    """
    # Imported here: hardly any name is compared.
    from sayso_client.lookalike import matches_name

    by = settled.authority.by if settled.authority else None
    names = (me.name, *me.assistants)
    if by is None or not any(name and matches_name(by, name) for name in names):
        return Whose.OTHERS
    return Whose.IN_MY_NAME if Flag.NOT_FROM_HERE in decision.flags else Whose.ME

"""Counting the people of a quorum."""

from chant_standin.failing import Failure
from chant_standin.points import Point
from chant_standin.trust import Trust, same


def count_people(names: list[str], point: Point, asked_by: str | None, trust: Trust, deed: str) -> list[str]:
    """Those of the names who count: each person once, in the order and spelling that came first.

    Args:
        names: As they were given.
        point: The point as it is declared now; its quorum holds, not the one of the record.
        asked_by: The steward that asked, if one did.
        trust: The policy.
        deed: "answer" or "retract an answer".

    Raises:
        Failure: quorum-not-met.
    """
    roles = point.quorum.get("roles", [])
    distinct: dict[str, str] = {}
    for name in names:
        if name.strip():
            distinct.setdefault(same(name), name.strip())
    left_out = {name: why for name in distinct.values() if (why := _not_counted(name, roles, asked_by, trust))}
    counted = [name for name in distinct.values() if name not in left_out]
    needed = point.quorum["count"]
    if len(counted) >= needed:
        return counted
    people = ("1 person" if needed == 1 else f"{needed} people") + (f" holding {', '.join(roles)}" if roles else "")
    have = f"{len(counted)} count{'s' if len(counted) == 1 else ''}"
    have += f" ({', '.join(counted)})" if counted else ""
    tail = "; not counted: " + "; ".join(f"{name}, {why}" for name, why in left_out.items()) if left_out else ""
    raise Failure("quorum-not-met", f"{point.name} needs {people} to {deed}, and {have}{tail}")


def _not_counted(name: str, roles: list[str], asked_by: str | None, trust: Trust) -> str | None:
    if asked_by is not None and same(name) == same(asked_by):
        return "who is the steward that asked"
    if trust.holds(name, "agent"):
        return "who holds the agent role"
    if roles and not any(trust.holds(name, role) for role in roles):
        return f"who holds none of the roles {', '.join(roles)}"
    return None

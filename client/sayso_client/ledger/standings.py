"""How a filter asks for where decisions stand: `is:contested`, `is:not-from-here` and whatever else is a view."""

import re
from collections.abc import Collection

from sayso_client.rows import View
from sayso_client.vocabulary import Flag

_IS = re.compile(r"(?:(?<=\s)|^)is:([a-z-]+)(?=\s|$)", re.IGNORECASE)
_KNOWN = {view.value: view for view in View if view is not View.ALL}


def split(text: str) -> tuple[tuple[View, ...], str]:
    """The views that a filter names, all of which must list a decision, and its other words.

    A name that is no view's stays among the words.
    """
    found = [_KNOWN[name] for each in _IS.findall(text) if (name := each.casefold()) in _KNOWN]
    rest = _IS.sub(lambda match: match[0] if match[1].casefold() not in _KNOWN else " ", text)
    return tuple(dict.fromkeys(found)), rest.strip() if found else text


def condition(also: tuple[View, ...]) -> str:
    """The condition on rows of `decision`."""
    return " AND ".join(f"{view.column} = 1" for view in also)


def flagged(flags: Collection[Flag]) -> str:
    """The condition on rows of `decision` that they have one of these flags. It reads each row: narrow them first."""
    told = ", ".join(f"'{each}'" for each in sorted(flags))
    has = f"EXISTS (SELECT 1 FROM json_each(decision.line, '$.flags') AS flag WHERE flag.value IN ({told}))"
    # What is damaged is told where it is shown.
    return f"CASE WHEN json_valid(decision.line) THEN {has} ELSE 0 END"

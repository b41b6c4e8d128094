"""How a filter asks for where decisions stand: `is:contested`, `is:not-from-here` and whatever else is a view."""

import re

from sayso_client.rows import View

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

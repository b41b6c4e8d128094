"""How a filter asks for where decisions stand: `is:contested`, `is:not-from-here` and whatever else is a view.

`is:lost`, `is:refused` and so on ask how what I said stands in the outbox.
"""

import re
from collections.abc import Collection

from sayso_client.rows import Query, View
from sayso_client.vocabulary import IN_THE_OUTBOX, Flag

_IS = re.compile(r"(?:(?<=\s)|^)is:([a-z-]+)(?=\s|$)", re.IGNORECASE)
_KNOWN = {view.value: view for view in View if view is not View.ALL}
_FLAGS = {flag.value: flag for flag in IN_THE_OUTBOX}


def split(query: Query) -> Query:
    """The query with the views and flags that its text names, all of which must be there, apart from its other words.

    A name that is neither stays among the words.
    """
    named = [each.casefold() for each in _IS.findall(query.text)]
    views = [_KNOWN[name] for name in named if name in _KNOWN]
    flags = [_FLAGS[name] for name in named if name in _FLAGS]
    if not views and not flags:
        return query
    rest = _IS.sub(lambda match: " " if match[1].casefold() in {*_KNOWN, *_FLAGS} else match[0], query.text)
    views += [View.OUTBOX] if flags else []
    return query._replace(text=rest.strip(), also=tuple(dict.fromkeys(views)), flags=tuple(dict.fromkeys(flags)))


def condition(query: Query) -> str:
    """The condition on rows of `decision`, of what `split` found."""
    views = [f"{view.column} = 1" for view in query.also]
    return " AND ".join([*views, *(flagged((flag,)) for flag in query.flags)])


def flagged(flags: Collection[Flag]) -> str:
    """The condition on rows of `decision` that they have one of these flags. It reads each row: narrow them first."""
    told = ", ".join(f"'{each}'" for each in sorted(flags))
    has = f"EXISTS (SELECT 1 FROM json_each(decision.line, '$.flags') AS flag WHERE flag.value IN ({told}))"
    # What is damaged is told where it is shown.
    return f"CASE WHEN json_valid(decision.line) THEN {has} ELSE 0 END"

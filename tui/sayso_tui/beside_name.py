"""Words about a store where its name stands already."""

import re

from sayso_client.text import one_line


def without(name: str, why: str) -> str:
    """The sentence without the store's own name and place in front; raw, as it came.

    Args:
        name: Of the store.
        why: A sentence about it, such as "work cannot be read now." or "team (https://…): …".
    """
    found = re.match(rf"{re.escape(one_line(name, 40))}(?: \([^()]*\))?(?::|(?= ))\s*", why)
    return why[found.end() :] if found else why

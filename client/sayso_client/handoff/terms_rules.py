"""What terms must be: the question, its options, the working assumption, the due day (decisions/0.3, definitions)."""

import re
from collections.abc import Callable
from datetime import date

from sayso_client.handoff.vocabulary import filled, is_object, quoted

Say = Callable[[str], None]
"""Takes one phrase about what is wrong."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def check_terms(terms: object, say: Say) -> None:
    """Say all that is wrong with the terms of a raised or an amended. Any JSON value may be asked about."""
    if not is_object(terms):
        say("it has no terms")
        return
    if not filled(terms.get("text")):
        say("the question (terms.text) is missing or empty")
    if "options" in terms:
        _options(terms["options"], say)
    if "default" in terms and not filled(terms["default"]):
        say("the working assumption (terms.default) is empty or no text")
    if "due" in terms and not is_day(terms["due"]):
        say("the due day (terms.due) is no date of the form YYYY-MM-DD")


def _options(options: object, say: Say) -> None:
    if not isinstance(options, list):
        say("terms.options is not a list")
        return
    seen: set[str] = set()
    for place, option in enumerate(options, 1):
        name = option.get("id") if is_object(option) else None
        if not filled(name):
            say(f"option {place} has no id")
            continue
        if not filled(option.get("label")):
            say(f"option {quoted(name)} has no label")
        if name in seen:
            say(f"two options have the id {quoted(name)}")
        seen.add(name)


def is_day(value: object) -> bool:
    """Whether it is a real calendar day written YYYY-MM-DD."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True

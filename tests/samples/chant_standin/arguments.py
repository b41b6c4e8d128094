"""The words of a command line."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chant_standin import js
from chant_standin.failing import Failure

_SWITCHES = frozenset({"--open", "--json", "--dry-run"})
_VALUES = {
    "read": frozenset({"--kind", "--at"}),
    "ask": frozenset({"--inputs", "--candidates", "--response", "--subject", "--kind", "--steward-run"}),
    "answer": frozenset({"--answer", "--by", "--note", "--relayed-by", "--kind"}),
    "retract": frozenset({"--by", "--note", "--kind"}),
}


class Arguments(NamedTuple):
    """What was found: every value of a flag, in order."""

    verb: str
    words: list[str]
    switches: set[str]
    values: dict[str, list[str]]

    def last(self, flag: str) -> str | None:
        """The value of a flag that is given once."""
        return self.values.get(flag, [None])[-1]

    def text(self, flag: str) -> str | None:
        """The same without spaces around it, None when nothing is left."""
        return (self.last(flag) or "").strip() or None


def parse(verb: str, words: Sequence[str]) -> Arguments:
    """The arguments of a verb.

    Raises:
        Failure: write-usage-invalid. A value that begins with a dash is taken for a flag, so it is refused.
    """
    found = Arguments(verb, [], set(), {})
    left = list(words)
    while left:
        word = left.pop(0)
        if word in _SWITCHES:
            found.switches.add(word)
        elif word in _VALUES[verb]:
            if not left or (left[0].startswith("-") and left[0] != "-"):
                raise Failure("write-usage-invalid", f"{word} needs a value")
            found.values.setdefault(word, []).append(left.pop(0))
        elif word.startswith("-"):
            raise Failure("write-usage-invalid", f"unknown flag {word}")
        else:
            found.words.append(word)
    return found


def json_value(flag: str, text: str, stdin: str, cwd: Path) -> Any:
    """JSON given in place, on the standard input, or in a file.

    Raises:
        Failure: write-input-invalid.
    """
    if text == "-":
        raw = stdin
    elif text.lstrip().startswith(("{", "[")):
        raw = text
    else:
        try:
            raw = (cwd / text).read_text()
        except OSError as error:
            raise Failure("write-input-invalid", f"{flag} {text} cannot be read: {error.strerror}") from error
    try:
        return js.parse(raw)
    except ValueError as error:
        raise Failure("write-input-invalid", f"{flag} {text} is not JSON: {error}") from error

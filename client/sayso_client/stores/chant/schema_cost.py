"""How much work a JSON schema can make: references that fan out double it at each step, circles never end.

A schema is as costly as the text that it would be with every `$ref` written out in full.
"""

from collections.abc import Iterator
from urllib.parse import unquote

MOST_PARTS = 20_000
"""Objects and lists, with every reference written out. chant's own schema has some 300."""
MOST_DEEP = 100


class TooCostly(ValueError):
    """A schema that is not used; the text is a phrase that says why."""


def check_cost(schema: object) -> None:
    """Let a schema pass that is quick to check against.

    Raises:
        TooCostly: it is not, or it refers to something outside itself.
    """
    _Costs(schema).of(schema, 0)


class _Costs:
    def __init__(self, root: object) -> None:
        self._root = root
        self._known: dict[int, int] = {}
        self._open: set[int] = set()

    def of(self, part: object, depth: int) -> int:
        if not isinstance(part, dict | list):
            return 0
        if (known := self._known.get(id(part))) is not None:
            return known
        if id(part) in self._open:
            raise TooCostly("its references go round in a circle")
        if depth > MOST_DEEP:
            raise TooCostly(f"it is nested more than {MOST_DEEP} levels deep")
        self._open.add(id(part))
        total = 1 + sum(self.of(each, depth + 1) for each in self._below(part))
        self._open.discard(id(part))
        if total > MOST_PARTS:
            raise TooCostly(f"written out it has more than {MOST_PARTS:,} parts")
        self._known[id(part)] = total
        return total

    def _below(self, part: dict[str, object] | list[object]) -> Iterator[object]:
        if isinstance(part, list):
            yield from part
            return
        yield from part.values()
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if isinstance(target := part.get(keyword), str):
                yield self._at(target)

    def _at(self, reference: str) -> object:
        if reference != "#" and not reference.startswith("#/"):
            raise TooCostly("it refers to something outside itself")
        found = self._root
        for step in unquote(reference[1:]).split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list) and name.isdecimal() and int(name) < len(found):
                found = found[int(name)]
            elif isinstance(found, dict) and name in found:
                found = found[name]
            else:
                raise TooCostly(f"its reference {reference} leads nowhere")
        return found

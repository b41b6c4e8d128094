"""Second part of the fold: what replaces what in one register, and what stands at the end of it.

Our reading of core section 6. Time is near-linear in the records and the ids that they name: no set of reached records
is ever held, only, for each component, the newest terms below it.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from sayso_client.handoff.components import above, components, downward
from sayso_client.handoff.sifting import Held

_MOST_CROSSINGS = 200
"""How many records that name nothing are placed where an earlier record reaches them (see `_Weaver.replace`).

Each costs a walk over the whole register. Such records come from clocks that disagree, a few at a time; beyond this
many they replace nothing, so that a hostile writer gets a conflict shown instead of a busy machine.
"""


@dataclass(frozen=True, slots=True)
class Register:
    """One register of one decision, woven."""

    held: tuple[Held, ...] = ()
    """By (instant, id)."""
    heads: tuple[Held, ...] = ()
    """Those that nothing outside their own cycle replaces; by id."""
    current: Held | None = None
    """The head that is latest by (instant, id)."""
    missing: frozenset[str] = frozenset()
    """Ids named but not held. Every record is a head or reached by one, so all that are named count."""
    cycle: bool = False
    misnamed: frozenset[str] = frozenset()
    """Ids of records that name a record which is held but cannot be replaced by them."""
    terms_below: tuple[Held | None, ...] = ()
    """For each of `held`, the greatest revision that it reaches (the latest of several)."""
    component: tuple[int, ...] = field(default=(), repr=False)
    """For each of `held`, the number of its cycle, or a number of its own."""
    replaces: tuple[AbstractSet[int], ...] = field(default=(), repr=False)
    """For each component, those that it replaces. Acyclic."""

    def below(self, one: Held) -> Held | None:
        """The terms with the greatest revision that a record of this register reaches."""
        return self.terms_below[self.held.index(one)]


def weave(held: Sequence[Held], known: AbstractSet[str]) -> Register:
    """Build one register from its valid records.

    Args:
        held: By (instant, id), one an id.
        known: Every id that is held in any way, this register's and others.
    """
    if not held:
        return Register()
    place = {each.id: index for index, each in enumerate(held)}
    edges: list[list[int]] = []
    missing: set[str] = set()
    misnamed: set[str] = set()
    own_cycle = False
    for each in held:
        named = () if each.type == "raised" else each.named
        own_cycle = own_cycle or each.id in named
        edges.append([place[name] for name in named if name in place and name != each.id])
        strangers = [name for name in named if name not in place]
        missing.update(name for name in strangers if name not in known)
        if any(name in known for name in strangers):
            misnamed.add(each.id)
    component, members = components(edges)
    weaver = _Weaver(component, members, edges)
    weaver.walk(lambda index: held[index].type in ("amended", "withdrawn") and not held[index].named)
    heads = [held[index] for number in weaver.sources() for index in members[number]]
    return Register(
        held=tuple(held),
        heads=tuple(sorted(heads, key=lambda head: head.id)),
        current=max(heads, key=lambda head: head.place, default=None),
        missing=frozenset(missing),
        cycle=own_cycle or len(members) < len(held),
        misnamed=frozenset(misnamed),
        terms_below=_terms_below(held, component, members, weaver.out),
        component=tuple(component),
        replaces=tuple(weaver.out),
    )


class _Weaver:
    """Adds what records that name nothing replace: every record before them that does not already reach them.

    Such a link never closes a cycle (its target does not reach its source), so the components of the named links are
    the components of all links, and the work is done on components.

    Linking to every earlier component would be quadratic. It is enough to link to the tops: the earlier components to
    which no earlier component points. Every earlier component is reached by a top: walk up from it through earlier
    components; the walk cannot run in a circle, and it ends at a top. Tops that got linked are tops no longer, so
    each component is linked once in this way, and there are no more such links than components.
    """

    def __init__(self, component: Sequence[int], members: Sequence[list[int]], edges: Sequence[list[int]]) -> None:
        self._component = component
        self.out: list[set[int]] = [set() for _ in members]
        for index, targets in enumerate(edges):
            number = component[index]
            self.out[number].update(component[each] for each in targets if component[each] != number)
        self._earliest_above = self._earliest(members)
        self._begun = [False] * len(members)
        self._pointed = [False] * len(members)
        self._tops: dict[int, None] = {}
        self._crossings = 0

    def _earliest(self, members: Sequence[list[int]]) -> list[int]:
        """For each component the earliest index among its members and all that reach it by named links."""
        earliest = [min(group) for group in members]
        # A component's number is greater than those of all that it reaches.
        for number in range(len(members) - 1, -1, -1):
            for target in self.out[number]:
                earliest[target] = min(earliest[target], earliest[number])
        return earliest

    def walk(self, names_nothing: Callable[[int], bool]) -> None:
        """Go through the register in time order. Indexes of records are their places in it."""
        for index, number in enumerate(self._component):
            if names_nothing(index):
                self.replace(number, index)
            if not self._begun[number]:
                self._begin(number)

    def _begin(self, number: int) -> None:
        self._begun[number] = True
        for target in self.out[number]:
            self._point_at(target)
        if not self._pointed[number]:
            self._tops[number] = None

    def _point_at(self, target: int) -> None:
        self._pointed[target] = True
        self._tops.pop(target, None)

    def replace(self, number: int, index: int) -> None:
        """Link a component to what its member at `index` replaces.

        When no earlier record reaches it by named links, none reaches it at all: a link added before would have to
        lead from a record to an earlier one that reaches it. Then the tops are what it replaces. Else ("crossing",
        an earlier record replaces a later one) look who reaches it, and link to the tops of the rest.
        """
        if self._earliest_above[number] >= index:
            replaced = list(self._tops)
        elif self._crossings < _MOST_CROSSINGS:
            self._crossings += 1
            replaced = self._rest_tops(above(number, self.out))
        else:
            replaced = []
        for target in replaced:
            self.out[number].add(target)
            self._point_at(target)

    def _rest_tops(self, reaching: set[int]) -> list[int]:
        rest = [number for number, begun in enumerate(self._begun) if begun and number not in reaching]
        pointed: set[int] = set()
        for number in rest:
            pointed |= self.out[number]
        return [number for number in rest if number not in pointed]

    def sources(self) -> list[int]:
        """The components to which nothing points."""
        pointed: set[int] = set()
        for targets in self.out:
            pointed |= targets
        return [number for number in range(len(self.out)) if number not in pointed]


def _terms_below(
    held: Sequence[Held],
    component: Sequence[int],
    members: Sequence[list[int]],
    out: Sequence[AbstractSet[int]],
) -> tuple[Held | None, ...]:
    none = (0, -1)
    within = [
        max(((held[index].revision or 0, index) for index in group if "terms" in held[index].record), default=none)
        for group in members
    ]
    below = [none] * len(members)
    for number in reversed(downward(out)):
        below[number] = max((max(below[each], within[each]) for each in out[number]), default=none)
    found: list[Held | None] = []
    for number in component:
        _, index = below[number] if len(members[number]) == 1 else max(below[number], within[number])
        found.append(held[index] if index >= 0 else None)
    return tuple(found)

"""Who gets how many rows of a sheet. The record in words and the keys come first; what does not fit scrolls."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual.containers import Vertical
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

ORDER = ("title", "banner", "beside", "question", "form", "will", "said", "hints")
"""The parts from top to bottom, by their ids."""
SENTENCE = 3
"""Rows that a sentence or a banner may have."""
AIRY = 22
"""Rows from which two blank lines are worth their room even when something scrolls."""
_SCROLLING = ("question", "form")
_BLANKS = ("will", "form", "question", "hints")
"""Before which parts a blank line stands, the first one that is missed most."""


class Share(NamedTuple):
    """How many rows a part has, and whether a blank line stands before it."""

    rows: int
    blank: bool = False


def share(wanted: Mapping[str, int], room: int) -> dict[str, Share]:
    """Rows for each part that is there, together at most `room`.

    Args:
        wanted: Part → the rows that would show all of it; parts that are not shown are absent.
        room: Rows of the sheet inside its frame.
    """
    given: dict[str, int] = {}
    rest = room
    airy = room >= AIRY
    tight = not airy and sum(wanted.values()) > room
    firm = {"hints": 1, "will": room, "said": SENTENCE, "banner": 2 if tight else SENTENCE, "beside": 1 if tight else 2}
    for part, most in firm.items():
        given[part] = min(wanted.get(part, 0), most, rest)
        rest -= given[part]
    for part in (*_SCROLLING, "title"):
        given[part] = min(wanted.get(part, 0), 1, rest)
        rest -= given[part]
    open_wishes = sum(wanted.get(part, 0) - given[part] for part in _SCROLLING)
    spare = max(rest - open_wishes, min(2, rest) if airy else 0)
    blank = [part for part in _BLANKS if wanted.get(part)][:spare]
    rest -= len(blank)
    _scrolling(given, wanted, rest)
    return {part: Share(given[part], part in blank) for part in ORDER if part in wanted}


def _scrolling(given: dict[str, int], wanted: Mapping[str, int], rest: int) -> None:
    """The question has all that the form leaves it, and two fifths at least."""
    question, form = (wanted.get(part, 0) - given[part] for part in _SCROLLING)
    for_question = min(question, max(rest - form, rest * 2 // 5))
    given["question"] += for_question
    given["form"] += min(form, rest - for_question)


class Sharing(Layout):
    """Lays a sheet out so that the words of the record stand on the screen whatever else does."""

    name = "sharing"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """The parts one below the other; rows that nobody wants stay empty above the record in words."""
        shares = share(self._wanted(children, size, parent.app.size), size.height)
        spare = size.height - sum(each.rows + each.blank for each in shares.values())
        placements, y = [], 0
        for child in children:
            part = shares[str(child.id)]
            y += part.blank + (max(spare, 0) if child.id == "will" else 0)
            region = Region(0, y, size.width, part.rows)
            placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child))
            y += part.rows
        return placements

    def get_content_height(self, widget: Widget, container: Size, viewport: Size, width: int) -> int:
        """The rows that show everything, with all blank lines."""
        wanted = self._wanted(widget.displayed_children, Size(width, container.height), viewport)
        return sum(wanted.values()) + sum(part in wanted for part in _BLANKS)

    def _wanted(self, children: Iterable[Widget], size: Size, viewport: Size) -> dict[str, int]:
        return {str(child.id): self._rows(child, size, viewport) for child in children}

    def _rows(self, child: Widget, size: Size, viewport: Size) -> int:
        if child.id in ("title", "hints"):
            return 1
        wants = child.get_content_height(size, viewport, size.width)
        return min(wants, SENTENCE) if child.id in ("said", "banner", "beside") else wants


class Leaf(Vertical):
    """What holds the parts of a sheet."""

    _sharing = Sharing()

    @property
    def layout(self) -> Layout:
        """Rows are shared out."""
        return self._sharing

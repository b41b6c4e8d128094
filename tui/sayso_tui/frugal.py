"""Painting with less work: only what is asked for, and what is blank once.

A part of the screen is painted by asking only the widgets that stand there, and only for the lines in it.
Textual (8.2.8) asks each widget whose *parent* meets the part for all of its lines, which for a step of the cursor is
every widget of the inbox; that took a third of the step. For a letter typed in a sheet it is every widget of the sheet,
and the list behind it. What is painted is the same; a test compares the two. To be looked at again with each new
Textual, as the driver is.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual._compositor import Compositor
from textual.geometry import NULL_REGION, Region
from textual.strip import Strip

if TYPE_CHECKING:
    from textual.widget import Widget
else:
    Widget = object


class Backdrop(Widget):
    """A side of a widget that shows nothing but its background, however much of it others cover."""

    BLANK = True

    def render_lines(self, crop: Region) -> list[Strip]:
        """The same line as often as it is asked for. Textual leaves the filters out here, and so would send colours."""
        lines = super().render_lines(crop)
        if not lines:
            return lines
        line = lines[0]
        for each in self.get_line_filters():
            line = line.apply_filter(each, self.background_colors[1])
        return [line] * len(lines)


class Frugal(Compositor):
    """A compositor that asks those who are seen in a part of the screen for what is seen of them."""

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if crop is not None:
                top, bottom = max(seen.y, crop.y), min(seen.bottom, crop.bottom)
                seen = Region(seen.x, top, seen.width, bottom - top) if crop.overlaps(seen) else NULL_REGION
            if seen:
                yield seen, clip, widget.render_lines(seen.translate(-region.offset))

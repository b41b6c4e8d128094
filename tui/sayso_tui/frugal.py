"""Painting a part of the screen by asking only the widgets that stand there, and only for the lines in it.

Textual (8.2.8) asks each widget whose *parent* meets the part for all of its lines, which for a step of the cursor is
every widget of the inbox; that took a third of the step. What is painted is the same; a test compares the two. To be
looked at again with each new Textual, as the driver is.
"""

from collections.abc import Iterable

from textual._compositor import Compositor
from textual.geometry import NULL_REGION, Region
from textual.strip import Strip


class Frugal(Compositor):
    """A compositor for a screen of few, large widgets."""

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if crop is not None:
                top, bottom = max(seen.y, crop.y), min(seen.bottom, crop.bottom)
                seen = Region(seen.x, top, seen.width, bottom - top) if crop.overlaps(seen) else NULL_REGION
            if seen:
                yield seen, clip, widget.render_lines(seen.translate(-region.offset))

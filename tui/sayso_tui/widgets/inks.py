"""Tones as the styles that a line painter needs: half-seen colours are mixed with what is under them."""

from rich.style import Style
from textual.color import Color
from textual.widget import Widget

from sayso_tui.tones import Ink, Tone


def ink(widget: Widget, tone: Tone | Ink, on: Color | None = None) -> Style:
    """A tone as it looks on that widget.

    Args:
        widget: On what it is painted; its app has the tones.
        tone: Which one.
        on: What is under the text; the widget's own background when not given.
    """
    styles = widget.app.get_component_styles(tone.component)
    under = (widget.background_colors[1] if on is None else on) + styles.background
    return Style(color=(under + styles.color).rich_color, bgcolor=under.rich_color) + styles.text_style

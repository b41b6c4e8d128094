"""Component classes as the styles that a line painter needs: half-seen colours are mixed with what is under them."""

from rich.style import Style
from textual.color import Color
from textual.widget import Widget


def ink(widget: Widget, component: str, on: Color | None = None) -> Style:
    """The style of a component class of the widget.

    Args:
        widget: Whose TCSS says how it looks.
        component: The name of the class.
        on: What is under the text; the widget's own background when not given.
    """
    styles = widget.get_component_styles(component)
    under = (widget.background_colors[1] if on is None else on) + styles.background
    return Style(color=(under + styles.color).rich_color, bgcolor=under.rich_color) + styles.text_style

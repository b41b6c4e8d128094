"""The colours of sayso's own painting, by their meaning: declared once, for the app, and shared by all that paints."""

from enum import StrEnum


class Tone(StrEnum):
    """A colour by its meaning. The sign and the word say the same, so no colour stands alone."""

    INK = "ink"
    DIM = "dim"
    FAINT = "faint"
    ACCENT = "accent"
    WARN = "warn"
    GOOD = "good"
    HOT = "hot"
    BADGE = "badge"
    """What stands on the accent itself."""
    CURSOR = "cursor"
    """The line under the cursor: what is behind its text."""

    @property
    def component(self) -> str:
        """Its component class."""
        return f"tone--{self}"


class Ink(StrEnum):
    """How a piece of a page is drawn."""

    TEXT = "text"
    STRONG = "strong"
    DIM = "dim"
    FAINT = "faint"
    ACCENT = "accent"
    WARN = "warn"
    GOOD = "good"
    HOT = "hot"
    QUOTE = "quote"

    @property
    def component(self) -> str:
        """Its component class."""
        return f"page--{self}"


COMPONENTS = frozenset(each.component for each in (*Tone, *Ink))
"""For an app's COMPONENT_CLASSES. Each is looked up among all rules, so no widget has components of its own."""

LOOKS = """
App {
    & > .tone--ink { color: $foreground; }
    & > .tone--dim { color: $foreground 62%; }
    & > .tone--faint { color: $foreground 38%; }
    & > .tone--accent { color: $accent; }
    & > .tone--warn { color: $warning; }
    & > .tone--good { color: $success; }
    & > .tone--hot { color: $error; }
    & > .tone--badge { background: $accent; color: $background; text-style: bold; }
    & > .tone--cursor { background: $accent 18%; text-style: bold; }
    &:ansi > .tone--cursor { background: ansi_bright_black; }
    & > .page--text { color: $foreground; }
    & > .page--strong { color: $foreground; text-style: bold; }
    & > .page--dim { color: $foreground 62%; }
    & > .page--faint { color: $foreground 40%; }
    & > .page--accent { color: $accent; }
    & > .page--warn { color: $warning; }
    & > .page--good { color: $success; }
    & > .page--hot { color: $error; }
    & > .page--quote { color: $foreground 62%; text-style: italic; }
}
"""
"""For an app's DEFAULT_CSS, not scoped: the app itself is named in it."""

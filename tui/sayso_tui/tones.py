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


COMPONENTS = frozenset(tone.component for tone in Tone)
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
}
"""
"""For an app's DEFAULT_CSS, not scoped: the app itself is named in it."""

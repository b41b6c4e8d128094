"""One thing to choose, on a screen or in lines."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose. Both texts are plain already."""

    label: str
    meaning: str = ""
    refused: str = ""
    """Why it cannot be chosen; empty when it can."""

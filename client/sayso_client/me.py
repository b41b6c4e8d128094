"""Who the principal is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Me:
    """Who the principal is, and the assistant who acts for them."""

    name: str | None = None
    assistant: str | None = None

"""Who the principal is."""

from typing import NamedTuple


class Me(NamedTuple):
    """Who the principal is, and the assistant who acts for them."""

    name: str | None = None
    assistant: str | None = None

"""Who the principal is."""

from typing import NamedTuple


class Me(NamedTuple):
    """Who the principal is, and the assistant who acts for them."""

    name: str | None = None
    assistant: str | None = None

    @property
    def assistants(self) -> tuple[str, ...]:
        """The names under which somebody else settles for the principal."""
        return (self.assistant,) if self.assistant else ()

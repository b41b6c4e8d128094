"""What the parts of the plain inbox work with."""

from collections.abc import Callable, Coroutine
from typing import Protocol, TypeVar

from sayso_client.inbox import Inbox
from sayso_tui.plain.dialogue import Dialogue
from sayso_tui.plain.numbers import Numbers

T = TypeVar("T")


class Do(Protocol):
    """Runs what has to be awaited to its end."""

    def __call__(self, work: Coroutine[object, object, T], /) -> T:
        """Its result."""


class Desk:
    """The inbox, the dialogue, the numbers, and how to remember a name."""

    def __init__(self, inbox: Inbox, dialogue: Dialogue, do: Do, introduce: Callable[[str, str], None]) -> None:
        """Put them together.

        Args:
            inbox: Open; whoever made it closes it.
            dialogue: With the person.
            do: Runs the inbox's coroutines.
            introduce: Writes who I am into the configuration: (name or assistant, value). Raises SaysoError.
        """
        self.inbox = inbox
        self.dialogue = dialogue
        self.do = do
        self.introduce = introduce
        self.numbers = Numbers()

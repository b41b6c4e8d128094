"""What every sheet is given to work with."""

from collections.abc import Callable
from typing import NamedTuple

from sayso_client.inbox import Inbox
from sayso_tui.keys import Keys
from sayso_tui.typed import Rhythm

Introduce = Callable[[str, str], None]
"""Writes who I am into the configuration: (name or assistant, value). Raises SaysoError when it cannot."""


class Desk(NamedTuple):
    """The inbox, the rhythm of the keyboard, the keys in force, and how to remember a name."""

    inbox: Inbox
    rhythm: Rhythm
    keys: Keys
    introduce: Introduce

"""How far keeping in touch with one store has come, for those who wait for it."""

import asyncio
from typing import NamedTuple


class Progress(NamedTuple):
    """How far an engine has come."""

    mine: bool = False
    """This process keeps in touch with the store."""
    elsewhere: bool = False
    """Another process does."""
    up_to_date: bool = False
    failed: str | None = None
    """Why it is out of reach now; a sentence."""
    parked: bool = False
    """Trying again is of no use until somebody changes something."""
    failures: int = 0
    """In a row."""
    asks: str = ""
    """Who is asked for the key at this moment, when that takes a while."""
    partly: str = ""
    """Why some of what was reached cannot be read; sentences, or nothing."""


class Board:
    """Where it stands written, with a bell."""

    def __init__(self) -> None:
        self.now = Progress()
        self.bell = asyncio.Event()
        """Rung with each change of `now`, and with everything that was sent."""

    def put(self, **said: object) -> None:
        """Some of it is otherwise now."""
        self.now = self.now._replace(**said)  # type: ignore[arg-type]
        self.bell.set()

"""A pause in what comes fast, such as the steps of a cursor while its key is held down."""

import asyncio
from collections.abc import Callable


class Rest:
    """Calls back once nothing was heard for a while.

    Textual's own timer is a task of its own; started with each step it cost a tenth of the step.
    """

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self._seconds = seconds
        self._call = call
        self._handle: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Whether it is still to call back."""
        return self._handle is not None

    def start(self) -> None:
        """Wait anew. To be called in the event loop, which also calls back."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(self._seconds, self._over)

    def stop(self) -> None:
        """Wait no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _over(self) -> None:
        self._handle = None
        self._call()

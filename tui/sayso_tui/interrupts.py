"""ctrl+c ends a verb with 130 at whatever moment it comes, also where Python itself would lose it.

Imports nothing but what Python has loaded anyway: it runs before everything else.
"""

import _signal  # type: ignore[import-not-found]  # of which `signal` is made, in a moment that is too long here
import _thread
import sys
import time
from collections.abc import Callable
from contextlib import suppress

_AGAIN_S = 0.01
"""So long after it was lost it comes once more, in seconds."""


def heed() -> None:
    """From here on ctrl+c is heard again where it met code that nothing can be raised out of.

    While modules are imported, and objects taken out of memory, Python calls small functions of its own. What is raised
    in them, ctrl+c included, is told as ignored, and the program would go on as if nobody had pressed anything.
    """
    main = _thread.get_ident()

    def lost(what: "sys.UnraisableHookArgs") -> None:
        if not issubclass(what.exc_type, KeyboardInterrupt):
            sys.__unraisablehook__(what)
            return
        with suppress(RuntimeError):  # the program ends anyway
            _thread.start_new_thread(_press_again, (main,))

    sys.unraisablehook = lost


def _press_again(main: int) -> None:
    time.sleep(_AGAIN_S)
    if hasattr(_signal, "pthread_kill"):
        # A signal proper, so that whatever the main thread waits for ends.
        _signal.pthread_kill(main, _signal.SIGINT)
    else:
        _thread.interrupt_main()


class Presses:
    """ctrl+c while a loop is made, runs and is closed: the first one calls, only a later one breaks in anywhere."""

    def __init__(self) -> None:
        self.first = False
        self._call: Callable[[], object] | None = None
        self._before: object = None

    def __enter__(self) -> "Presses":
        if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
            # Only the main thread is ever interrupted, and no other may do this.
            with suppress(ValueError):
                self._before = _signal.signal(_signal.SIGINT, self._pressed)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._before is not None:
            _signal.signal(_signal.SIGINT, self._before)
        if self.first and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from error

    def calls(self, act: Callable[[], object]) -> None:
        """From now on the first press calls this; at once when it has been already."""
        self._call = act
        if self.first:
            act()

    def _pressed(self, number: int, frame: object) -> None:
        if self.first:
            raise KeyboardInterrupt
        self.first = True
        if self._call is not None:
            self._call()


def is_one(error: BaseException) -> bool:
    """Whether an error is ctrl+c in disguise: what is raised while a class is made comes out as another error."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__
    return cause is not None


def end_at_once() -> None:
    """All is done but for the end of the process: ctrl+c ends that, without a word."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

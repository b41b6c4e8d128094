"""Being asked to leave by the system while the plain inbox waits for a line: nothing that was written is lost."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


class Asked(BaseException):
    """The system asked sayso to end. No handler of ordinary errors stands in its way."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number
        """The exit code, as a shell tells it."""


@contextmanager
def heeded() -> Iterator[None]:
    """Inside, these signals raise `Asked`. One that whoever started sayso wanted ignored (nohup) stays ignored."""

    def ask(number: int, _: FrameType | None) -> None:
        raise Asked(number)

    before = {number: signal.getsignal(number) for number in ASKING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, ask)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

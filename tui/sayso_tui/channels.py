"""The three channels of the process, made safe before anything is said: closed ones, and those that know little.

Imports nothing but what Python has loaded anyway: it runs before everything else.
"""

import io
import os
import sys
from collections.abc import Mapping
from contextlib import suppress

LEFT_EARLY = 141
"""128 + SIGPIPE: how a shell sees every other program whose reader went away (POSIX, 2.8.2)."""

_COERCED = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""What Python itself puts into LC_CTYPE where the locale is C (PEP 538)."""


def prepare(environ: Mapping[str, str], *, screen: bool) -> None:
    """Make the channels such that nothing said fails for the wrong reason.

    Args:
        environ: The variables; the locale stands in them.
        screen: A screen will be drawn, which has its own way of keeping to ASCII.
    """
    _occupy_closed()
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - for the life of the process
    if sys.stderr is None:
        # Else print() would say on stdout what belongs on stderr.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    few = not screen and knows_ascii_only(environ)
    _buffer_output()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            _reconfigure(stream, few)


def knows_ascii_only(environ: Mapping[str, str]) -> bool:
    """Whether the locale is C or POSIX by somebody's word. Python prints UTF-8 there, which such a terminal garbles."""
    ctype = environ.get("LC_CTYPE", "")
    said = environ.get("LC_ALL") or (ctype if ctype not in _COERCED else "") or environ.get("LANG", "")
    return said in ("C", "POSIX")


def _buffer_output() -> None:
    """Give stdout the buffer that PYTHONUNBUFFERED took away: without one, what a full disk cuts off is lost silently.

    Python's text layer does not look how much of a line a raw file has taken. Whoever needs a line at once flushes it.
    """
    stdout = sys.stdout
    if not isinstance(stdout, io.TextIOWrapper) or not isinstance(stdout.buffer, io.RawIOBase):
        return
    encoding, errors, tty = stdout.encoding, stdout.errors, stdout.isatty()
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(stdout.detach()), encoding, errors, line_buffering=tty)
    sys.__stdout__ = sys.stdout  # type: ignore[misc]  # the one it was is of no use any more


def _reconfigure(stream: object, few: bool) -> None:
    """Characters that cannot be shown get their escape; our own signs, where only ASCII is known, a plain one."""
    if few:
        import codecs

        codecs.register_error("sayso", _stand_in)
        stream.reconfigure(encoding="ascii", errors="sayso")  # type: ignore[attr-defined]  # absent on replaced streams
    else:
        stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    # Imported with the first sign that has to be replaced.
    from sayso_tui.glyphs import stand_ins

    known = stand_ins()
    text = "".join(known.get(char, char) for char in error.object[error.start : error.end])
    return text.encode("ascii", "backslashreplace").decode(), error.end


def output_trouble() -> str | None:
    """Why what was printed cannot be written, as a sentence; None when it is.

    Raises:
        BrokenPipeError: whoever read it has gone.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        return output_lost(error)
    return None


def output_lost(error: OSError) -> str:
    """The sentence about output that cannot be written. Nobody tries again after it."""
    forget_output()
    return f"The output cannot be written: {error.strerror}. What was recorded before stays."


def forget_output() -> None:
    """Keep the interpreter from trying to write the rest, and complaining, when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _occupy_closed() -> None:
    """Give closed channels something harmless, lest the next file that is opened becomes one of them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)

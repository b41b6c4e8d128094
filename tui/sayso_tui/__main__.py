"""The program `sayso`: sort the command line, run it, and end with a sentence and an exit code, never a traceback.

What a verb needs is imported when the verb is called: `--version` needs nothing, `--help` needs click, and Textual is
imported only when a screen is wanted.
"""

import gc
import os
import sys
from contextlib import suppress

FAILURE = 1
INTERRUPTED = 130


def main() -> None:
    """Run `sayso` on the process's own arguments. Always ends by SystemExit."""
    _never_choke_on_a_character()
    words = sys.argv[1:]
    if words in (["--version"], ["-V"]):
        from importlib.metadata import version

        print(f"sayso {version('sayso')}")
        sys.exit(0)
    if not words:
        # There is no garbage before the first frame, and looking for it costs a tenth of the way there.
        gc.disable()
    sys.exit(_run(words))


def _run(words: list[str]) -> int:
    try:
        from sayso_tui.cli.run import run

        code = run(words, os.environ)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_output()
        return FAILURE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from sayso_tui.cli.goodbye import goodbye

        print(goodbye(error, os.environ), file=sys.stderr)
        if isinstance(error, OSError):  # perhaps of our output, which would fail once more when the interpreter ends
            _forget_output()
        return FAILURE


def _never_choke_on_a_character() -> None:
    """Terminals that cannot show a character get its escape instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # absent on replaced streams


def _forget_output() -> None:
    """The reader of our output is gone; keep the interpreter from complaining about it when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()

"""The program `sayso`: sort the command line, run it, and end with a sentence and an exit code, never a traceback.

What a verb needs is imported when the verb is called: `--version` needs nothing, `--help` needs click, and Textual is
imported only when a screen is wanted. Here nothing is imported that takes a moment, in which ctrl+c were a traceback.
"""

import gc
import os
import sys

FAILURE = 1
INTERRUPTED = 130


def main() -> None:
    """Run `sayso` on the process's own arguments. Always ends by SystemExit."""
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run(words: list[str]) -> int:
    from sayso_tui import interrupts

    try:
        interrupts.heed()
        return _heeded(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if interrupts.is_one(error):
            return INTERRUPTED
        from sayso_tui.cli.goodbye import goodbye

        return _say(goodbye(error, os.environ))
    finally:
        interrupts.end_at_once()


def _heeded(words: list[str]) -> int:
    from sayso_tui.channels import LEFT_EARLY, forget_output, output_trouble, prepare

    prepare(os.environ, screen=_draws(words))
    if not words:
        # There is no garbage before the first frame, and looking for it costs a tenth of the way there.
        gc.disable()
    try:
        code = _obey(words)
        return _say(trouble) if (trouble := output_trouble()) else code
    except BrokenPipeError:
        forget_output()
        return LEFT_EARLY
    except OSError:
        if trouble := output_trouble():
            return _say(trouble)
        raise


def _obey(words: list[str]) -> int:
    if words in (["--version"], ["-V"]) and sys.stdout is not None:
        from importlib.metadata import version

        print(f"sayso {version('sayso')}")
        return 0
    from sayso_tui.cli.run import run

    return run(words, os.environ)


def _say(sentence: str) -> int:
    from contextlib import suppress

    with suppress(OSError):
        print(sentence, file=sys.stderr)
    return FAILURE


def _draws(words: list[str]) -> bool:
    """Whether a screen will be drawn, as far as can be told without parsing."""
    verb = next((each for each in words if not each.startswith("-")), "demo")
    return verb == "demo" and not {"--help", "-h", "--plain"} & set(words)


if __name__ == "__main__":
    main()

"""Words on the command line: click parses them and calls the verb."""

from collections.abc import Sequence

import click

from sayso_client.text import one_line, plain
from sayso_tui.cli.exits import Exit
from sayso_tui.cli.output import stdout
from sayso_tui.cli.session import Session
from sayso_tui.cli.values import LONGEST
from sayso_tui.cli.verbs import sayso

_MOST = 2_000
"""Characters of a message."""


def obey(words: Sequence[str], session: Session) -> int:
    """Call the verb that the words name; the exit code, unless the verb raises.

    Raises:
        Ended, SaysoError, ConfigError: as the verb does.
    """
    try:
        with sayso.make_context("sayso", list(words), obj=session) as context:
            sayso.invoke(context)
    except click.exceptions.Exit as ended:  # --help and --version
        with stdout():
            pass  # click says nothing when there is nowhere to say it
        return ended.exit_code
    except click.exceptions.Abort:
        return Exit.INTERRUPTED
    except click.ClickException as wrong:
        _usage(wrong, words)
        return Exit.USAGE
    return Exit.DONE


def _usage(wrong: click.ClickException, words: Sequence[str]) -> None:
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    click.echo(plain(_cut(wrong.format_message(), words)), err=True)
    if context is not None:
        click.echo(f"{context.command_path} --help tells how it is called.", err=True)


def _cut(message: str, words: Sequence[str]) -> str:
    """The message with what was given on the command line shortened where it is long."""
    for word in words:
        for part in (word, word.partition("=")[2]):
            if len(part) > LONGEST:
                for said in (part, repr(part)[1:-1]):
                    message = message.replace(said, one_line(part, LONGEST))
    return message if len(message) <= _MOST else f"{message[:_MOST]}…"

"""Run one command line: from words to an exit code, with every foreseeable error told in a sentence."""

from collections.abc import Mapping, Sequence

import click

from sayso_client.errors import SaysoError
from sayso_client.text import plain
from sayso_config.problems import ConfigError
from sayso_tui.cli.exits import Ended, Exit, code_of
from sayso_tui.cli.session import Session
from sayso_tui.cli.verbs import sayso


def run(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Do what the words say and return the exit code.

    Args:
        words: The arguments, without the program's name.
        environ: The variables that count; nothing else is read from the process's own.
    """
    session = Session(environ)
    try:
        with sayso.make_context("sayso", list(words), obj=session) as context:
            sayso.invoke(context)
    except click.exceptions.Exit as ended:  # --help and --version
        return ended.exit_code
    except click.exceptions.Abort:
        return Exit.INTERRUPTED
    except click.ClickException as wrong:
        _usage(wrong)
        return Exit.USAGE
    except Ended as ended:
        return _told(str(ended), ended.code)
    except (SaysoError, ConfigError) as error:
        return _told(str(error), code_of(error))
    finally:
        session.close()
    return Exit.USAGE if session.unreadable else Exit.DONE


def _told(sentence: str, code: Exit) -> Exit:
    if sentence:
        click.echo(plain(sentence), err=True)
    return code


def _usage(wrong: click.ClickException) -> None:
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    click.echo(plain(wrong.format_message()), err=True)
    if context is not None:
        click.echo(f"{context.command_path} --help tells how it is called.", err=True)

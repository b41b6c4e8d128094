"""`sayso completion`: what a shell needs to complete verbs and options."""

import os
import re

import click
from click.shell_completion import get_completion_class

from sayso_client.errors import SaysoError
from sayso_config.problems import ConfigError
from sayso_tui.cli.exits import Ended
from sayso_tui.cli.output import result
from sayso_tui.cli.session import Session
from sayso_tui.cli.verbs import sayso

VARIABLE = "_SAYSO_COMPLETE"
"""Set by the shell's function when it asks for completions (click's own way)."""

MOST = 100
"""Keys that are offered at once."""

_HARMLESS = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._/@+-]*)?", re.ASCII)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion of verbs and options for a shell.

    bash: eval "$(sayso completion bash)" in ~/.bashrc. zsh: eval "$(sayso completion zsh)" in ~/.zshrc. fish: sayso
    completion fish > ~/.config/fish/completions/sayso.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    result(found(sayso, {}, "sayso", VARIABLE).source())


def keys(beginning: str) -> list[str]:
    """Keys of decisions that begin so, as far as they can stand on a command line without quotes.

    A shell puts a completion on the line as it is, so a key that holds anything a shell might act on is never offered.
    """
    session = Session(os.environ)
    session.read_only = "Completion only reads."
    try:
        found = session.inbox().beginning(beginning, MOST) if _HARMLESS.fullmatch(beginning) else ()
        return [each.key for each in found if _HARMLESS.fullmatch(each.key)]
    except (Ended, SaysoError, ConfigError):
        return []
    finally:
        session.close()


def complete(asked: str) -> int:
    """Answer the shell's function; `asked` is what stands in its variable. The exit code."""
    from click.shell_completion import shell_complete

    return shell_complete(sayso, {}, "sayso", VARIABLE, asked)

"""`sayso demo`: the inbox on sample decisions, in a folder of its own. The user's own ledger is never touched."""

import sys
import tempfile
from pathlib import Path
from shutil import which

import click

from sayso_client.inbox import system_clock
from sayso_client.rows import Query, View
from sayso_config.paths import Places
from sayso_config.write import set_value
from sayso_tui.cli.listed import print_table
from sayso_tui.cli.output import remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.screen import show
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.terminal import at_terminal


@click.command()
@pass_session
def demo(session: Session) -> None:
    """Open the inbox on sample decisions of every kind and state.

    They lie in a new folder of their own, where you may answer, dismiss and retract as you like. Without a terminal
    the list is printed.
    """
    from sayso_tui.sample import NAMES, fill

    folder = Path(tempfile.mkdtemp(prefix="sayso-demo-"))
    session.elsewhere = Places(folder / "config.toml", folder / "ledger.db", folder / "log")
    for name, value in (("me.name", NAMES.name), ("me.assistant", NAMES.assistant)):
        set_value(session.elsewhere.config, name, value or "")
    do(fill(session.elsewhere.ledger, session.loaded.settings, system_clock().astimezone()))
    try:
        if at_terminal():
            show(session)
        else:
            print_table(session.inbox(), Query(View.ALL))
    finally:
        remark(
            f"The sample ledger is in {folder}; your own was not touched.\n"
            f"Look at it again with SAYSO_HOME={folder} {_program()}, delete it with rm -r {folder}"
        )


def _program() -> str:
    """How sayso is called here: by its path where no shell finds it by its name, as in a fresh virtual environment."""
    here = Path(sys.argv[0])
    return str(here) if here.name == "sayso" and which("sayso") is None else "sayso"

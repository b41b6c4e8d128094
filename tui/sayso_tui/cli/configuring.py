"""`sayso config`: where the configuration lies, and changing one setting of it."""

import click

from sayso_config.write import set_value
from sayso_tui.cli.output import remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.group()
def config() -> None:
    """Where the configuration lies; change one setting."""


@config.command()
@click.option("--all", "everything", is_flag=True, help="Also where the ledger and the log lie.")
@pass_session
def path(session: Session, everything: bool) -> None:
    """Print where the configuration file lies, or would lie."""
    places = session.places
    result(str(places.config))
    if everything:
        result(f"{places.ledger}\n{places.log_dir}")


@config.command("set")
@click.argument("name")
@click.argument("value")
@pass_session
def set_(session: Session, name: str, value: str) -> None:
    """Set one setting in the file, such as me.name. The rest of the file stays as it is."""
    places = session.places
    set_value(places.config, name, value)
    remark(f"{name} is set in {places.config}.")

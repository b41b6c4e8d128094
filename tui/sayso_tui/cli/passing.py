"""How a verb is given the session of its call."""

import click

from sayso_tui.cli.session import Session

pass_session = click.make_pass_decorator(Session)

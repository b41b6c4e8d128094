"""`sayso` without a verb: the inbox on the screen. Never without a terminal on both sides."""

from sayso_client.errors import SaysoError
from sayso_config.problems import ConfigError
from sayso_tui.cli.agents import agents_shell
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.session import Session
from sayso_tui.cli.terminal import at_terminal
from sayso_tui.legible import fit_terminal
from sayso_tui.looks import fitting
from sayso_tui.plain.poor import why_lines


def open_screen(session: Session) -> None:
    """Open the inbox and stay until it is left.

    Raises:
        Ended: there is no terminal, or a signal asked sayso to leave.
        LedgerError: the ledger cannot even be read.
    """
    if not at_terminal():
        raise Ended(Exit.USAGE, "The inbox needs a terminal. In a script, use: sayso list --json")
    if mark := agents_shell(session.environ):
        session.read_only = f"{mark} says that an agent works in this shell, so the inbox is read-only."
    elif why := _in_doubt(session):
        session.read_only = f"{why} Until that is mended the inbox is read-only."
    show(session)


def _in_doubt(session: Session) -> str | None:
    """What leaves in doubt who decides or where it is written, in a store that is shown; None when nothing does."""
    loaded = session.loaded
    found = (each for store in loaded.settings.stores if store.usable for each in loaded.hindrances(store.name))
    return next((str(each) for each in found), None)


def show(session: Session) -> None:
    """Show the inbox of this session, on a screen or in lines; textual is imported only here.

    Raises:
        Ended: a signal asked sayso to leave.
    """
    inbox = session.inbox("inbox")

    def introduce(what: str, value: str) -> None:
        # Imported when a name is written for the first time, which most days do not see.
        from sayso_config.write import set_value

        try:
            set_value(session.places.config, f"me.{what}", value)
        except ConfigError as error:
            raise SaysoError(str(error)) from error

    loaded = session.loaded
    notices = [*map(str, loaded.problems), *([inbox.notice] if inbox.notice else [])]
    why = None if session.plain else why_lines(session.environ)
    few = fit_terminal(session.environ)
    if session.plain or why:
        from sayso_tui.plain.run import run_plain

        session.catch_up()
        code = run_plain(inbox, introduce=introduce, notices=[each for each in (why, few) if each])
    else:
        from sayso_tui.app import run_inbox

        notices += [few] if few else []
        settings = loaded.settings
        settings = settings._replace(ui=fitting(settings.ui, session.environ, few_signs=few is not None))
        code = run_inbox(inbox, settings, introduce=introduce, notices=notices)
    if code:
        raise Ended(code)

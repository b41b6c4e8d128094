"""`sayso` without a verb: the inbox on the screen. Never without a terminal on both sides."""

from sayso_tui.cli.agents import agents_shell
from sayso_tui.cli.challenge import at_terminal
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.session import Session


def open_screen(session: Session) -> None:
    """Open the inbox and stay until it is left.

    Raises:
        Ended: there is no terminal.
        LedgerError: the ledger cannot even be read.
    """
    if not at_terminal():
        raise Ended(Exit.USAGE, "The inbox needs a terminal. In a script, use: sayso list --json")
    if mark := agents_shell(session.environ):
        session.read_only = f"{mark} says that an agent works in this shell, so the inbox is read-only."
    run_inbox(session)


def run_inbox(session: Session) -> None:
    """Show the inbox that the session has; textual is imported only here."""
    inbox = session.inbox("inbox")
    from sayso_tui.app import SaysoApp

    app = SaysoApp(inbox, session.loaded.settings, notices=[str(each) for each in session.loaded.problems])
    app.run(mouse=session.loaded.settings.ui.mouse)
    if app.return_code:
        raise Ended(Exit.FAILURE)

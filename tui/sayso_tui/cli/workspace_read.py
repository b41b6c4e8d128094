"""Reading a workspace into the ledger as soon as it is added, so that the next list has its questions."""

from sayso_client.errors import SaysoError
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended
from sayso_tui.cli.in_vain import in_vain
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session, do

PATIENCE_S = 10.0
"""Seconds that whoever adds it waits at most; what is not read by then is read by an inbox, or the next sync."""


def read_at_once(session: Session, name: str, patience_s: float = PATIENCE_S) -> None:
    """Read it, and say when that is not all done. It is added already, so nothing that goes wrong is an error here.

    Args:
        session: Of the call that added it.
        name: Of the store.
        patience_s: Seconds that it may take.
    """
    try:
        session.read_anew()
        (found,) = do(session.inbox("cli").sync(patience_s, {name}, anew=False))
    except (SaysoError, Ended) as error:
        remark(f"Its questions are not read yet. {error}")
        return
    if not found.up_to_date:
        why = f" {in_vain(found.why)}" if found.why else ""
        remark(f"Not all of {one_line(name, 40)} is read yet: an open inbox goes on, or sayso sync.{why}")

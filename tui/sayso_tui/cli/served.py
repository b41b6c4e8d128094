"""The local store that is served, and its ledger: what `sayso serve` and its tokens stand on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sayso_client.errors import NotFound
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from sayso_client.ledger.ledger import Ledger


def local_store(session: Session, name: str | None) -> str:
    """The name of the local store that is meant; the first one when none is named.

    Raises:
        NotFound: there is none of that name.
        Ended: it lives elsewhere.
    """
    stores = {each.name: each.kind for each in session.loaded.settings.stores}
    local = [each for each, kind in stores.items() if kind == "local"]
    if name is None:
        return local[0]
    if name not in stores:
        raise NotFound(f"There is no store named {one_line(name, 40)}. Known are: {', '.join(local)}.")
    if name not in local:
        raise Ended(Exit.USAGE, f"{one_line(name, 40)} lives elsewhere; only a local store is served from here.")
    return name


@contextmanager
def ledger_of(session: Session) -> Iterator["Ledger"]:
    """The ledger, open for writing, with all derived rows of our version.

    Raises:
        LedgerError: it cannot be read.
        Ended: it cannot be written.
    """
    from sayso_client.inbox import mint_id, system_clock
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.stores.rules import RULES

    if session.read_only:
        raise Ended(Exit.REFUSED, f"{session.read_only} Nothing was done.")
    ledger = Ledger(session.places.ledger, rules=RULES, clock=system_clock, mint=mint_id)
    try:
        session.refuse_other_stores()
        if ledger.read_only:
            raise Ended(Exit.FAILURE, f"{ledger.read_only} Nothing was done.")
        yield ledger
    finally:
        ledger.close()

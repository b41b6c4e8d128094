"""Stores that `sayso sync` cannot even try: their section cannot be used, or there is none; and what waits for them."""

from typing import TYPE_CHECKING

from sayso_client.ledger.outbox import ON_ITS_WAY
from sayso_client.text import one_line
from sayso_tui.cli.exits import Exit
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox

_NAMED = 5


def unusable_stores(session: Session, store: str | None) -> str:
    """A sentence while the configuration has a store that cannot be used, or the one that is asked for; else empty.

    What is wrong with it has been told with the configuration's other problems.
    """
    loaded = session.loaded
    names = [each.name for each in loaded.settings.stores if not each.usable and store in (None, each.name)]
    broken = [each for each in loaded.problems if each.fatal_for_writing and each.path.startswith("store")]
    if not names and (store is not None or not broken):
        return ""
    told = ", ".join(one_line(each, 40) for each in names[:_NAMED])
    whose = f"of {told} " if told else ""
    return (
        f"The section {whose}in the configuration cannot be used, so nothing is read or sent there: see "
        "sayso config check"
    )


def tell_left_out(inbox: "Inbox", store: str | None) -> Exit:
    """Remarks on what waits in the outbox for stores that nobody keeps in touch with, and how that ends the verb."""
    several = [
        each for each in inbox.outbox.all() if each.ref.store not in inbox.shared and store in (None, each.ref.store)
    ]
    for name in dict.fromkeys(each.ref.store for each in several):
        many = sum(each.ref.store == name for each in several)
        what = "1 thing that was said waits" if many == 1 else f"{many:,} things that were said wait"
        remark(f"{one_line(name, 40)}: {what} in the outbox (sayso list --outbox), and nothing is sent there.")
    if any(each.stage in ON_ITS_WAY for each in several):
        return Exit.UNREACHABLE
    return Exit.FAILURE if any(each.verdict for each in several) else Exit.DONE

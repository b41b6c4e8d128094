"""What every change of a store begins with: it may be made, it is known which store, and nobody else is in touch."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from sayso_client.text import one_line
from sayso_config.model import StoreSetting
from sayso_config.problems import ConfigError, quoted
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from sayso_client.ledger.ledger import Ledger


def may_change(session: Session) -> None:
    """Raise Ended where this process may only read."""
    if session.read_only:
        raise Ended(Exit.REFUSED, f"{session.read_only} Nothing was changed.")


def named(session: Session, name: str) -> StoreSetting:
    """The store of that name, in any case of its letters. Raises ConfigError where there is none."""
    for each in session.loaded.settings.stores:
        if each.name.casefold() == name.strip().casefold():
            return each
    known = ", ".join(quoted(each.name) for each in session.loaded.settings.stores)
    raise ConfigError(f"Nothing was changed: there is no store named {quoted(name)}. Known are: {known}.")


@contextmanager
def alone(session: Session, setting: StoreSetting, *names: str) -> "Iterator[Ledger | None]":
    """The ledger, while no other sayso keeps in touch with the store; None where there is no ledger yet.

    Raises:
        Ended: another one does.
    """
    from sayso_client.sync.lock import StoreLock
    from sayso_tui.cli.served import ledger_of

    if not session.places.ledger.exists():
        yield None
        return
    with ExitStack() as stack:
        for each in (setting.name, *names) if setting.kind != "local" else ():
            lock = StoreLock(session.places.ledger, each)
            if not lock.take():
                raise Ended(
                    Exit.REFUSED,
                    f"Another sayso keeps in touch with {one_line(setting.name, 40)} right now. Nothing was changed; "
                    "leave that inbox first.",
                )
            release: Callable[[], None] = lock.release
            stack.callback(release)
        yield stack.enter_context(ledger_of(session))

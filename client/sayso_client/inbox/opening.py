"""Opening an inbox over a ledger, with the stores that the settings name."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.inbox.inbox import Inbox
from sayso_client.inbox.own_time_and_ids import mint_id, system_clock
from sayso_client.ledger.ledger import Ledger
from sayso_client.me import Me
from sayso_client.stores.local import LocalStore
from sayso_client.stores.replica import ReplicaStore
from sayso_client.stores.rules import RULES
from sayso_client.stores.wires import ELSEWHERE, why_not

if TYPE_CHECKING:
    from sayso_client.stores.contract import Wire
    from sayso_client.via import Via
    from sayso_config.model import Settings, StoreSetting


def open_inbox(
    path: Path,
    settings: "Settings",
    *,
    via: "Via",
    read_only: bool | str = False,
    principal: bool = True,
    session: str | None = None,
    clock: Callable[[], datetime] = system_clock,
    mint: Callable[[], str] = mint_id,
    catch_up: bool = True,
    loop: bool = True,
    environ: Mapping[str, str] | None = None,
) -> Inbox:
    """The inbox over the ledger at `path`, with the stores that the settings name.

    Args:
        path: The ledger; it is made where there is none.
        settings: Who I am, and which stores there are.
        via: The door that verdicts are marked with.
        read_only: Write nothing, whatever comes; a text says why.
        principal: Whether it is opened for the principal. Only then, and with a name, is the ledger told who reads it:
            a requester's process changes nobody's list.
        session: This running inbox's own id, never given before; by default a random one.
        clock: Aware time.
        mint: A fresh record id at each call.
        catch_up: First read all records again when an earlier sayso derived what is held. Else that is shown as it was
            until `Inbox.catch_up` is through.
        loop: Whether an event loop goes on while something is written. Without one, what writes waits for nothing:
            its coroutine ends at the first step.
        environ: Where keys of stores are looked for that are kept in variables; None for this process's own.

    Raises:
        LedgerError: the ledger cannot even be read.
    """
    ledger = Ledger(path, rules=RULES, clock=clock, mint=mint, read_only=read_only, catch_up=catch_up, loop=loop)
    stores = [opened for each in settings.stores if (opened := _store(ledger, each)) is not None]
    me = Me(settings.me.name, settings.me.assistant)
    aliases = [each.as_ for each in settings.stores if each.as_]
    if principal and me.name:
        ledger.i_am((me.name, *aliases), me.assistants)
    wires = {each.name: partial(_wire, each, environ) for each in settings.stores if _is_elsewhere(each)}
    return Inbox(
        ledger,
        stores,
        me,
        clock=clock,
        mint=mint,
        via=via,
        aliases=aliases,
        session=session,
        wires=wires,
        asks_in=settings.asker.store,
    )


def _store(ledger: Ledger, setting: "StoreSetting") -> "LocalStore | ReplicaStore | None":
    if setting.kind == "local":
        return LocalStore(ledger, setting.name)
    if not _is_elsewhere(setting):
        return None
    return ReplicaStore(ledger, setting.name, setting.kind, setting.as_, partial(why_not, setting))


def _is_elsewhere(setting: "StoreSetting") -> bool:
    """Whether the store is copied into the ledger. One in doubt is left alone."""
    return setting.kind in ELSEWHERE and setting.usable


def _wire(setting: "StoreSetting", environ: Mapping[str, str] | None) -> "Wire":
    from sayso_client.stores.wires import WIRES

    return WIRES[setting.kind](setting, environ)

"""`sayso sync`: read what stores elsewhere hold and send what is in the outbox, once; for cron, for example."""

import click

from sayso_client.ledger.outbox import ON_ITS_WAY, WAITS
from sayso_client.sync.syncing import Synced
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.in_vain import in_vain
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.outbox_acts import again, drop
from sayso_tui.cli.output import document, remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.unsynced import tell_left_out, unusable_stores


@click.command()
@click.option(
    "--patience",
    metavar="S",
    type=click.FloatRange(min=0),
    default=60.0,
    help="Give up after so many seconds; 60 by default. What is here by then stays.",
)
@click.option("--drop", "dropped", metavar="N", type=int, help="First take number N of the outbox out of it, for good.")
@click.option(
    "--again", "again_", metavar="N", type=int, help="First queue number N once more: refused, or lost there."
)
@store_option
@json_option
@pass_session
def sync(
    session: Session, patience: float, dropped: int | None, again_: int | None, store: str | None, as_json: bool
) -> None:
    """Bring in what stores elsewhere hold, send what is in the outbox, and end.

    Ends with 6 when a store was not reached, or did not take all of it yet; with 1 when all were reached and some of
    one cannot be read, or something that you said as the principal waits for you in the outbox; with 2 when the section
    of a store cannot be used. While an inbox is open it does the same all the time.
    --drop and --again take the numbers of sayso list --outbox; what the principal said takes a word that is typed.
    """
    if dropped is not None:
        drop(session, dropped)
    if again_ is not None:
        again(session, again_)
    inbox = session.inbox("cli")
    unusable = unusable_stores(session, store)
    if store is not None and not unusable and inbox.store(store).kind == "local":
        raise Ended(Exit.USAGE, f"{one_line(store, 40)} is a local store: there is nothing to sync.")
    if not inbox.shared and not unusable and not as_json:
        remark("No store lives elsewhere, so there is nothing to sync. sayso store add subscribes to one.")
    named = {store} & set(inbox.shared) if store is not None else None
    found = do(inbox.sync(patience, named)) if named is None or named else ()
    code = Exit.DONE
    for synced in found:
        several = inbox.outbox.all(synced.store)
        on_its_way = sum(one.stage in ON_ITS_WAY for one in several)
        mine = sum(one.stage in WAITS and bool(one.verdict) for one in several)
        why = synced.why or next((one.why for one in several if one.stage in ON_ITS_WAY and one.why), "")
        each = synced._replace(why=why)
        if on_its_way or not (each.up_to_date or each.partly):
            code = Exit.UNREACHABLE
        elif (mine or each.partly) and code is Exit.DONE:
            code = Exit.FAILURE
        if as_json:
            members = {"store": each.store, "up_to_date": each.up_to_date, "on_its_way": on_its_way}
            document("sync", {**members, "waiting": each.waiting - on_its_way, "why": each.why})
        else:
            remark(_line(each, on_its_way, mine))
    left = tell_left_out(inbox, store)
    if unusable:
        raise Ended(Exit.USAGE, unusable)
    if code is Exit.DONE:
        code = left
    if code is not Exit.DONE:
        raise Ended(code)


def _line(found: Synced, on_its_way: int, mine: int) -> str:
    told = ["up to date" if found.up_to_date else "not up to date"]
    if on_its_way:
        told.append(f"{on_its_way:,} not sent yet")
    if mine:
        told.append(f"{mine:,} in the outbox wait{'' if mine > 1 else 's'} for you (sayso list --outbox)")
    if asked := found.waiting - on_its_way - mine:
        told.append(f"{asked:,} thing{'s' * (asked > 1)} asked there came to nothing (sayso list --outbox)")
    why = f" {in_vain(found.why)}" if found.why else ""
    return f"{one_line(found.store, 40)}: {', '.join(told)}.{why}"

"""`sayso store list`: the stores, and what is known of them here."""

from dataclasses import asdict
from datetime import UTC
from functools import partial

from sayso_client.errors import LedgerError
from sayso_client.ledger.known import Known, known
from sayso_client.text import one_line
from sayso_config.model import StoreSetting
from sayso_tui.beside_name import without
from sayso_tui.cli.cells import pad
from sayso_tui.cli.output import document, line, remark
from sayso_tui.cli.session import Session
from sayso_tui.cli.shapes.stores import Store


def listed(session: Session, *, as_json: bool) -> None:
    """Print them."""
    settings = session.loaded.settings.stores
    found = of_ledger(session, [each.name for each in settings])
    if as_json:
        document("stores", {"stores": [_document(each, found[each.name]) for each in settings]})
        return
    width = max(len(one_line(each.name, 24)) for each in settings)
    for each in settings:
        told = ", ".join(_told(each, found[each.name]))
        line(f"{pad(one_line(each.name, 24), width)}  {pad(each.kind or '?', 8)}  {one_line(told)}")


def of_ledger(session: Session, names: list[str]) -> dict[str, Known]:
    """What the ledger knows of each; nothing where there is none, or none that can be read."""
    from sayso_client.inbox import mint_id, system_clock
    from sayso_client.ledger.ledger import Ledger
    from sayso_client.stores.rules import RULES
    from sayso_client.sync.lock import StoreLock

    nothing = dict.fromkeys(names, Known())
    if not session.places.ledger.exists():
        return nothing
    try:
        ledger = Ledger(session.places.ledger, rules=RULES, clock=system_clock, mint=mint_id, read_only=True)
        try:
            path, now = session.places.ledger, system_clock()
            return {
                each: ledger.look(partial(known, name=each, now=now, in_touch=StoreLock(path, each).is_tended))
                for each in names
            }
        finally:
            ledger.close()
    except LedgerError as error:
        remark(f"Only the configuration is shown: {error}")
        return nothing


def _told(setting: StoreSetting, held: Known) -> list[str]:
    where = setting.where
    told = [where] if where else []
    if not setting.usable:
        return [*told, "cannot be used: see sayso config check"]
    told.append(f"{held.decisions:,} decision{'' if held.decisions == 1 else 's'}")
    if setting.kind != "local":
        told.append(_condition(setting.name, held))
    if held.waiting:
        told.append(f"{held.waiting:,} not sent yet: sayso list --outbox")
    if held.drafts:
        told.append(f"{held.drafts:,} draft{'' if held.drafts == 1 else 's'}")
    return told


def _condition(name: str, held: Known) -> str:
    if held.health is None:
        return "never reached"
    percent = f" {held.health.percent} %" if held.health.percent is not None else ""
    since = (
        f" since {held.heard.astimezone():%Y-%m-%d %H:%M}" if held.health.condition == "no news" and held.heard else ""
    )
    said = without(name, held.health.why)
    why = f" ({said})" if said else ""
    return f"{held.health.condition}{percent}{since}{why}"


def _document(setting: StoreSetting, held: Known) -> dict[str, object]:
    told = Store(
        name=setting.name,
        kind=setting.kind,
        where=setting.where,
        me=setting.as_,
        key=str(setting.key) if setting.key else None,
        usable=setting.usable,
        uuid=held.uuid,
        decisions=held.decisions,
        drafts=held.drafts,
        waiting=held.waiting,
        unseen=held.unseen,
        condition=str(held.health.condition) if held.health else None,
        why=held.health.why if held.health else "",
        heard=held.heard,
    )
    return {**asdict(told), "heard": held.heard.astimezone(UTC).isoformat() if held.heard else None}

"""How old what is printed of stores elsewhere is, when none of them is followed at this moment."""

from typing import TYPE_CHECKING

from sayso_client.stores.health import Condition
from sayso_client.text import one_line
from sayso_tui.cli.in_vain import in_vain
from sayso_tui.cli.output import remark

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox

_LIVE = frozenset({Condition.LIVE, Condition.POLLING, Condition.READ_ONLY})


def tell_ages(inbox: "Inbox", store: str | None = None) -> None:
    """A remark for each store elsewhere, or for the one named, that is not live ("team: as of 10:42") or not whole."""
    for name in inbox.shared if store is None else [each for each in inbox.shared if each == store]:
        if words := _age(inbox, name):
            remark(f"{one_line(name, 40)}: {words}")


def _age(inbox: "Inbox", name: str) -> str:
    from sayso_tui.widgets.pane.when import clock

    health = next((each.health for each in inbox.stores() if each.name == name), None)
    heard = inbox.heard(name)
    partly = one_line(health.why, 600) if health is not None and health.is_partly else ""
    if health is None or (health.condition in _LIVE and heard is not None and inbox.is_followed(name)):
        return partly
    why = (
        f" ({one_line(in_vain(health.why), 200).rstrip('.')})"
        if health.why and (health.asks or health.condition is Condition.FAILING)
        else ""
    )
    if health.condition is Condition.FILLING and health.percent is not None:
        return f"filling, {health.percent} % is here"
    if health.condition is Condition.STALE and health.percent is not None:
        return f"filling stopped at {health.percent} %; sayso sync goes on"
    if heard is None:
        return f"never reached yet{why}; sayso sync asks it"
    age = f"as of {clock(heard, inbox.now().astimezone())}{why}"
    return f"{age}. {partly}" if partly else age

"""`sayso store accept`: the store that answers now takes the place of the one that is known, on purpose."""

from collections.abc import Iterator

from sayso_client.errors import StoreError
from sayso_client.ledger.known import Known
from sayso_client.stores.http.greeting import Greeting
from sayso_client.text import one_line
from sayso_client.whole import whole
from sayso_config.model import StoreSetting
from sayso_config.store_sections import trust_store
from sayso_tui.cli.exits import Ended, Exit, code_of
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.stores_listed import of_ledger
from sayso_tui.cli.workspace_trusted import later

_WHAT = "Only the principal takes another store in the place of one"


def accepted(session: Session, setting: StoreSetting, uuid: str | None, *, unattended: bool) -> None:
    """Ask who answers, show what would become of what is here, and do it once it is confirmed.

    Args:
        session: The call.
        setting: The store.
        uuid: Which one is meant; None for whichever answers.
        unattended: Whether it was said that nobody sits here.

    Raises:
        Ended: it does not answer, is another one than meant, or was not confirmed; nothing changed.
    """
    name = one_line(setting.name, 40)
    if setting.kind == "local" or not setting.usable:
        why = "is kept here, so it is always the same one" if setting.usable else "cannot be used: sayso config check"
        raise Ended(Exit.USAGE, f"{name} {why}. Nothing changed.")
    now = _who_answers(session, setting)
    if uuid is not None and uuid.replace("-", "").casefold() != now.hello.uuid:
        raise Ended(Exit.CONFLICT, f"{name} is {now.hello.uuid} now, and another one was meant. Nothing changed.")
    held = of_ledger(session, [setting.name])[setting.name]
    if held.uuid in (None, now.hello.uuid):
        known = "is the one that you subscribed to" if held.uuid else "is new here, and known from the first sync on"
        remark(f"{name} {known}. Nothing changed.")
        return
    _confirmed(session, setting, now, held, unattended=unattended)
    if setting.trust:
        # First: between the two steps nothing may be run in a workspace that nobody trusted.
        trust_store(session.places.config, setting.name, False)
    do(session.inbox("cli").accept_store(setting.name, now.hello))
    remark(f"{name} is {now.hello.uuid} from now on. It is read with the next sync. Outbox: {_outbox(held)}.")
    if held.votes:
        remark(f"Votes: {_votes(held)}.")
    if setting.trust:
        remark(f"The former workspace was trusted, this one is not. {later(setting.name)}")


def _who_answers(session: Session, setting: StoreSetting) -> Greeting:
    async def ask() -> Greeting:
        if setting.kind == "chant":
            from sayso_client.stores.chant.wire import open_wire as open_workspace

            return Greeting(await open_workspace(setting, session.environ).hello(), None, "")
        from sayso_client.stores.http.wire import open_wire

        wire = open_wire(setting, session.environ)
        try:
            return await wire.greeting()
        finally:
            await wire.close()

    try:
        return do(ask())
    except StoreError as error:
        raise Ended(code_of(error), f"{whole(str(error))} Nothing changed.") from None


def _confirmed(session: Session, setting: StoreSetting, now: Greeting, held: Known, *, unattended: bool) -> None:
    from sayso_tui.cli.challenge import challenge, word_for
    from sayso_tui.cli.principal import admit

    warning = admit(session, unattended=unattended, what=_WHAT)
    if warning:
        remark(warning)
    if not unattended:
        challenge(_shown(setting, now, held), word_for(None, setting.name, held.uuid or "", now.hello.uuid))


def _shown(setting: StoreSetting, now: Greeting, held: Known) -> Iterator[str]:
    records = "" if now.total is None else f", with {_counted(now.total, 'record')}"
    yield f"At {one_line(setting.where or '', 200)} answers another store than the one that is known."
    yield f"  known    {held.uuid}, {_counted(held.decisions, 'decision')} of it here"
    yield f"  now      {now.hello.uuid}, which calls itself {one_line(now.hello.name, 60) or 'nothing'}{records}"
    yield "  copy     what is shown stays until the one of now is read, and gives way to that then"
    yield f"  drafts   {_counted(held.drafts, 'draft')} of yours stay{'s' if held.drafts == 1 else ''}"
    yield f"  outbox   {_outbox(held)}"
    if held.votes:
        yield f"  votes    {_votes(held)}"
    if setting.trust:
        yield "  trust    is not taken over: the workspace is only read until you say otherwise"
    yield ""


def _outbox(held: Known) -> str:
    told = [f"{_counted(held.waiting, 'thing')} in it now"] if held.waiting else []
    if held.recorded:
        told.append(f"up to {held.recorded:,} that the former one recorded")
    if not told:
        return "nothing of yours is in it; nothing is sent by itself"
    most = held.waiting + held.recorded
    what = "It waits" if most == 1 else f"What the new one does not hold, {most:,} at most, waits"
    return f"{', and '.join(told)}. {what} there until you send it again; nothing is sent by itself"


def _votes(held: Known) -> str:
    return (
        f"{_counted(held.votes, 'answer')} of people that waited for others: kept out of sight until the former "
        "one is back; nothing of it is sent"
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"

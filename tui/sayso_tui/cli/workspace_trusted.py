"""Whether chant may be run in a workspace: the one question, and where its answer is written."""

import shlex
from collections.abc import Iterator
from contextlib import suppress

from sayso_client.errors import LedgerError
from sayso_client.text import one_line
from sayso_config.model import StoreSetting
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session

WHAT = "Only the principal says whether a workspace is trusted"
WORD = "yes"
_AT_ONCE = "This holds at once, in an inbox that is open, too."


def trusted(
    session: Session, setting: StoreSetting, command: tuple[str, ...] = (), *, trust: bool, unattended: bool
) -> None:
    """Ask, unless nobody sits here, and write it into the section of the store.

    Args:
        session: The call.
        setting: Of the store.
        command: What starts chant from now on; nothing leaves that as it is.
        trust: Whether chant may be run in it.
        unattended: Whether it was said that nobody sits here.

    Raises:
        Ended: it is no workspace, or not to be trusted by whoever asks; nothing changed.
    """
    from sayso_config.store_sections import trust_store
    from sayso_tui.cli.principal import admit

    name = one_line(setting.name, 40)
    if setting.kind != "chant":
        raise Ended(Exit.USAGE, f"{name} is no chant workspace, and nothing is run for it. Nothing changed.")
    if setting.trust == trust and command in ((), setting.command):
        remark(f"{name} is {'trusted' if trust else 'only read'} already. Nothing changed.")
        return
    if trust:
        warning = admit(session, unattended=unattended, what=WHAT)
        if warning:
            remark(warning)
        if not unattended:
            ask(setting.path or "", setting.name, command)
    trust_store(session.places.config, setting.name, trust, command)
    setting = setting._replace(command=command or setting.command)
    if trust:
        remark(f"{name}: {_from_now_on(session, setting)}")
    else:
        remark(f"{name}: from now on it is only read. {_AT_ONCE}")
    if not trust and (many := _being_written(session, setting.name)):
        remark(
            f"{many:,} of your verdicts {'is' if many == 1 else 'are'} being written by a chant that runs already; it "
            "is not ended, since that could leave half a record. sayso list --outbox shows what became of it."
        )


def _being_written(session: Session, name: str) -> int:
    """How many verdicts chant may be writing at this moment."""
    if not session.places.ledger.exists():
        return 0
    from sayso_client.ledger import outbox
    from sayso_tui.cli.served import ledger_of

    # Trust is taken back already; a ledger that cannot be opened changes nothing about that.
    with suppress(LedgerError, Ended), ledger_of(session) as ledger:
        found = ledger.look(lambda db: outbox.under_way(db, name))
        return sum(each.stage is outbox.Stage.SENDING for each in found)
    return 0


def _from_now_on(session: Session, setting: StoreSetting) -> str:
    from pathlib import Path

    from sayso_client.errors import StoreError
    from sayso_client.stores.chant import declaration, writable

    why: str | None = None
    with suppress(StoreError, OSError):
        root = declaration.find(Path(setting.path or "")).parent
        why = writable.why_not(setting._replace(trust=True), root, session.environ)
    if why is not None:
        return f"{allowed(setting.name, there=False)} {why}"
    return f"from now on chant may be run in it, so your answers are written there. {_AT_ONCE}"


def allowed(name: str, *, there: bool) -> str:
    """That chant may be run in it, as far as that is of use now.

    Args:
        name: Of the store.
        there: Whether there is a chant that can be run.
    """
    if there:
        return f"chant may be run in it. sayso store check {shlex.quote(one_line(name, 40))} tries it out."
    return (
        "chant may be run in it, and there is none yet that can be: what you answer waits in the outbox, and is "
        "written once there is one."
    )


def ask(path: str, name: str, command: tuple[str, ...] = ()) -> None:
    """Show what trust means, and have a word typed.

    Raises:
        Ended: something else was typed, or nothing, or too fast to have been read; its sentence says what that means.
    """
    from sayso_tui.cli.challenge import challenge

    try:
        challenge(_shown(path, command), WORD, "let chant be run there")
    except Ended as error:
        left = "The command stays as it was." if command else later(name)
        raise Ended(error.code, f"Only the whole word {WORD}, read first and typed, allows it. {left}") from None


def later(name: str) -> str:
    """How it is said at another time."""
    return f"It is only read until you say otherwise: sayso store trust {shlex.quote(one_line(name, 40))}"


def _shown(path: str, command: tuple[str, ...]) -> Iterator[str]:
    yield f"Your answers in {one_line(path, 300)} are written by chant, and by nothing else."
    yield "chant evaluates the workspace's own code (its kind files, and what they import) with your rights:"
    yield "whoever can change that code can do what you can do. Reading the workspace runs nothing of it."
    if command:
        yield f"It is started with: {one_line(shlex.join(command), 300)}"
    yield ""

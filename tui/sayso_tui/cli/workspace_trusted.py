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


def trusted(session: Session, setting: StoreSetting, *, trust: bool, unattended: bool) -> None:
    """Ask, unless nobody sits here, and write it into the section of the store.

    Raises:
        Ended: it is no workspace, or not to be trusted by whoever asks; nothing changed.
    """
    from sayso_config.store_sections import trust_store
    from sayso_tui.cli.principal import admit

    name = one_line(setting.name, 40)
    if setting.kind != "chant":
        raise Ended(Exit.USAGE, f"{name} is no chant workspace, and nothing is run for it. Nothing changed.")
    if setting.trust == trust:
        remark(f"{name} is {'trusted' if trust else 'only read'} already. Nothing changed.")
        return
    if trust:
        warning = admit(session, unattended=unattended, what=WHAT)
        if warning:
            remark(warning)
        if not unattended:
            ask(setting.path or "")
    trust_store(session.places.config, setting.name, trust)
    said = "chant may be run in it, so your answers are written there" if trust else "it is only read"
    remark(f"{name}: from now on {said}. {_AT_ONCE}")
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


def ask(path: str) -> None:
    """Show what trust means, and have a word typed.

    Raises:
        Ended: something else was typed, or nothing, or too fast to have been read.
    """
    from sayso_tui.cli.challenge import challenge

    challenge(_shown(path), WORD, "let chant be run there")


def later(name: str) -> str:
    """How it is said at another time."""
    return f"It is only read until you say otherwise: sayso store trust {shlex.quote(one_line(name, 40))}"


def _shown(path: str) -> Iterator[str]:
    yield f"Your answers in {one_line(path, 300)} are written by chant, and by nothing else."
    yield "chant evaluates the workspace's own code (its kind files, and what they import) with your rights:"
    yield "whoever can change that code can do what you can do. Reading the workspace runs nothing of it."
    yield ""

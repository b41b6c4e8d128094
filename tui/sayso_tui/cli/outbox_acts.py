"""`sayso sync --drop` and `--again`: seeing to one thing in the outbox from the command line, on purpose."""

from sayso_client.errors import NotFound
from sayso_client.ledger.outbox import Outgoing
from sayso_client.text import one_line
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session, do


def drop(session: Session, number: int) -> None:
    """Take it out of the outbox for good.

    Raises:
        Ended: only the principal drops what the principal said, at a terminal.
        NotFound, RefusedByRule: there is none of that number, or it is recorded or being sent.
    """
    one = _meant(session, number, "drop")
    do(session.inbox().outbox.drop(number))
    remark(f"{_about(one)} is dropped; it is not sent any more.")


def again(session: Session, number: int) -> None:
    """Send once more what was refused or what the store lost: the same record, under the same id.

    Raises:
        Ended, NotFound, RefusedByRule: as above.
    """
    one = _meant(session, number, "again")
    do(session.inbox().outbox.send_again(number))
    remark(f"{_about(one)} is queued again.")


def _meant(session: Session, number: int, word: str) -> Outgoing:
    inbox = session.inbox("cli")
    one = inbox.outbox.one(number)
    if one is None:
        raise NotFound(
            f"There is nothing with the number {number} in the outbox. sayso list --outbox shows what there is."
        )
    if one.verdict:
        _ask(session, one, word)
    return one


def _ask(session: Session, one: Outgoing, word: str) -> None:
    """What the principal said is the principal's to drop or to send again."""
    from sayso_tui.cli.challenge import challenge
    from sayso_tui.cli.principal import admit

    warning = admit(session, unattended=False, what="Only the principal sees to what the principal said")
    if warning:
        remark(warning)
    to = "take this out of the outbox for good" if word == "drop" else "send this once more"
    challenge([f"In the outbox: {_about(one)}.", ""], word, to)


def _about(one: Outgoing) -> str:
    return f"{one_line(one.ref.key, 80)}: {one_line(one.parcel.words, 200)}"

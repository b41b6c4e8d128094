"""What was said about a decision here and its store does not show, in lines for stderr."""

from typing import TYPE_CHECKING, NoReturn

from sayso_client.ledger.outbox import WAITS, Stage
from sayso_client.outgoing import note_of
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.output import remark
from sayso_tui.outbox_words import said_words, since_words, stage_words

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox


def tell_unsent(inbox: "Inbox", ref: Ref) -> None:
    """A remark for each, and for what I said and waits for me: "raised: queued for team · 10:42, 5 min ago"."""
    now = inbox.now().astimezone()
    for each in inbox.outbox.of(ref):
        if each.verdict and each.stage in WAITS:
            note = note_of(each)
            beside = f" (note: {one_line(note, 400)})" if note else ""
            why = f". {one_line(each.why, 600)}" if each.why else "."
            remark(f"You said {said_words(each)}{beside}: {stage_words(each)} · {since_words(each, now)}{why}")
    for each in inbox.asked(ref):
        if each.stage is not Stage.WRITTEN:
            why = f". {one_line(each.why, 600)}" if each.why else ""
            remark(f"{said_words(each)}: {stage_words(each)} · {since_words(each, now)}{why}")


def refuse_unsent(inbox: "Inbox", key: str, store: str | None) -> NoReturn:
    """End when the decision is one that was asked here and is not in its store yet.

    Raises:
        Ended: it is; nobody can settle it before it is there.
        NotFound: nobody asked it here, either.
    """
    asked = inbox.find_asked(key, store).ref
    raise Ended(
        Exit.REFUSED,
        f"{one_line(key, 80)} was asked here and is not in {one_line(asked.store, 40)} yet; it can be decided once it "
        "is there (sayso sync). Nothing was written.",
    )

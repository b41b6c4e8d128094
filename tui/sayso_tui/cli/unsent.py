"""What askers said about a decision here and its store does not show, in lines for stderr."""

from typing import TYPE_CHECKING

from sayso_client.ledger.outbox import Stage
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_tui.cli.output import remark
from sayso_tui.outbox_words import said_words, since_words, stage_words

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox


def tell_unsent(inbox: "Inbox", ref: Ref) -> None:
    """A remark for each: "raised: queued for team · 10:42, 5 min ago"."""
    now = inbox.now().astimezone()
    for each in inbox.asked(ref):
        if each.stage is not Stage.WRITTEN:
            why = f". {one_line(each.why, 600)}" if each.why else ""
            remark(f"{said_words(each)}: {stage_words(each)} · {since_words(each, now)}{why}")

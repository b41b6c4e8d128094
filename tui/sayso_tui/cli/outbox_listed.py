"""`sayso list --outbox`: what I said to stores elsewhere, or asked there, and is not recorded."""

from typing import TYPE_CHECKING

from sayso_client.ledger.outbox import WAITS, Outgoing, Stage
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.in_vain import in_vain
from sayso_tui.cli.output import document, line, remark
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from datetime import datetime

    from sayso_client.inbox import Inbox


def print_outbox(session: Session, store: str | None, limit: int | None, *, as_json: bool) -> None:
    """Print it in the order in which it was said, as lines or as JSON lines.

    Raises:
        NotFound: there is no store of that name.
    """
    inbox = session.inbox("cli")
    if store is not None:
        inbox.store(store)
    several = inbox.outbox.all(store)[:limit]
    now = inbox.now().astimezone()
    for one in several:
        if as_json:
            from sayso_tui.cli.documents import outgoing_members

            document("outgoing", outgoing_members(one))
        else:
            _print(one, now)
    if not as_json:
        kept = inbox.outbox.kept_here(store)
        nothing = "Nothing is in the outbox." if kept else "Nothing is in the outbox: all that was said is recorded."
        for sentence in (*(() if several else (nothing,)), *kept):
            remark(sentence)


def tell_outbox(inbox: "Inbox", store: str | None) -> None:
    """A remark while something is not recorded: how much, how far, and what lists it. Nothing else would tell."""
    several = inbox.outbox.all(store)
    if not several:
        return
    also = _waits(sum(each.stage in WAITS for each in several), len(several))
    many = "1 thing that was said is" if len(several) == 1 else f"{len(several):,} things that were said are"
    remark(f"{many} not recorded elsewhere yet: sayso list --outbox.{also}")


def _waits(waits: int, of: int) -> str:
    """How much of it goes no further before the person sees to it, as a sentence that follows another one."""
    if not waits:
        return ""
    if waits < of:
        return f" {waits:,} of them wait{'s' if waits == 1 else ''} for you."
    return {1: " It waits for you.", 2: " Both wait for you."}.get(of, f" All {of:,} wait for you.")


def refuse_with(view: str, text: str) -> None:
    """--outbox is a list of its own.

    Raises:
        Ended: it was given together with another one.
    """
    if view != "waiting" or text:
        raise Ended(Exit.USAGE, "--outbox is a list of its own: without --view and --filter.")


def _print(one: Outgoing, now: "datetime") -> None:
    from sayso_client.outgoing import note_of
    from sayso_tui.outbox_words import said_words, since_words, stage_words

    line(f"{one.num}  {one_line(one.ref.key, 80)}  {said_words(one)}")
    line(f"    {stage_words(one)} · {since_words(one, now)}")
    if note := note_of(one):
        line(f"    with the note: {one_line(note, 400)}")
    if one.why:
        line(f"    {in_vain(one.why)}")
    if one.stage in WAITS:
        line(f"    {_way_on(one)}")


def _way_on(one: Outgoing) -> str:
    """What is typed to see to it; what the principal said takes a word that is typed at a terminal."""
    if one.stage is Stage.CONFLICT:
        return f"The inbox shows both sides. sayso sync --drop {one.num} forgets this one."
    return f"sayso sync --again {one.num} sends it once more, sayso sync --drop {one.num} forgets it."

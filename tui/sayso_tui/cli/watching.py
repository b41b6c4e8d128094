"""`sayso watch`: everything that happens to decisions, as it happens. For programs one JSON document a line."""

import asyncio
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import aclosing, suppress
from datetime import datetime
from typing import TYPE_CHECKING

import click

from sayso_client.handoff.arrived import arrived
from sayso_client.text import one_line
from sayso_tui.cli.cells import cell_len, cut, pad, screen_width
from sayso_tui.cli.documents import change_members
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.in_touch import in_touch
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.output import document, remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.wakings import wakings
from sayso_tui.widgets.pane.when import clock

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox
    from sayso_client.ledger.arrivals import Arrival

WINDOW = 500
"""Records read at a time."""


@click.command()
@click.option("--since", metavar="N", type=click.IntRange(min=0), help="Begin behind change N; 0 begins at the start.")
@store_option
@json_option
@pass_session
def watch(session: Session, since: int | None, store: str | None, as_json: bool) -> None:
    """Print what happens to decisions as it happens, until it is interrupted.

    With --json each line is a document of kind "change"; its seq is what --since takes, so that a program that was
    stopped goes on where it was. Stores elsewhere are followed too, while it runs.
    """
    inbox = session.inbox()
    name = inbox.store(store).name if store is not None else None
    last = inbox.last_arrival()
    if since is not None and since > last:
        raise Ended(Exit.USAGE, f"There is no change {since} yet; the last one is {last}.")
    if sys.stderr.isatty():
        remark("Watching; ctrl+c ends it.")
    do(_follow(inbox, last if since is None else since, name, as_json=as_json))


async def _follow(inbox: "Inbox", after: int, store: str | None, *, as_json: bool) -> None:
    """Print what comes, until nobody reads it."""
    woken = asyncio.Event()
    left = _reader_left(woken.set)
    async with in_touch(inbox), aclosing(wakings(inbox, woken)) as looks:
        async for _ in looks:
            if left():
                raise BrokenPipeError
            for each in _news(inbox, after, store):
                after = each.held.seq
                _tell(inbox, each, as_json=as_json)


def _reader_left(wake: Callable[[], None]) -> Callable[[], bool]:
    """A look whether the reader of our pipe has gone. `wake` is called when it goes, also while we print nothing."""
    gone = False

    def leave() -> None:
        nonlocal gone
        gone = True
        loop.remove_reader(out)
        wake()

    loop = asyncio.get_running_loop()
    with suppress(AttributeError, ValueError, OSError):
        out = sys.stdout.fileno()
        if stat.S_ISFIFO(os.fstat(out).st_mode):
            # Nothing is ever read there; but the end of the other side is told as if something could be.
            loop.add_reader(out, leave)
    return lambda: gone


def _news(inbox: "Inbox", after: int, store: str | None) -> "Iterator[Arrival]":
    while found := inbox.arrivals(after, WINDOW, store):
        yield from found
        after = found[-1].held.seq


def _tell(inbox: "Inbox", each: "Arrival", *, as_json: bool) -> None:
    now = inbox.now().astimezone()
    if as_json:
        document("change", change_members(each, inbox.rows((each.ref,)).get(each.ref), now))
    else:
        result(_line(each, now, screen_width()))


def _line(each: "Arrival", now: datetime, width: int) -> str:
    event = arrived(each.held)
    when = clock(each.held.received, now) if each.held.received else ""
    by = f"  by {one_line(event.by, 30)}" if event.by else ""
    head = f"{when}  {pad(event.what, 9)}  {cut(each.ref.key, 40)}{by}"
    room = width - cell_len(head) - 2
    return f"{head}  {cut(event.text, room)}".rstrip() if room > 8 else head

"""`sayso wait`: sleep until a decision is decided, and print the answer. Silence is never one."""

import asyncio
import sys
import time
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

import click

from sayso_client.decision import Decision, Flag, Outcome, Ref, State
from sayso_client.errors import Conflict
from sayso_client.ledger.outbox import Stage
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.in_touch import found, in_touch
from sayso_tui.cli.options import Seconds, json_option, key_argument, store_option
from sayso_tui.cli.output import remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.shown import print_decision
from sayso_tui.cli.wakings import wakings

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox


@click.command()
@key_argument
@click.option("--timeout", metavar="S", type=Seconds(min=0), help="Give up after so many seconds.")
@store_option
@json_option
@pass_session
def wait(session: Session, key: str, timeout: float | None, store: str | None, as_json: bool) -> None:
    """Wait until the principal has decided, and print the answer's text.

    Ends with 0 only on an answer to the terms in force that nothing contradicts; 7 when it was dismissed or withdrawn;
    3 when the time is up, and then the reason is on stderr.
    """
    inbox = session.inbox()
    began = time.monotonic()
    ref = found(session, key, store, timeout).ref
    left = None if timeout is None else max(0.0, timeout - (time.monotonic() - began))
    _asked(inbox, ref)
    if sys.stderr is not None and sys.stderr.isatty():
        remark(f"Waiting for the answer to {one_line(key, 80)}; ctrl+c stops waiting.")
    decision = do(_settled(inbox, ref, left))
    if as_json:
        print_decision(session, decision)
    code, sentence = standing(decision)
    if code is Exit.DONE:
        if not as_json and decision.settlement is not None:
            result(decision.settlement.text or "")
        return
    remark((_not_sent(inbox, ref) if code is Exit.STILL_OPEN else "") or sentence)
    raise Ended(code)


async def _settled(inbox: "Inbox", ref: Ref, seconds: float | None) -> Decision:
    """The decision once there is something to conclude from it, or as it stands when the time is up."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), in_touch(inbox), aclosing(wakings(inbox, asyncio.Event())) as looks:
            async for _ in looks:
                decision = _asked(inbox, ref)
                if standing(decision)[0] is not Exit.STILL_OPEN:
                    return decision
    return _asked(inbox, ref)


def _not_sent(inbox: "Inbox", ref: Ref) -> str:
    """A sentence while the question itself has yet to be sent to its store; empty when it is there."""
    said = inbox.asked(ref)
    if not said or inbox.decision(ref) is not None:
        return ""
    why = f" {one_line(said[0].why, 400)}" if said[0].why else ""
    name, store = one_line(ref.key, 80), one_line(ref.store, 40)
    return f"{name} is not in {store} yet, so nobody has seen it there: it waits here to be sent.{why}"


def _asked(inbox: "Inbox", ref: Ref) -> Decision:
    """The decision as it stands.

    Raises:
        Conflict: what was asked here is asked there in other words, so an answer to that is none to this.
        RefusedByRule: it was asked here, and its store did not take it.
    """
    from sayso_client.inbox.as_asked import not_taken

    for each in inbox.asked(ref):
        if each.stage is Stage.CONFLICT:
            raise Conflict(not_taken(each))
    return inbox.find_asked(ref.key, ref.store)


def standing(decision: Decision) -> tuple[Exit, str]:
    """What a waiting program may conclude from a decision, as exit code and sentence."""
    name = one_line(decision.ref.key, 80)
    if decision.state is State.STALE:
        return Exit.STILL_OPEN, f"{name} was answered before its terms changed; it waits again."
    settled = decision.settlement
    if settled is not None and Flag.TERMS_EXCHANGED in decision.flags:
        return Exit.STILL_OPEN, f"{name} was answered on other terms than those held; it waits again."
    if settled is not None and Flag.CONTESTED in decision.flags:
        return Exit.CONFLICT, f"{name} has answers that contradict one another; do nothing that cannot be undone."
    if settled is not None and decision.state is State.DECIDED and settled.outcome is Outcome.DECIDED:
        return Exit.DONE, ""
    if decision.state is State.DISMISSED:
        return Exit.DISMISSED, f"{name} was dismissed: no answer is needed." + _why(settled.note if settled else None)
    if decision.state is State.WITHDRAWN:
        return Exit.DISMISSED, f"{name} was withdrawn." + _why(decision.withdrawal)
    if decision.state is State.CLOSED:
        return Exit.DISMISSED, f"{name} was closed without an answer."
    beside = "" if decision.state is State.OPEN else f" ({decision.state})"
    return Exit.STILL_OPEN, f"{name} is still open{beside}."


def _why(reason: str | None) -> str:
    return f" {one_line(reason, 200)}" if reason else ""

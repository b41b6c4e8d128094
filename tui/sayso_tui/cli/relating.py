"""`sayso relate`: what a decision follows from, as its asker; or that two decisions ask the same, as the principal."""

import click

from sayso_client.decision import Decision
from sayso_client.text import one_line
from sayso_client.verdict import SameAs
from sayso_tui.cli.added import add_origin, uri_of
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.challenge import challenge, word_for
from sayso_tui.cli.deciding import tell
from sayso_tui.cli.options import key_argument
from sayso_tui.cli.output import remark
from sayso_tui.cli.page import question
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.principal import Principal, principal_options
from sayso_tui.cli.sent_on import deliver
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.shown import print_decision


@click.command()
@key_argument
@click.option("--derived-from", "uri", metavar="URI", help="As the asker: what it follows from, such as an inquiry.")
@click.option("--same-as", "other", metavar="KEY", help="As the principal: another decision that asks the same.")
@principal_options
@pass_session
def relate(session: Session, key: str, uri: str | None, other: str | None, principal: Principal) -> None:
    """Tie a decision to what it follows from, or to another that asks the same. It settles nothing.

    Only the principal says --same-as: at a terminal both questions are shown and a code has to be typed. Each of the
    two is still settled on its own.
    """
    if (uri is None) == (other is None):
        raise click.UsageError("Give one of --derived-from URI and --same-as KEY.")
    if uri is not None:
        _derive(session, key, uri, principal)
    elif other is not None:
        _same(session, key, other, principal)


def _derive(session: Session, key: str, uri: str, principal: Principal) -> None:
    if principal.unattended or principal.terms_rev is not None or principal.by is not None:
        raise click.UsageError("--unattended, --terms-rev and --by go with --same-as only: the asker decides nothing.")
    try:
        uri_of(uri)
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from None
    add_origin(session, key, uri, principal.note, principal.store, as_json=principal.as_json)


def _same(session: Session, key: str, other: str, principal: Principal) -> None:
    decision = principal.decision(session, key)
    if other == key:
        raise click.UsageError("A decision is the same as itself; name another one.")
    twin = session.inbox().find(other, decision.ref.store)
    if any((each.kind, each.key) == ("same_as", other) for each in decision.relations):
        remark(f"{one_line(key, 80)} is said to be the same as {one_line(other, 80)} already. Nothing was written.")
        if principal.as_json:
            print_decision(session, decision)
        return
    by = principal.by or session.inbox().me_in(decision.ref.store).name or ""
    if not principal.unattended:
        _ask(session, decision, twin, by, principal.note)
    inbox = session.inbox()
    verdict = SameAs(
        decision.ref,
        decision.seen,
        inbox.mint(),
        inbox.now(),
        inbox.via,
        other=other,
        other_seen=twin.seen,
        by=by,
        note=principal.note.strip() or None,
    )
    tell(session, deliver(session, verdict, do(inbox.record(verdict))), as_json=principal.as_json)


def _ask(session: Session, decision: Decision, twin: Decision, by: str, note: str) -> None:
    now = session.inbox().now().astimezone()
    words = f"related · same as {one_line(twin.ref.key, 200)} · by {one_line(by, 200)}"
    lines = [*question(decision, now, screen_width()), "", "is said to ask the same as", ""]
    lines += [*question(twin, now, screen_width()), ""]
    lines += [f"Will be written to {one_line(decision.ref.store, 40)}:", f"  {words}"]
    lines += [f"  note: {one_line(note, 2000)}"] if note.strip() else []
    about = (decision.ref.store, decision.ref.key, decision.seen, twin.ref.key, twin.seen)
    challenge([*lines, "  Each of the two is still settled on its own.", ""], word_for(None, *about))

"""What `sayso show` prints. Apart from how its options are parsed, so that a plain call needs no parser."""

from dataclasses import replace

from sayso_client.decision import Decision, Flag
from sayso_client.errors import NotFound
from sayso_tui.cli.output import document, line
from sayso_tui.cli.session import Session


def print_shown(session: Session, key: str, store: str | None = None, *, as_json: bool = False) -> None:
    """Print one decision, as a page or as a JSON document.

    Raises:
        NotFound: there is none of that key.
        Ambiguous: several stores hold it and none was named.
        RefusedByRule: it was asked here, and its store did not take it.
    """
    decision = _to_show(session, key, store)
    if decision.ref.store in session.inbox().shared:
        from sayso_tui.cli.ages import tell_ages
        from sayso_tui.cli.unsent import tell_unsent

        tell_ages(session.inbox(), decision.ref.store)
        tell_unsent(session.inbox(), decision.ref)
    if as_json:
        print_decision(session, decision, records=True)
        return
    from sayso_tui.cli.cells import screen_width
    from sayso_tui.cli.page import page

    now = session.inbox().now().astimezone()
    if session.inbox().decision(decision.ref) is None:
        # What has yet to be sent was told above; the page's own word for it is about a verdict.
        decision = replace(decision, flags=decision.flags - {Flag.UNSENT})
    for each in page(decision, now, screen_width()):
        line(each)


def _to_show(session: Session, key: str, store: str | None) -> Decision:
    """As it stands in its store; where it has yet to be sent, as it was asked."""
    inbox = session.inbox("cli")
    try:
        return inbox.find(key, store)
    except NotFound:
        return inbox.find_asked(key, store, session.asks_in)


def print_decision(session: Session, decision: Decision, *, records: bool = False) -> None:
    """Print a decision as a JSON document."""
    from sayso_tui.cli.documents import Shown, decision_members

    inbox = session.inbox()
    shown = Shown(inbox.records_as_asked(decision.ref), inbox.outbox.of(decision.ref)) if records else None
    document("decision", decision_members(decision, inbox.now().astimezone(), shown))

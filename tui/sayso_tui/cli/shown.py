"""What `sayso show` prints. Apart from how its options are parsed, so that a plain call needs no parser."""

from sayso_client.decision import Decision
from sayso_tui.cli.output import document, line
from sayso_tui.cli.session import Session


def print_shown(session: Session, key: str, store: str | None = None, *, as_json: bool = False) -> None:
    """Print one decision, as a page or as a JSON document.

    Raises:
        NotFound: there is none of that key.
        Ambiguous: several stores hold it and none was named.
    """
    decision = session.inbox("cli").find(key, store)
    if decision.ref.store in session.inbox().shared:
        from sayso_tui.cli.ages import tell_ages

        tell_ages(session.inbox(), decision.ref.store)
    if as_json:
        print_decision(session, decision, records=True)
        return
    from sayso_tui.cli.cells import screen_width
    from sayso_tui.cli.page import page

    now = session.inbox().now().astimezone()
    for each in page(decision, now, screen_width()):
        line(each)


def print_decision(session: Session, decision: Decision, *, records: bool = False) -> None:
    """Print a decision as a JSON document."""
    from sayso_tui.cli.documents import decision_members

    held = session.inbox().records(decision.ref) if records else None
    document("decision", decision_members(decision, session.inbox().now().astimezone(), held))

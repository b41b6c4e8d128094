"""The four authority kinds as a choice, with what each means and the fields that two of them need."""

from collections.abc import Iterable

from textual.widget import Widget

from sayso_client.decision import Decision, Proposal
from sayso_client.draft import Draft
from sayso_client.text import one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.widgets.choices import Choice, Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled
from sayso_tui.widgets.proposal_view import maker, provenance

KINDS = tuple(AuthorityKind)
_MEANING = {
    AuthorityKind.PRINCIPAL: "I decide this myself",
    AuthorityKind.CONFIRMED: "I confirm what was proposed",
    AuthorityKind.DELEGATED: "answered under a mandate, without the principal",
    AuthorityKind.ATTESTED: "taken from evidence, such as a mail",
}
_NEEDS = {"under": AuthorityKind.DELEGATED, "basis": AuthorityKind.ATTESTED}


def fields(decision: Decision, start: Draft, proposal: Proposal | None) -> Iterable[Widget]:
    """The kinds, and the mandate and the evidence, which show only with their kind."""
    yield Labelled("Authority", Choices(kinds(decision, proposal), KINDS.index(start.kind), id="kind"))
    yield Labelled("Under", Field(start.under, id="under", placeholder="the mandate"))
    yield Labelled("Taken from", Field(start.basis, id="basis", placeholder="the mail, the talk, the document"))


def kinds(decision: Decision, proposal: Proposal | None) -> tuple[Choice, ...]:
    """All four; one that the store does not accept says why."""
    return tuple(_choice(kind, decision, proposal) for kind in KINDS)


def chosen(screen: Widget) -> AuthorityKind:
    """The kind that is marked."""
    index = screen.query_one("#kind", Choices).chosen
    return KINDS[index or 0]


def choose(screen: Widget, kind: AuthorityKind) -> None:
    """Mark a kind, in silence."""
    screen.query_one("#kind", Choices).choose(KINDS.index(kind))


def next_kind(screen: Widget) -> None:
    """Mark the next kind that the store accepts, round and round."""
    choices = screen.query_one("#kind", Choices)
    before = choices.chosen
    choices.move(1)
    if choices.chosen == before:
        choices.chosen = None
        choices.move(1)


def show_needed(screen: Widget) -> None:
    """Show the mandate's or the evidence's field with its kind, and hide the other."""
    kind = chosen(screen)
    for field, needed_by in _NEEDS.items():
        parent = screen.query_one(f"#{field}").parent
        if isinstance(parent, Labelled):
            parent.display = kind is needed_by


def _choice(kind: AuthorityKind, decision: Decision, proposal: Proposal | None) -> Choice:
    meaning = _MEANING[kind]
    if kind is AuthorityKind.CONFIRMED and proposal is not None:
        meaning = f"I confirm what {one_line(maker(proposal), 40)} proposed ({provenance(proposal)})"
    refused = ""
    if kind not in decision.can.kinds:
        refused = one_line(decision.can.refusals.get(kind, "this store does not keep this kind"), 120)
    return Choice(str(kind), meaning, refused)

"""The authority kinds as a choice, with what each means and the fields that two of them need."""

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from sayso_client.decision import Decision, Proposal
from sayso_client.draft import Draft
from sayso_client.verdict import AuthorityKind
from sayso_tui.kinds import ALL, NEEDS, offered
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled


class KindChoices(Choices):
    """The kinds that a sheet offers; one that the store does not accept says why."""

    def __init__(self, decision: Decision, kind: AuthorityKind, offered: Sequence[AuthorityKind] = ALL) -> None:
        self._offered = tuple(offered)
        super().__init__(self._choices(decision, None), self._index(kind), id="kind")

    @property
    def kind(self) -> AuthorityKind:
        """The kind that is marked."""
        return self._offered[self.chosen or 0]

    @kind.setter
    def kind(self, kind: AuthorityKind) -> None:
        """Mark a kind, in silence."""
        self.choose(self._index(kind))

    def offer(self, decision: Decision, proposal: Proposal | None = None) -> None:
        """What the store accepts now, and whose proposal would be confirmed; the mark stays."""
        self.put(self._choices(decision, proposal), self.chosen)

    def next(self) -> None:
        """Mark the next kind that the store accepts, round and round."""
        if self.frozen:
            return
        before = self.chosen
        self.move(1)
        if self.chosen == before:
            self.chosen = None
            self.move(1)

    def _index(self, kind: AuthorityKind) -> int:
        return self._offered.index(kind) if kind in self._offered else 0

    def _choices(self, decision: Decision, proposal: Proposal | None) -> tuple[Choice, ...]:
        dismissing = AuthorityKind.CONFIRMED not in self._offered
        return tuple(_choice(kind, decision, proposal, dismissing=dismissing) for kind in self._offered)


def fields(decision: Decision, start: Draft, offered: Sequence[AuthorityKind] = ALL) -> Iterable[Widget]:
    """The kinds, and the mandate and the evidence, which show only with their kind."""
    yield Labelled("Authority", KindChoices(decision, start.kind, offered))
    yield Labelled("Under", Field(start.under, id="under", placeholder="the mandate"))
    yield Labelled("Taken from", Field(start.basis, id="basis", placeholder="the mail, the talk, the document"))


def kinds(screen: Widget) -> KindChoices:
    """The kinds of a sheet."""
    return screen.query_one("#kind", KindChoices)


def show_needed(screen: Widget) -> None:
    """Show the mandate's or the evidence's field with its kind, and hide the other."""
    kind = kinds(screen).kind
    for needed_by, field in NEEDS.items():
        parent = screen.query_one(f"#{field}").parent
        if isinstance(parent, Labelled):
            parent.display = kind is needed_by


def _choice(kind: AuthorityKind, decision: Decision, proposal: Proposal | None, *, dismissing: bool) -> Choice:
    _, meaning, refused = offered(kind, decision, proposal, dismissing=dismissing)
    return Choice(str(kind), meaning, refused)

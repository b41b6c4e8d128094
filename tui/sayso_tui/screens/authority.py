"""The authority kinds as a choice, with what each means and the fields that two of them need."""

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from sayso_client.decision import Decision, Proposal
from sayso_client.draft import Draft
from sayso_client.text import one_line
from sayso_client.verdict import AuthorityKind
from sayso_tui.kinds import ALL, NEEDS, offered
from sayso_tui.widgets.choice import Choice
from sayso_tui.widgets.choices import Choices
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled


class KindChoices(Choices):
    """The kinds that a sheet offers; those that the store does not accept say why, several of them on one line."""

    def __init__(self, decision: Decision, kind: AuthorityKind, offered: Sequence[AuthorityKind] = ALL) -> None:
        self._offered = tuple(offered)
        self._decision = decision
        self._proposal: Proposal | None = None
        self._lined = self._alone(kind)
        super().__init__(self._choices(), self._index(kind), id="kind")

    @property
    def kind(self) -> AuthorityKind:
        """The kind that is marked."""
        return self._lined[self.chosen or 0]

    @kind.setter
    def kind(self, kind: AuthorityKind) -> None:
        """Mark a kind, in silence."""
        if kind in self._lined:
            self.choose(self._index(kind))
        else:
            self._show(kind)

    def offer(self, decision: Decision, proposal: Proposal | None = None) -> None:
        """What the store accepts now, and whose proposal would be confirmed; the mark stays."""
        self._decision, self._proposal = decision, proposal
        self._show(self.kind)

    def next(self) -> None:
        """Mark the next kind that the store accepts, round and round."""
        if self.frozen:
            return
        before = self.chosen
        self.move(1)
        if self.chosen == before:
            self.chosen = None
            self.move(1)

    def _show(self, kind: AuthorityKind) -> None:
        self._lined = self._alone(kind)
        self.put(self._choices(), self._index(kind))

    def _index(self, kind: AuthorityKind) -> int:
        return self._lined.index(kind) if kind in self._lined else 0

    def _alone(self, marked: AuthorityKind) -> tuple[AuthorityKind, ...]:
        """The kinds with a line of their own: all, unless several cannot be chosen; the marked one always has one."""
        refused = {kind for kind in self._offered if kind not in self._decision.can.kinds} - {marked}
        return tuple(kind for kind in self._offered if kind not in refused) if len(refused) > 1 else self._offered

    def _choices(self) -> tuple[Choice, ...]:
        dismissing = AuthorityKind.CONFIRMED not in self._offered
        made = {kind: _choice(kind, self._decision, self._proposal, dismissing=dismissing) for kind in self._offered}
        folded = [made[kind] for kind in self._offered if kind not in self._lined]
        alone = tuple(made[kind] for kind in self._lined)
        return (*alone, _together(folded, self._decision)) if folded else alone


def _together(choices: Sequence[Choice], decision: Decision) -> Choice:
    """Kinds that cannot be chosen, as one line."""
    names = ", ".join(each.label for each in choices)
    reasons = {each.refused for each in choices}
    why = reasons.pop() if len(reasons) == 1 else f"{one_line(decision.ref.store, 20)} does not take these"
    return Choice("others", refused=f"{names}: {why}")


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

"""Asking who I am, in the sheet that needs to know, when the configuration does not say."""

from collections.abc import Iterable

from textual.widget import Widget

from sayso_client.compose import OWN_WORD
from sayso_client.decision import Act
from sayso_client.errors import Incomplete
from sayso_client.me import Me
from sayso_client.verdict import AuthorityKind
from sayso_tui.login import offered_name
from sayso_tui.screens.desk import Desk
from sayso_tui.widgets.field import Field
from sayso_tui.widgets.labelled import Labelled


class Names:
    """The fields Name and Assistant; absent when both are known."""

    def __init__(self, desk: Desk, store: str) -> None:
        self._desk = desk
        self._store = store
        self._typed = {"name": "", "assistant": ""}

    @property
    def _known(self) -> Me:
        """Who I am to this store, by the configuration or as the store says."""
        return self._desk.inbox.me_in(self._store)

    def fields(self, act: Act) -> Iterable[Widget]:
        """A field for each name that is not known and that this act may need."""
        me = self._known
        if act is Act.NOTE:
            return
        if not me.name:
            self._typed["name"] = offered_name()
            yield Labelled("Your name", Field(self._typed["name"], id="name", placeholder="who you are to this store"))
        if not me.assistant and act is not Act.RETRACT:
            yield Labelled("Assistant", Field("", id="assistant", placeholder="the name of the assistant who answered"))

    def show(self, kind: AuthorityKind | None, screen: Widget) -> None:
        """Read the fields, and show the assistant's only for the kinds that need it."""
        for field in screen.query("#name, #assistant").results(Field):
            self._typed[str(field.id)] = " ".join(field.value.split())
            if field.id == "assistant" and field.parent is not None:
                field.parent.display = kind is not None and kind not in OWN_WORD

    def me(self) -> Me:
        """Who I am, with what was typed where the configuration is silent."""
        known = self._known
        return Me(known.name or self._typed["name"] or None, known.assistant or self._typed["assistant"] or None)

    async def introduce(self, screen: Widget) -> None:
        """Write newly typed names into the configuration, before anything is recorded with them.

        Raises:
            Incomplete: the name is needed and empty.
            SaysoError: it could not be written; nothing was recorded.
        """
        for what, field in self._asked_for(screen).items():
            value = " ".join(field.value.split())
            if not value or getattr(self._known, what):
                continue
            if what == "name" and value == "root":
                raise Incomplete("root is nobody's name. Write the name that your decisions stand under.", "name")
            self._desk.introduce(what, value)
            await self._desk.inbox.become(self._desk.inbox.me._replace(**{what: value}))

    def asking(self, missing: Incomplete, screen: Widget) -> str:
        """What to say when something is missing; a name is asked for in its field, not in the configuration."""
        if missing.field not in self._asked_for(screen):
            return str(missing)
        whose = {"name": "your name", "assistant": "the assistant's name"}[missing.field]
        return f"Type {whose} above (kept for next time). Nothing was written."

    def _asked_for(self, screen: Widget) -> dict[str, Field]:
        """The fields that this kind needs, in sight or scrolled away."""
        fields = screen.query("#name, #assistant").results(Field)
        return {str(each.id): each for each in fields if each.parent is not None and each.parent.display}

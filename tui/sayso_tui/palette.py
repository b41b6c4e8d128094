"""The palette: every action of the inbox by its name."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from sayso_tui.keys import Key, Keys, Where, merged


class Palette(ModalScreen[Key | None], inherit_bindings=False):
    """Ends with the chosen action, or with None. What comes in after that acts on nothing here.

    All keys but those that close have no priority, so that each acts on what was typed before it.
    """

    AUTO_FOCUS = "Input"
    DEFAULT_CSS = """
    Palette { align-horizontal: center; background: $background 60%; }
    Palette > Vertical { width: 90%; max-width: 90; height: auto; max-height: 100%; margin: 0; background: $surface; }
    Palette Input { border: none; height: 1; padding: 0 2; margin: 1 0; background: $surface; background-tint: 0%; }
    Palette OptionList { border: none; height: auto; max-height: 70vh; padding: 0; background: $surface; }
    Palette OptionList > .option-list--option { padding: 0 2; }
    Palette Static { padding: 0 2; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("ctrl+p", "close", show=False, priority=True, id="palette"),
        Binding("down,ctrl+n", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("ctrl+home", "move(-1000)", show=False),
        Binding("ctrl+end", "move(1000)", show=False),
    ]

    def __init__(self, keys: Keys) -> None:
        """Prepare the list.

        Args:
            keys: As they are bound here.
        """
        super().__init__()
        inbox = merged(keys.in_(Where.INBOX))
        self._all = [key for key in inbox if key.id != "palette" and " " not in key.id]
        self._found: Sequence[Key] = ()
        self._is_over = False

    def compose(self) -> ComposeResult:
        """A line to type in, and what it finds."""
        with Vertical():
            yield Input(placeholder="Find an action", select_on_focus=False)
            yield OptionList(markup=False)
            yield Static("No action has that name.", markup=False)

    def on_mount(self) -> None:
        """Everything, and the focus stays with the line."""
        self.query_one(OptionList).can_focus = False
        self._find("")

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Find what is named so."""
        self._find(event.value)

    def _find(self, words: str) -> None:
        wanted = words.casefold().split()
        named = [key for key in self._all if all(each in _names(key) for each in wanted)]
        self._found = sorted(named, key=lambda key: not _names(key).startswith(" ".join(wanted)))
        shown = self.query_one(OptionList)
        shown.clear_options()
        shown.add_options(Option(_title(key)) for key in self._found)
        shown.highlighted = 0 if self._found else None
        shown.display = bool(self._found)
        self.query_one(Static).display = not self._found

    @on(Input.Submitted)
    def chosen(self, event: Input.Submitted) -> None:
        """Take the action that is marked, among those that these very words find."""
        shown = self.query_one(OptionList)
        if shown.highlighted is not None:
            self._close(self._found[shown.highlighted])

    @on(OptionList.OptionSelected)
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """Take the action that was clicked."""
        if event.option_index < len(self._found):
            self._close(self._found[event.option_index])

    def action_close(self) -> None:
        """Back to where one was."""
        self._close(None)

    def action_move(self, steps: int) -> None:
        """Mark another action; at the ends it stays."""
        shown = self.query_one(OptionList)
        if shown.highlighted is not None:
            shown.highlighted = min(max(shown.highlighted + steps, 0), len(self._found) - 1)

    def action_page(self, pages: int) -> None:
        """Move by so many pages."""
        self.action_move(pages * max(self.query_one(OptionList).size.height, 1))

    def _close(self, key: Key | None) -> None:
        if not self._is_over:
            self._is_over = True

            self.dismiss(key)


def _names(key: Key) -> str:
    return f"{_title(key)} {key.id.replace('-', ' ')}".casefold()


def _title(key: Key) -> str:
    """The footer's word, what the action does, and its key."""
    return f"{key.label.capitalize()}: {_lower(key.help.split(':')[0].rstrip('.'))}   {key.shown}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

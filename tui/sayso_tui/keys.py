"""Every key of sayso, in one table. Bindings, footer, help, palette, docs/keys.md and README are made from it.

An action keeps its id for ever; people rebind by it (`[keys]` in config.toml). A key means one thing wherever the focus
is; in a sheet printable keys are text, so none of them acts there.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from textual.binding import Binding

from sayso_tui.key_names import is_key_name, is_text, may_record, shown


class Where(StrEnum):
    """On which screens a key acts."""

    INBOX = "in the inbox"
    SHEET = "in a sheet"
    LISTS = "in a sheet's lists and texts"


class Key(NamedTuple):
    """One action and the keys that start it."""

    id: str
    keys: tuple[str, ...]
    where: tuple[Where, ...]
    label: str
    """One word for the footer."""
    help: str
    """A sentence for the help screen and the palette."""

    @property
    def action(self) -> str:
        """What Textual calls: the id as a method name; the options share one."""
        if self.id.startswith("option-"):
            return f"option({self.id.removeprefix('option-')})"
        return self.id.replace("-", "_")

    @property
    def shown(self) -> str:
        """The keys as a person reads them."""
        return " ".join(shown(each) for each in self.keys)

    @property
    def first(self) -> str:
        """The first of them, as a person reads it; a dash when there is none."""
        return shown(self.keys[0]) if self.keys else "-"


_IN, _SHEET, _LISTS = (Where.INBOX,), (Where.SHEET,), (Where.LISTS,)
_BOTH = (Where.INBOX, Where.SHEET)

TABLE = (
    Key("down", ("j", "down"), _IN, "down", "Go to the next decision, or scroll the text that has the focus."),
    Key("up", ("k", "up"), _IN, "up", "Go to the decision before, or scroll back."),
    Key("half-page-down", ("ctrl+d",), _IN, "half page", "Half a page down."),
    Key("half-page-up", ("ctrl+u",), _IN, "half page", "Half a page up."),
    Key("page-down", ("pagedown",), _IN, "page", "A page down."),
    Key("page-up", ("pageup",), _IN, "page", "A page up."),
    Key("first", ("g", "home"), _IN, "first", "To the top."),
    Key("last", ("G", "end"), _IN, "last", "To the end."),
    Key("open", ("enter",), _IN, "open", "Read the decision: on its own page where the list fills the screen."),
    Key("back", ("escape",), _IN, "back", "Back to the list; clears the filter there. Never writes or dismisses."),
    Key("pane", ("tab", "shift+tab"), _IN, "pane", "Move between the list and the decision."),
    *(
        Key(f"option-{n}", (str(n),), _IN, "option", f"Answer with option {n}: opens a sheet, writes nothing.")
        for n in range(1, 10)
    ),
    Key("answer", ("a",), _IN, "answer", "Answer in your own words or by an option: opens a sheet, writes nothing."),
    Key("confirm", ("c",), _IN, "confirm", "Confirm what was proposed: opens a sheet, writes nothing."),
    Key("dismiss", ("d",), _IN, "dismiss", "Say that no answer is needed: opens a sheet, writes nothing."),
    Key("retract", ("R",), _IN, "retract", "Take an earlier answer back: opens a sheet, writes nothing."),
    Key("note", ("n",), _IN, "note", "Add a remark that settles nothing: opens a sheet, writes nothing."),
    Key(
        "same-answer",
        ("equals_sign",),
        _IN,
        "as before",
        "Answer as you answered the same question before: opens a sheet, writes nothing.",
    ),
    Key("undo", ("u",), _IN, "undo", "Take back what you did last: opens a sheet, writes nothing."),
    Key(
        "outbox",
        ("x",),
        _IN,
        "outbox",
        "See to what you said and is not recorded; the view of it where that is several: writes nothing.",
    ),
    Key("stores", ("S",), _IN, "stores", "Every store: how it does and why, who you are there, what is to be sent."),
    Key(
        "was-me",
        ("i",),
        _IN,
        "was me",
        "Say that what is marked “not from here” was you, elsewhere: opens a sheet, writes nothing.",
    ),
    Key("full-text", ("ctrl+g",), _IN, "full text", "Read all of the decision in $PAGER; the screen cuts long texts."),
    Key(
        "arrivals",
        ("r", "ctrl+r"),
        _IN,
        "arrivals",
        "Show what is new, take away what no longer belongs here; ask stores out of reach again.",
    ),
    Key(
        "filter",
        ("slash",),
        _IN,
        "filter",
        "List what holds these words; by:NAME for who asks, is:VIEW for a view.",
    ),
    Key("previous-view", ("[",), _IN, "view", "The view before: waiting, proposed, open, contested, settled, all."),
    Key("next-view", ("]",), _IN, "view", "The next view."),
    Key("command", ("colon",), _IN, "go to", "Go to a decision by its key. :q leaves."),
    Key("palette", ("ctrl+p",), _IN, "palette", "Find any action by its name."),
    Key("quit", ("q",), _IN, "leave", "Back; at the top, pressed twice, leave sayso."),
    Key("record", ("ctrl+s", "f10"), _SHEET, "record", "Write the record. The only key that writes one."),
    Key("next-kind", ("ctrl+t",), _SHEET, "authority", "The next authority kind."),
    Key("next-field", ("tab",), _SHEET, "field", "The next field."),
    Key("previous-field", ("shift+tab",), _SHEET, "field", "The field before."),
    Key("editor", ("ctrl+g",), _SHEET, "editor", "Write this field in $VISUAL or $EDITOR; nothing is recorded by it."),
    Key("other-draft", ("ctrl+o",), _SHEET, "other draft", "Show another draft of this sheet; this one is set aside."),
    Key("look-again", ("ctrl+r",), _SHEET, "look again", "Show the decision as it stands now; what you wrote stays."),
    Key("keep", ("escape",), _SHEET, "keep draft", "Leave the sheet. The draft is kept, nothing written."),
    Key("choice-down", ("down",), _LISTS, "choose", "The next choice, or a line down."),
    Key("choice-up", ("up",), _LISTS, "choose", "The choice before, or a line up."),
    Key("text-page-down", ("pagedown",), _LISTS, "page", "A page of the text down."),
    Key("text-page-up", ("pageup",), _LISTS, "page", "A page of the text up."),
    Key("copy", ("ctrl+c",), _BOTH, "copy", "Copy what is selected; else say how to leave."),
    Key("suspend", ("ctrl+z",), _IN, "stop", "Stop, and go back to the shell; `fg` there goes on."),
    Key("leave", ("ctrl+q",), _BOTH, "leave", "Leave sayso at once; drafts are kept."),
    Key("help", ("question_mark", "f1"), _IN, "help", "This list of keys."),
    Key("sheet-help", ("f1",), _SHEET, "help", "The list of keys."),
)

OPTION_KEYS = tuple(f"option-{n}" for n in range(1, 10))
_FIXED = {"question_mark": "help", "ctrl+c": "copy"}


class Keys:
    """The table as it holds here, after the person's own bindings."""

    def __init__(self, wanted: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._table = {key.id: key for key in TABLE}
        refused: list[tuple[str, str]] = []
        for action, keys in (wanted or {}).items():
            names = tuple(_long(each) for each in keys)
            if problem := self._malformed(action, names):
                refused.append((action, problem))
            else:
                self._table[action] = self._table[action]._replace(keys=names)
        while clash := self._clash():
            refused.append(clash)
        self.refused = tuple(refused)
        """(action, sentence) of each binding that could not be taken as it was written."""
        self.problems = tuple(sentence for _, sentence in refused)
        """Only the sentences."""

    def __getitem__(self, action: str) -> Key:
        return self._table[action]

    def in_(self, where: Where) -> tuple[Key, ...]:
        """The keys that act there, in the order of the table."""
        return tuple(key for key in self._table.values() if where in key.where)

    @property
    def options(self) -> Key:
        """The keys of the nine options as one, for hints."""
        return next(key for key in merged(self.in_(Where.INBOX)) if key.id.startswith("option-1"))

    @property
    def views(self) -> Key:
        """The keys that go through the views as one, for hints."""
        before, after = self._table["previous-view"], self._table["next-view"]
        return after._replace(keys=(f"{before.first} {after.first}",))

    def keymap(self) -> dict[str, str]:
        """What differs from the table, as Textual's keymap takes it."""
        mine = (key for key in self._table.values() if key.keys != _DEFAULT[key.id].keys)
        return {key.id: ",".join(key.keys) or "unbound" for key in mine}

    def _malformed(self, action: str, names: tuple[str, ...]) -> str | None:
        """Why this binding is wrong in itself."""
        if action not in self._table:
            return f"[keys] {action}: there is no such action{_nearest(action)}. It was left out."
        stays = f"{action} stays on {_DEFAULT[action].shown}."
        for name in names:
            if not is_key_name(name):
                return f"[keys] {action}: “{name}” is not the name of a key. {stays}"
            if _FIXED.get(name, action) != action:
                return f"[keys] {action}: {shown(name)} always means {_FIXED[name]}. {stays}"
            if action == "record" and not may_record(name):
                return f"[keys] record: {shown(name)} can be typed or pressed by accident. {stays}"
            if Where.SHEET in _DEFAULT[action].where and is_text(name):
                return f"[keys] {action}: {shown(name)} is text in a sheet. {stays}"
        if action in ("record", "keep", "leave") and not names:
            return f"[keys] {action}: it cannot be without a key. {stays}"
        if action == "help" and "question_mark" not in names:
            return f"[keys] help: ? always stays help. {stays}"
        return None

    def _clash(self) -> tuple[str, str] | None:
        """Put one binding back that took a key from another action, and say which; None when all are apart."""
        for key in self._table.values():
            default = _DEFAULT[key.id]
            if key.keys == default.keys:
                continue
            for name in key.keys:
                if holder := self._holder(key, name):
                    self._table[key.id] = default
                    sentence = f"{shown(name)} already means {holder}. {key.id} stays on {default.shown}."
                    return key.id, f"[keys] {key.id}: {sentence}"
        return None

    def _holder(self, mine: Key, name: str) -> str | None:
        """Who else has that key where this action acts. A sheet's own keys also bind its lists."""
        where = set(mine.where)
        if where & {Where.SHEET, Where.LISTS}:
            where |= {Where.SHEET, Where.LISTS}
        others = (key for key in self._table.values() if key.id != mine.id and where & set(key.where))
        return next((key.id for key in others if name in key.keys), None)


_DEFAULT = {key.id: key for key in TABLE}


def bindings(where: Where, *, priority: bool = True) -> list[Binding]:
    """Textual's bindings for one place, from the table; the app's keymap turns them into the person's own.

    They have priority so that keys act in the order in which they were pressed, whatever has the focus. A text field
    still gets every printable key first.
    """
    return [
        Binding(",".join(key.keys), key.action, key.label, show=False, priority=priority, id=key.id)
        for key in TABLE
        if where in key.where
    ]


def merged(keys: Iterable[Key]) -> list[Key]:
    """The keys for reading: nine options become one line while they are on their digits."""
    whole = list(keys)
    options = [key for key in whole if key.id in OPTION_KEYS]
    if len(options) < 9 or any(key.keys != _DEFAULT[key.id].keys for key in options):
        return whole
    one = Key("option-1 … option-9", ("1-9",), _IN, "option", "Answer with that option: opens a sheet, writes nothing.")
    return [one if key.id == "option-1" else key for key in whole if key.id not in OPTION_KEYS[1:]]


def _long(name: str) -> str:
    """The name that Textual gives a key: "?" is question_mark, "," is comma."""
    from textual.keys import _character_to_key

    return _character_to_key(name) if len(name) == 1 else name


def _nearest(action: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(action, _DEFAULT, 1)
    return f" (did you mean {near[0]}?)" if near else ""

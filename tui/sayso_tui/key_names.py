"""How keys are called: Textual's names, what a person reads for them, and which may write a record."""

_SYMBOLS = {
    "question_mark": "?",
    "slash": "/",
    "colon": ":",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "equals_sign": "=",
    "comma": ",",
    "full_stop": ".",
    "space": "space",
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
_NAMED = frozenset(
    {"enter", "tab", "escape", "space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown"}
    | {"up", "down", "left", "right"}
)
_FUNCTION = frozenset(f"f{n}" for n in range(1, 25))
_MODIFIERS = frozenset({"ctrl", "shift", "alt"})
_ALIASES = frozenset("hijm")
"""ctrl+h, ctrl+i, ctrl+j and ctrl+m are what many terminals send for Backspace, Tab and Enter."""


def shown(name: str) -> str:
    """A key's name as it stands on the keyboard: "?" for question_mark, "pgdn" for pagedown."""
    head, plus, tail = name.rpartition("+")
    return f"{head}{plus}{_SYMBOLS.get(tail, tail)}"


def is_key_name(name: str) -> bool:
    """Whether a terminal can send such a key: "a", "question_mark", "ctrl+x", "f10", "shift+tab"."""
    *modifiers, key = name.split("+")
    if not set(modifiers) <= _MODIFIERS or len(set(modifiers)) != len(modifiers):
        return False
    if key in _NAMED or key in _FUNCTION:
        return True
    if len(key) == 1:
        return key.isprintable() and not ("shift" in modifiers and key.isupper())
    return not modifiers and _is_symbol(key)


def is_text(name: str) -> bool:
    """Whether a text field would take the key: a character, Enter, or an edit."""
    if name in _NAMED:
        return name in ("enter", "space", "backspace", "delete")
    return len(name) == 1 or ("+" not in name and name not in _FUNCTION and _is_symbol(name))


def may_record(name: str) -> bool:
    """Whether the key can write a record: never one that is text, Enter, Tab, Esc or moves a cursor."""
    *modifiers, key = name.split("+")
    if key in _FUNCTION:
        return True
    return modifiers == ["ctrl"] and len(key) == 1 and key.isalpha() and key not in _ALIASES


def _is_symbol(name: str) -> bool:
    import unicodedata

    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return name in _SYMBOLS
    return True

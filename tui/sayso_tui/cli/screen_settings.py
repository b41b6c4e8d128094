"""What only the screen knows about its settings: which actions, keys and themes there are."""

from pathlib import Path

from sayso_config.document import read_document
from sayso_config.problems import ConfigError, Problem, nearest, quoted, unknown
from sayso_config.scan import locate
from sayso_config.sections import key_names
from sayso_config.settings import Settings


def screen_problems(settings: Settings, file: Path) -> tuple[Problem, ...]:
    """What of [keys] and ui.theme the screen will not take, each with its place in the file."""
    from sayso_tui.keys import Keys

    text = read_document(file).text
    found = [
        _at(file, text, f"keys.{action}", ("keys", action), sentence)
        for action, sentence in Keys(settings.keys).refused
    ]
    if why := _wrong_theme(settings.ui.theme):
        found.append(_at(file, text, "ui.theme", ("ui", "theme"), why))
    return tuple(found)


def refuse_unusable(name: str, value: str, settings: Settings) -> None:
    """Refuse a setting of the screen that it would not take, before it is written.

    Raises:
        ConfigError: the sentence says why.
    """
    section, _, key = name.partition(".")
    if section == "keys" and key:
        _refuse_keys(key, value, settings)
    elif name == "ui.theme" and (why := _wrong_theme(value.strip())):
        raise ConfigError(f"Nothing was changed: {why}")


def _refuse_keys(action: str, value: str, settings: Settings) -> None:
    from sayso_config.schema import BadValue
    from sayso_tui.keys import Keys

    try:
        wanted = key_names(value)
    except BadValue:
        return  # told with the other rules of the file
    before = set(Keys(settings.keys).refused)
    others = {each: keys for each, keys in settings.keys.items() if each != action}
    wrong = [each for each in Keys({**others, action: wanted}).refused if each not in before or each[0] == action]
    if wrong:
        raise ConfigError(f"Nothing was changed: {wrong[0][1].removesuffix(' It was left out.')}")


def _wrong_theme(theme: str | None) -> str | None:
    """Why there is no such theme, with the nearest one; None when there is."""
    from textual.theme import BUILTIN_THEMES

    from sayso_tui.theme import SAYSO

    known = (SAYSO.name, *BUILTIN_THEMES)
    if theme is None or theme in known:
        return None
    if nearest(theme, known):
        return unknown("The theme", theme, known)
    return f"The theme {quoted(theme)} is not known; there are {', '.join(sorted(known))}."


def _at(file: Path, text: str, name: str, path: tuple[str, ...], sentence: str) -> Problem:
    line, column = locate(text, path) or (None, None)
    return Problem(name, sentence, file=file, line=line, column=column)

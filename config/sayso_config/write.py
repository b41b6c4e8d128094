"""Changing one setting in the file, in place: comments, order and everything else stay as they are."""

import os
import tempfile
import tomllib
from copy import deepcopy
from pathlib import Path

from sayso_config.document import read_document
from sayso_config.paths import private_folder
from sayso_config.problems import ConfigError, nearest, quoted
from sayso_config.scan import Entry, entries
from sayso_config.schema import LATER_SECTIONS, RULES, BadValue, checked
from sayso_config.sections import key_names


def set_value(path: Path, dotted_key: str, value: str) -> None:
    """Set a single setting, for `sayso config set me.name NAME`.

    The file is written beside itself, synced and renamed, with mode 0600, folders that are missing with 0700. A file
    that is a link stays one.

    Args:
        path: The configuration file; it need not exist.
        dotted_key: "me.name", "ui.theme", "keys.ACTION" and the like.
        value: As typed; switches take true, false, yes, no, on, off.

    Raises:
        ConfigError: The name is not known, the value breaks its rule, or the file cannot be changed without losing
            something. The file is then as it was.
    """
    keys = tuple(dotted_key.split(".", 1))
    content = _content(dotted_key, value)
    document = read_document(path)
    if document.problem is not None and document.problem.fatal_for_writing:
        raise ConfigError(f"Nothing was changed, since the file must be mended first. {document.problem}")
    if path.exists() and not path.is_file():
        raise ConfigError(f"Nothing was changed: {_shown(path)} keeps nothing; name a file.")
    wanted = deepcopy(document.tree)
    section = wanted.setdefault(keys[0], {})
    if not isinstance(section, dict):
        raise ConfigError(f"Nothing was changed: [{keys[0]}] in {_shown(path)} is not a table; mend it by hand.")
    section[keys[1]] = content
    text = _edited(document.text, keys, toml(content))
    if text is None or not means(text, wanted):
        by_hand = f"{quoted(_toml_key(keys[1]))} = {quoted(toml(content), 300)}"
        raise ConfigError(
            f"Nothing was changed: {quoted(dotted_key)} stands in {_shown(path)} in a way that cannot be edited "
            f"without the risk of losing something. Write {by_hand} under [{keys[0]}] by hand."
        )
    replace_file(path, text)


def _content(dotted_key: str, value: str) -> str | bool:
    """The checked value as it shall stand in the file."""
    section, _, key = dotted_key.partition(".")
    try:
        if section == "keys" and key and key.isprintable():
            return ",".join(key_names(value))
        if dotted_key in RULES:
            return checked(RULES[dotted_key], value, from_words=True)
    except BadValue as error:
        raise ConfigError(f"Nothing was changed: {quoted(dotted_key)} {error}.") from error
    if section in ("store", "mandate", *LATER_SECTIONS):
        raise ConfigError(f"Nothing was changed: [{section}] can only be written in the file itself.")
    near = nearest(dotted_key, RULES)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(RULES)} and keys.ACTION."
    raise ConfigError(f"Nothing was changed: there is no setting {quoted(dotted_key)}; {hint}")


def _edited(text: str, keys: tuple[str, ...], content: str) -> str | None:
    """The text with the setting in it, or None when it cannot be done safely. The caller checks what it means."""
    newline = "\r\n" if "\r\n" in text else "\n"
    line = f"{_toml_key(keys[1])} = {content}{newline}"
    header: Entry | None = None
    sibling: Entry | None = None
    for entry in entries(text):
        if not entry.header and ".".join(map(str, entry.path)) == ".".join(keys):
            if entry.path != keys:
                return None  # the same action id, written as tables within tables
            old = text[entry.value_start : entry.value_end]
            return None if "\n" in old else text[: entry.value_start] + content + text[entry.value_end :]
        if entry.path == keys[:1]:
            if not entry.header:
                return None  # an inline table
            header = entry
        elif entry.path[:1] == keys[:1] and not entry.header and entry.dotted > 1:
            sibling = sibling or entry
    if header is not None:
        return _after_line(text, header.value_end, line, newline)
    if sibling is not None:
        return text[: sibling.start] + f"{keys[0]}.{line}" + text[sibling.start :]
    gap = "" if not text.strip() else newline if text.endswith("\n") else newline * 2
    return f"{text}{gap}[{keys[0]}]{newline}{line}"


def _after_line(text: str, at: int, line: str, newline: str) -> str:
    end = text.find("\n", at)
    return f"{text}{newline}{line}" if end < 0 else text[: end + 1] + line + text[end + 1 :]


def means(text: str, wanted: dict[str, object]) -> bool:
    """Whether a TOML text says exactly that."""
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def toml(content: str | bool) -> str:
    """A value as TOML writes it."""
    import tomli_w

    return tomli_w.dumps({"key": content}).partition(" = ")[2].rstrip("\n")


def _toml_key(key: str) -> str:
    import tomli_w

    return tomli_w.dumps({key: True}).partition(" = ")[0]


def replace_file(path: Path, text: str) -> None:
    """Write the whole file or nothing. tempfile makes files of mode 0600."""
    scratch: str | None = None
    try:
        target = path.resolve()
        folder = private_folder(target.parent)
        handle, scratch = tempfile.mkstemp(prefix=f".{target.name}.", dir=folder)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(scratch, target)  # noqa: PTH105 - the scratch file is known by its text name
        scratch = None
        _sync_folder(folder)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its links run in a circle"
        raise ConfigError(f"Nothing was changed: {_shown(path)} cannot be written ({reason}).") from error
    finally:
        if scratch is not None:
            Path(scratch).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _shown(path: Path) -> str:
    return quoted(str(path), 400)

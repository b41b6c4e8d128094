"""Where a chant workspace is, and whether chant may be run in it: the members of a [[store]] of kind "chant"."""

import os
from pathlib import Path as FilePath

from sayso_config.findings import Findings, named
from sayso_config.model import StoreSetting
from sayso_config.problems import quoted
from sayso_config.schema import BadValue, Path, type_name

LONGEST_PATH = 4_000
MOST_WORDS = 32


def read_workspace(table: dict[str, object], at: Path, findings: Findings, store: StoreSetting) -> StoreSetting:
    """The setting of a workspace. One in doubt is not usable; nothing that is in doubt is trusted.

    Args:
        table: Its section.
        at: Where that stands.
        findings: Told what is wrong.
        store: Its name, kind and `as`.
    """
    before = len(findings.problems)
    path, answers, points = (_place(table, name, at, findings, store.name) for name in ("path", "answers", "points"))
    if "path" not in table:
        sentence = f'Store {quoted(store.name)} does not say where its workspace is; write path = "/…".'
        findings.add(at, sentence, fatal=True, store=store.name)
    if ("answers" in table) != ("points" in table):
        there, missing = ("answers", "points") if "answers" in table else ("points", "answers")
        sentence = f"Store {quoted(store.name)} has {there} without {missing}; a kind file is stood in for by both."
        findings.add((*at, there), sentence, fatal=True, store=store.name)
    trust = table.get("trust", False)
    if not isinstance(trust, bool):
        sentence = f"{named((*at, 'trust'))} must be true or false, not {type_name(trust)}."
        findings.add((*at, "trust"), sentence, fatal=True, store=store.name)
    command = _command(table, at, findings, store.name)
    return store._replace(
        usable=len(findings.problems) == before and path is not None,
        path=path,
        trust=trust is True,
        command=command,
        answers=answers,
        points=points,
        file=os.fspath(findings.file.absolute()),
    )


def checked_place(value: object) -> str:
    """An absolute path; one below the person's own folder may begin with "~/".

    Raises:
        BadValue: it cannot be used. The text goes on from the setting's name.
    """
    if not isinstance(value, str):
        raise BadValue(f"must be text in quotes, not {type_name(value)}")
    if not value or "\0" in value or len(value) > LONGEST_PATH:
        raise BadValue(f"must be a path of at most {LONGEST_PATH:,} characters")
    path = FilePath(value)
    if value == "~" or value.startswith("~/"):
        try:
            path = path.expanduser()
        except RuntimeError:
            raise BadValue("begins with ~, and nobody knows which folder is yours") from None
    if not path.is_absolute():
        raise BadValue("must be a whole path, from / or ~/ on, since sayso is started in other folders, too")
    return os.fspath(path)


def _place(table: dict[str, object], name: str, at: Path, findings: Findings, store: str) -> str | None:
    if name not in table:
        return None
    try:
        return checked_place(table[name])
    except BadValue as error:
        findings.add((*at, name), f"{named((*at, name))} {error}.", fatal=True, store=store)
        return None


def _command(table: dict[str, object], at: Path, findings: Findings, store: str) -> tuple[str, ...]:
    """The words of the command; one text is a program, whatever blanks are in it."""
    given = table.get("command", [])
    words = [given] if isinstance(given, str) else given
    if (
        isinstance(words, list)
        and all(isinstance(each, str) and each and "\0" not in each for each in words)
        and len(words) <= MOST_WORDS
        and (words or "command" not in table)
        and all(FilePath(each).is_absolute() for each in words[:1])
    ):
        return tuple(words)
    sentence = (
        f'{named((*at, "command"))} must be the words of a command, command = ["/…/chant"]: first the whole path of a '
        "program, then what stands before chant's own words. No shell reads it."
    )
    findings.add((*at, "command"), sentence, fatal=True, store=store)
    return ()

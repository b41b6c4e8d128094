"""Loading the settings at start-up: flag over variable over file over default, and never an exception.

A bad value falls back alone and is named. But who decides ([me]), where agents ask ([asker]) and where it is written
([[store]]) never fall back to somebody or somewhere else: such problems, and a file that cannot be read as a whole,
make writing end with exit code 2, while reading goes on.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sayso_config.document import Document, read_document
from sayso_config.findings import Findings
from sayso_config.model import HOME, Asker, Mandate, Me, Settings, StoreSetting, Ui
from sayso_config.problems import Problem, quoted, unknown
from sayso_config.schema import NEVER_ELSEWHERE, RULES, SHORT, SINGLE, BadValue, checked, known_keys
from sayso_config.sections import read_keys, read_mandates, read_names, secret_variables
from sayso_config.stores import read_stores

__all__ = ["HOME", "Asker", "Loaded", "Mandate", "Me", "Problem", "Settings", "StoreSetting", "Ui", "load"]


class Loaded(NamedTuple):
    """The settings in force and everything that was wrong on the way."""

    settings: Settings
    problems: tuple[Problem, ...]
    file: Path
    found: bool
    """Whether the file exists; when not, everything has its default and that is no problem."""
    secret_variables: frozenset[str] = frozenset()
    """The variables that hold keys: no program that sayso starts gets them."""
    sets_nothing: bool = False
    """Whether nothing stands in the file, though it can be read."""

    def hindrances(self, store: str) -> tuple[Problem, ...]:
        """Why nothing may be written to this store; empty when nothing stands in the way."""
        return tuple(
            each
            for each in self.problems
            if each.fatal_for_writing and (each.store is None or each.store.casefold() == store.casefold())
        )


def load(path: Path, environ: Mapping[str, str], flags: Mapping[str, str | bool | None] | None = None) -> Loaded:
    """The settings in force.

    Args:
        path: The configuration file; it need not exist.
        environ: Variables. SAYSO_ME_NAME and SAYSO_ME__NAME both set me.name; an empty one counts as not set.
        flags: Dotted setting ("ui.ascii") → value; None counts as not given.
    """
    document = read_document(path)
    findings = Findings(document)
    tree = document.tree
    read_names(tree, findings)
    findings.problems += _unknown_variables(environ)
    values = {name: _value(name, document, findings, environ, flags or {}) for name in RULES}
    stores = read_stores(tree.get("store"), findings)
    settings = Settings(
        me=Me(_text(values["me.name"]), _text(values["me.assistant"])),
        stores=stores,
        keys=read_keys(tree.get("keys"), findings),
        ui=_ui(values),
        mandates=read_mandates(tree.get("mandate"), findings),
        asker=Asker(_where_asked(_text(values["asker.store"]), stores, findings, environ)),
    )
    nothing = document.found and not tree and not findings.problems
    return Loaded(settings, tuple(findings.problems), path, document.found, secret_variables(tree), nothing)


def _value(
    name: str,
    document: Document,
    findings: Findings,
    environ: Mapping[str, str],
    flags: Mapping[str, str | bool | None],
) -> str | bool | None:
    """The value in force, or None. Bad ones are told; fatal in [me] and [asker], unless a stronger source is good."""
    section, _, key = name.partition(".")
    fatal = section in NEVER_ELSEWHERE
    value: str | bool | None = None
    first = len(findings.problems)
    table = document.tree.get(section)
    if isinstance(table, dict) and key in table:
        try:
            value = checked(RULES[name], table[key])
        except BadValue as error:
            findings.add((section, key), f"{name} {error}.", fatal=fatal)
    for source, given in spoken(name, environ, flags):
        try:
            value = checked(RULES[name], given, from_words=True)
            findings.problems[first:] = [p._replace(fatal_for_writing=False) for p in findings.problems[first:]]
        except BadValue as error:
            value = None if fatal else value
            findings.problems.append(Problem(source, f"{source} {error}.", fatal))
    return value


def spoken(
    name: str, environ: Mapping[str, str], flags: Mapping[str, str | bool | None]
) -> Iterator[tuple[str, str | bool]]:
    """What variables and flags say about a setting, the weaker first."""
    section, _, key = name.upper().partition(".")
    for variable in (f"SAYSO_{section}_{key}", f"SAYSO_{section}__{key}", SHORT.get(name, "")):
        if environ.get(variable):
            yield variable, environ[variable]
    given = flags.get(name)
    if given is not None:
        yield f"--{name}", given


def _unknown_variables(environ: Mapping[str, str]) -> Iterator[Problem]:
    for section in SINGLE:
        prefix = f"SAYSO_{section.upper()}_"
        known = [prefix + key.upper() for key in known_keys(section)]
        for variable in known:
            twin = environ.get(variable.replace("_", "__").replace("SAYSO__", "SAYSO_"))
            if twin and environ.get(variable) not in (None, "", twin):
                sentence = f"{variable} is set twice, with one and with two underscores, and the two differ."
                yield Problem(variable, sentence, fatal_for_writing=section in NEVER_ELSEWHERE)
        for variable in sorted(environ):
            if variable.startswith(prefix) and variable.replace("__", "_") not in known:
                yield Problem(variable, unknown("The variable", variable, known), section in NEVER_ELSEWHERE)


def _where_asked(
    name: str | None, stores: tuple[StoreSetting, ...], findings: Findings, environ: Mapping[str, str]
) -> str | None:
    """The store of that name, as its section spells it; a name that none bears stays, and asking there is refused."""
    if name is None:
        return None
    for each in stores:
        if each.name.casefold() == name.casefold():
            return each.name
    known = ", ".join(quoted(each.name) for each in stores)
    variables = [variable for variable, _ in spoken("asker.store", environ, {})]
    sentence = f"names {quoted(name)}, and no store is named so. Known are: {known}. Nothing is asked by default."
    if variables:
        findings.problems.append(Problem(variables[-1], f"{variables[-1]} {sentence}", fatal_for_writing=True))
    else:
        findings.add(("asker", "store"), f"asker.store {sentence}", fatal=True)
    return name


def _ui(values: Mapping[str, str | bool | None]) -> Ui:
    usual = Ui()
    switches = {key: values[f"ui.{key}"] for key in ("ascii", "mouse")}
    return Ui(
        theme=_text(values["ui.theme"]) or usual.theme,
        ascii=usual.ascii if switches["ascii"] is None else bool(switches["ascii"]),
        animation=_text(values["ui.animation"]) or usual.animation,
        mouse=usual.mouse if switches["mouse"] is None else bool(switches["mouse"]),
    )


def _text(value: str | bool | None) -> str | None:
    return value if isinstance(value, str) else None

"""`sayso store check`: calls the stores and says what works and what does not."""

import shlex
from dataclasses import asdict, replace
from typing import NamedTuple

from sayso_client.errors import StoreError, WrongServer
from sayso_client.ledger.known import Known
from sayso_client.text import one_line
from sayso_config.model import StoreSetting
from sayso_config.problems import ConfigError, quoted
from sayso_tui.cli.agents import why_not_here
from sayso_tui.cli.exits import Ended, Exit, code_of
from sayso_tui.cli.output import document, result
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.shapes.stores import StoreCheck
from sayso_tui.cli.stores_listed import of_ledger

_NOT_MINE = "not what you decide"
_KEY_TAKES_NONE = "It takes no decisions of yours: the key is not one of a principal."


class Found(NamedTuple):
    """One store, tried out."""

    told: StoreCheck
    code: int
    lines: tuple[tuple[str, str], ...]
    """What is said of it: a word and what goes on from it."""


def checked(session: Session, name: str | None, *, as_json: bool) -> None:
    """Check one, or all of them, and print what came of it.

    Raises:
        Ended: something does not work.
    """
    settings = [each for each in session.loaded.settings.stores if name is None or _same(each.name, name)]
    if not settings:
        known = ", ".join(quoted(each.name) for each in session.loaded.settings.stores)
        raise ConfigError(f"There is no store named {quoted(name or '')}. Known are: {known}.")
    held = of_ledger(session, [each.name for each in settings])
    worst = 0
    for each in settings:
        found = _check(session, each, held[each.name])
        worst = worst or found.code
        if as_json:
            document("store-check", asdict(found.told))
            continue
        where = f", {found.told.where}" if found.told.where else ""
        result(f"{one_line(each.name, 40)} ({each.kind or 'of no known kind'}{where})")
        for word, text in found.lines:
            result(f"  {word:8} {text}")
    if worst:
        raise Ended(worst)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.strip().casefold()


def _check(session: Session, setting: StoreSetting, held: Known) -> Found:
    if not setting.usable:
        problems = session.loaded.hindrances(setting.name)
        why = str(problems[0]) if problems else "Its section cannot be used; see: sayso config check"
        return Found(_nothing(setting, why), Exit.USAGE, (("usable", f"no: {why}"),))
    if setting.kind == "local":
        return _of_local(session, setting, held)
    if setting.kind == "chant":
        from sayso_tui.cli.workspaces_checked import of_workspace

        return of_workspace(session, setting, held)
    return _of_http(session, setting, held)


def _of_local(session: Session, setting: StoreSetting, held: Known) -> Found:
    origins = ("requester", "agent", "principal")
    told = replace(_nothing(setting, ""), answers=True, reads=True, follows=True, writes=origins, uuid=held.uuid)
    many = f"{held.decisions:,} decision{'' if held.decisions == 1 else 's'}"
    lines = (("here", f"yes, {many} in {session.places.ledger}; sayso doctor looks closer"),)
    why = why_not_here(session.environ)
    return Found(_hindered(told, why), 0, (*lines, ("writing", f"{_NOT_MINE}: {why}")) if why else lines)


def _of_http(session: Session, setting: StoreSetting, held: Known) -> Found:
    from sayso_client.stores.http.checking import check
    from sayso_client.stores.http.wire import open_wire

    found = do(check(open_wire(setting, session.environ)))
    greeting, trouble = found.greeting, found.trouble
    if greeting is None:
        why = _once(trouble)
        return Found(_nothing(setting, why), _code(trouble), (("answers", f"no: {why}"),))
    same = None if held.uuid is None else held.uuid == greeting.hello.uuid
    if same is False:
        trouble = trouble or WrongServer(another(setting, held, greeting.hello.uuid))
    hello = greeting.hello
    shell = why_not_here(session.environ)
    told = StoreCheck(
        store=setting.name,
        system=setting.kind,
        where=setting.where,
        answers=True,
        reads=found.reads,
        follows=found.follows,
        writes=tuple(sorted(hello.origins)),
        you=hello.you,
        prefix=hello.prefix,
        uuid=hello.uuid,
        same=same,
        records=greeting.total,
        trouble=_once(trouble),
    )
    refused = told.trouble if same is False else shell
    if refused is None and "principal" not in told.writes:
        told = replace(told, hindrances=(_KEY_TAKES_NONE,))
    writing = f"{_NOT_MINE}: {refused}" if refused else _writing(told.writes)
    told = _hindered(told, refused)
    lines = (*_lines(told, greeting.hello.name, greeting.version), ("writing", writing))
    if held.unseen:
        things = "1 thing that you said" if held.unseen == 1 else f"{held.unseen:,} things that you said"
        was, is_ = ("was", "is") if held.unseen == 1 else ("were", "are")
        lines += (("unseen", f"{things} there {was} recorded, and {is_} no longer visible with this key"),)
    return Found(told, _code(trouble), lines)


def _once(trouble: StoreError | None) -> str:
    """What went wrong. Nobody tries again here."""
    from sayso_client.stores.http.answers import AGAIN

    return str(trouble or "").removesuffix(f" {AGAIN}")


def _lines(told: StoreCheck, name: str, version: str) -> tuple[tuple[str, str], ...]:
    records = "" if told.records is None else f", {told.records:,} record{'' if told.records == 1 else 's'}"
    of = f" (sayso {version})" if version else ""
    you = f"you are {one_line(told.you, 60)} to it" if told.you else "it does not tell persons apart"
    prefix = f"; only keys that begin with {one_line(told.prefix, 60)}" if told.prefix else ""
    known = {
        None: "new here; it is known from the first sync on",
        True: "the one that you subscribed to",
        False: f"no: {told.trouble}",
    }
    failed = f"no: {told.trouble}"
    return (
        ("answers", f"yes, as {one_line(name, 60) or 'nobody'}{of}{records}"),
        ("store", known[told.same]),
        ("you", f"{you}{prefix}"),
        ("reading", "yes" if told.reads else failed),
        ("news", "yes, as it happens" if told.follows else failed if told.reads else "not tried"),
    )


def _hindered(told: StoreCheck, why: str | None) -> StoreCheck:
    """With why nothing that the principal decides is written from here; as it is where nothing is in the way."""
    if why is None:
        return told
    return replace(told, writes=tuple(each for each in told.writes if each != "principal"), hindrances=(why,))


def _writing(origins: tuple[str, ...]) -> str:
    if "principal" in origins:
        return "yes, also what you decide"
    if origins:
        return f"only as {' and '.join(origins)}: it takes no decisions of yours; ask for a principal's key"
    return "no: it lets you read only"


def another(setting: StoreSetting, held: Known, uuid: str) -> str:
    """That another store answers than the one that is known, and the way out."""
    name = shlex.quote(one_line(setting.name, 40))
    return (
        f"it is another store ({uuid}) than the one that you subscribed to ({held.uuid}). Nothing is read from it or "
        f"sent to it. If it was set up anew, take it in the other one's place: sayso store accept {name}"
    )


def _nothing(setting: StoreSetting, why: str) -> StoreCheck:
    return StoreCheck(
        store=setting.name,
        system=setting.kind,
        where=setting.where,
        answers=False,
        reads=False,
        follows=False,
        writes=(),
        you=None,
        prefix="",
        uuid=None,
        same=None,
        records=None,
        trouble=why,
        hindrances=(why,) if why else (),
    )


def _code(trouble: StoreError | None) -> int:
    return 0 if trouble is None else code_of(trouble)

"""`sayso store check` of a chant workspace: what is read, what would be run, and what is missing."""

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sayso_client.errors import StoreError, WrongServer
from sayso_client.ledger.known import Known
from sayso_client.text import one_line
from sayso_client.whole import in_a_row
from sayso_config.model import StoreSetting
from sayso_tui.cli.agents import why_not_here
from sayso_tui.cli.exits import Exit, code_of
from sayso_tui.cli.session import Session, do
from sayso_tui.cli.shapes.stores import StoreCheck
from sayso_tui.cli.stores_checked import Found, another

if TYPE_CHECKING:
    from sayso_client.stores.chant.checking import Checked


def of_workspace(session: Session, setting: StoreSetting, held: Known) -> Found:
    """Try a workspace out. Nothing is written; chant is only run, for its version, where that was allowed."""
    from sayso_client.stores.chant.checking import check, version

    found = check(setting, session.environ, setting.as_ or session.loaded.settings.me.name)
    if found.trouble is not None or found.uuid is None:
        told = _told(setting, found, None, str(found.trouble), (str(found.trouble),))
        code = code_of(found.trouble) if found.trouble is not None else Exit.FAILURE
        return Found(told, code, (("answers", f"no: {found.trouble}"),))
    if setting.trust and found.argv:
        found = do(version(found, session.environ))
    uuid = found.uuid or ""
    same = None if held.uuid is None else held.uuid == uuid
    trouble: StoreError | None = WrongServer(another(setting, held, uuid)) if same is False else None
    problem = str(trouble) if trouble else in_a_row(*found.problems) or found.why_no_command
    code = code_of(trouble) if trouble else Exit.FAILURE if problem else Exit.DONE
    told = _told(setting, found, same, problem, tuple(_why_nothing(session, setting, found, trouble)))
    return Found(told, code, tuple(_lines(found, told)))


def kinds(found: "Checked") -> Iterator[tuple[str, str]]:
    """A line for each answer kind, and for what cannot be read."""
    for each in found.kinds:
        name = one_line(each.file, 80)
        yield "kind", f"{name}: {_counted(each.questions, 'question')}, {each.open:,} open"
    if not found.kinds:
        yield "kind", "no record kind in it holds answers, so there is nothing to decide"
    if found.broken:
        yield "broken", found.broken
    for problem in found.problems:
        yield "missing", one_line(problem, 400)


def of_command(found: "Checked") -> tuple[str, str]:
    """The line on the program that writes."""
    from sayso_client.stores.chant.command import CANNOT

    if not found.argv:
        return "chant", f"no: {one_line(found.why_no_command.removeprefix(CANNOT), 500)}"
    version = f", {found.version}" if found.version else ""
    return "chant", f"{one_line(shlex.join(found.argv), 300)}{version}"


def _lines(found: "Checked", told: StoreCheck) -> Iterator[tuple[str, str]]:
    known = {
        None: "new here; it is known from the first sync on",
        True: "the one that you subscribed to",
        False: f"no: {told.trouble}",
    }
    yield "answers", f"yes, as the workspace {one_line(found.name, 60)}, {_counted(found.questions, 'question')}"
    yield "store", known[told.same]
    yield from kinds(found)
    yield "news", "yes, as it happens" if found.tells else "yes, by looking each second"
    yield of_command(found)
    for why in told.hindrances:
        yield "writing", f"{'not all' if told.writes else 'no'}: {one_line(why, 600)}"
    if not told.hindrances:
        yield "writing", "yes, what you decide"


def _why_nothing(
    session: Session, setting: StoreSetting, found: "Checked", trouble: StoreError | None
) -> Iterator[str]:
    """Why nothing that is decided is written there, from what is nearest to the person on."""
    if why := why_not_here(session.environ):
        yield why
    if trouble is not None:
        yield str(trouble)
    if not setting.trust:
        name = shlex.quote(one_line(setting.name, 40))
        yield f"chant runs the workspace's own code, and you did not allow that: sayso store trust {name}"
    elif not found.argv:
        yield "There is no chant that may be run."
    yield from found.hindrances.all_of_it


def _told(
    setting: StoreSetting, found: "Checked", same: bool | None, trouble: str, nothing: tuple[str, ...]
) -> StoreCheck:
    reads = found.uuid is not None
    return StoreCheck(
        store=setting.name,
        system=setting.kind,
        where=setting.where,
        answers=reads,
        reads=reads and not found.problems,
        follows=reads,
        writes=() if nothing else ("principal",),
        you=setting.as_,
        prefix="",
        uuid=found.uuid,
        same=same,
        records=found.questions if reads else None,
        trouble=trouble,
        hindrances=nothing or found.hindrances.some_of_it,
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"

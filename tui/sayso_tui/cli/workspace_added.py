"""`sayso store add NAME --path FOLDER`: finds the chant workspace, says what there is, and asks once for trust."""

import shlex
from contextlib import suppress
from pathlib import Path

import click

from sayso_client.errors import StoreError
from sayso_client.text import one_line
from sayso_client.whole import whole
from sayso_config.model import StoreSetting
from sayso_config.store_sections import NewStore, add_store, trust_store
from sayso_tui.cli.exits import Ended, Exit, code_of
from sayso_tui.cli.output import remark
from sayso_tui.cli.session import Session
from sayso_tui.cli.terminal import at_terminal


def add_workspace(session: Session, new: NewStore) -> None:
    """Read it, add it, and ask whether chant may be run in it, unless that was said.

    Raises:
        Ended: it cannot be read, or an agent's shell says that it is trusted; nothing was added.
        ConfigError: its name is taken, or something about the section is wrong; nothing was added.
    """
    from sayso_client.stores.chant.checking import check
    from sayso_tui.cli.agents import agents_shell
    from sayso_tui.cli.principal import admit
    from sayso_tui.cli.workspace_read import read_at_once
    from sayso_tui.cli.workspace_trusted import WHAT, allowed, later
    from sayso_tui.cli.workspaces_checked import kinds, of_command

    if new.path is None:
        raise click.UsageError("Where is the workspace? --path FOLDER, such as --path .")
    if new.trust and (warning := admit(session, unattended=True, what=WHAT)):
        remark(warning)
    new = new._replace(path=_whole(new.path), answers=_whole(new.answers), points=_whole(new.points))
    setting = StoreSetting(new.name.strip(), "chant", path=new.path, command=new.command)
    found = check(setting._replace(trust=new.trust, answers=new.answers, points=new.points), session.environ)
    if found.trouble is not None or found.root is None:
        code = code_of(found.trouble) if found.trouble is not None else 1
        raise Ended(code, f"{whole(str(found.trouble))} Nothing was added.")
    _is_new(session, found.root)
    written = add_store(session.places.config, new._replace(path=str(found.root)))
    name, root = one_line(written.name, 40), one_line(str(found.root), 300)
    remark(f"{name} is added to {session.places.config}: the workspace {one_line(found.name, 60)} in {root}.")
    for word, text in (*kinds(found), of_command(found)):
        remark(f"  {word:8} {text}")
    there = bool(found.argv)
    if written.trust:
        remark(allowed(name, there=there))
    elif not at_terminal() or agents_shell(session.environ):
        remark(later(written.name))
    else:
        _ask(session, written.name, root, there=there)
    read_at_once(session, written.name)


def _is_new(session: Session, root: Path) -> None:
    """Raises Ended when a store of another name is the workspace in that folder already."""
    from sayso_client.stores.chant import declaration

    for each in session.loaded.settings.stores:
        if each.kind != "chant" or each.path is None:
            continue
        with suppress(StoreError, OSError):
            if declaration.find(Path(each.path)).parent.samefile(root):
                name = one_line(each.name, 40)
                raise Ended(
                    Exit.REFUSED,
                    f"The workspace in {one_line(str(root), 300)} is added already, as {name}; under two names each of "
                    f"its questions would wait twice. Nothing was added. Another name: sayso store rename "
                    f"{shlex.quote(name)} NEW",
                )


def _ask(session: Session, name: str, root: str, *, there: bool) -> None:
    from sayso_tui.cli.workspace_trusted import allowed, ask

    try:
        ask(root, name)
    except Ended as error:
        remark(str(error))
        return
    trust_store(session.places.config, name, True)
    remark(allowed(name, there=there))


def _whole(path: str | None) -> str | None:
    return None if path is None else str(Path(path).expanduser().resolve())

"""Telling chant a verdict, and believing only what the record holds afterwards."""

import asyncio
import json
import shlex
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.aside import aside
from sayso_client.errors import Denied, OutcomeUnknown, SaysoError, Unreachable, WrongServer
from sayso_client.stores.chant import (
    command,
    environment,
    identity,
    order,
    outcome,
    put_back,
    running,
    standing,
    trusting,
)
from sayso_client.stores.chant.order import Order
from sayso_client.stores.chant.settling import SECONDS as SETTLED_S
from sayso_client.stores.chant.standing import Standing, Stands
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.stores.chant.workspace import Workspace
    from sayso_client.stores.contract import Parcel
    from sayso_client.verdict import Receipt
    from sayso_config.model import StoreSetting

_LOOK_S = 0.1


async def say(
    parcel: "Parcel",
    workspace: "Workspace",
    setting: "StoreSetting",
    environ: Mapping[str, str],
    *,
    uuid: str,
    seconds: float = running.SECONDS,
    clock: Callable[[], float] = time.monotonic,
    lock: int | None = None,
) -> "Receipt":
    """Have chant write a verdict, once: what the record holds already is not said again.

    Args:
        parcel: As `payload.pack` made it.
        workspace: As it was read last; the question is read anew before and after.
        setting: Of the store.
        environ: The variables of this process.
        uuid: Of the workspace that was met: any other one is left alone.
        seconds: How long chant may take.
        clock: By which that is measured.
        lock: Descriptor of a locked file that chant inherits; see `running.run`.

    Raises:
        Denied: chant may not be started, or cannot be; not written.
        WrongServer: another workspace is in its place by now; not written.
        Unreachable: surely not written; worth trying later.
        OutcomeUnknown: the record cannot be read back.
    """
    await aside(partial(_trusted, setting))
    told = Order.of(parcel.payload)
    if told is None:
        return outcome.refused(parcel, "What waits here is nothing that chant can be told.")
    before, workspace = await _look(parcel, told, workspace, uuid)
    if before.how is not Stands.AS_SEEN:
        return outcome.before(parcel, before)
    if why := order.unsayable(told):
        return outcome.refused(parcel, why)
    root = workspace.declaration.root
    program, variables = await aside(partial(_allowed, setting, workspace, environ, uuid))
    ran = await running.run((*program, *told.words()), variables, root, seconds=seconds, clock=clock, lock=lock)
    try:
        after, _ = await _look(parcel, told, workspace, uuid)
    except (Unreachable, WrongServer) as error:
        raise OutcomeUnknown(f"chant was started, and the record cannot be read back. {error}") from error
    if after.how is Stands.AS_SEEN:
        return outcome.unwritten(parcel, ran, seconds, _by_hand(program, root))
    return outcome.after(parcel, after)


def _by_hand(program: tuple[str, ...], root: Path) -> str:
    """What a person types to see what the program says in the workspace. It only lists questions."""
    where, command_ = shlex.quote(str(root)), shlex.join((*program, "workspace", "points"))
    return one_line(f"cd {where} && {command_}", 400)


async def read_back(parcel: "Parcel", workspace: "Workspace", *, uuid: str) -> "Receipt | None":
    """What became of a parcel, by reading alone; None while nobody said it, or anything else, to the question.

    Raises:
        Unreachable: the workspace cannot be read.
        WrongServer: another workspace is in its place by now.
        OutcomeUnknown: the record cannot.
    """
    told = Order.of(parcel.payload)
    if told is None:
        return None
    found, now = await _look(parcel, told, workspace, uuid)
    if found.how is Stands.AS_SEEN and await aside(partial(put_back.is_put_back, parcel, now)):
        return outcome.put_back(parcel)
    return None if found.how in (Stands.AS_SEEN, Stands.GONE) else outcome.after(parcel, found)


def _trusted(setting: "StoreSetting") -> "StoreSetting":
    """The setting as it is now. Raises Denied when it does not allow chant to be run, and Unreachable."""
    now = trusting.at_present(setting)
    if refused := trusting.why_not(now):
        raise Denied(refused)
    return now


def _allowed(
    setting: "StoreSetting", workspace: "Workspace", environ: Mapping[str, str], uuid: str
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The program and its variables, right before it is run: it is still trusted, and still this workspace."""
    root = workspace.declaration.root
    program = command.find(_trusted(setting), root, environ)
    identity.check(workspace.declaration, uuid)
    return program, environment.of_chant(environ, root)


async def _look(parcel: "Parcel", told: Order, workspace: "Workspace", uuid: str) -> tuple[Standing, "Workspace"]:
    """The question as it stands, once no file of it is half written. Raises Unreachable and WrongServer."""
    until = time.monotonic() + SETTLED_S + 1.0
    paths = _paths(workspace)
    while True:
        workspace = await aside(partial(_again, workspace, paths))
        if not any(_is_part(path, told, workspace) for path in workspace.unsettled):
            await aside(partial(identity.check, workspace.declaration, uuid))
            return await aside(partial(_standing, parcel, told, workspace)), workspace
        if time.monotonic() >= until:
            raise Unreachable("A file of this question is being written all the time. It is tried again.")
        await asyncio.sleep(_LOOK_S)


def _again(workspace: "Workspace", paths: frozenset[Path]) -> "Workspace":
    try:
        return workspace.again(paths)
    except (SaysoError, OSError) as error:
        raise Unreachable(f"The workspace cannot be read now. {one_line(str(error), 300)}") from error


def _is_part(path: Path, told: Order, workspace: "Workspace") -> bool:
    """Whether a file matters to a question: any but the records of others."""
    return path.stem == told.id or all(
        path.parent != each.kind.dir or path in (each.kind.file, each.kind.schema_path, each.kind.points_file)
        for each in workspace.sources
        if each.kind is not None
    )


def _standing(parcel: "Parcel", told: Order, workspace: "Workspace") -> Standing:
    raw = workspace.objects().get(parcel.ref.key)
    found = standing.of(told, parcel.seen, None if raw is None else json.loads(raw))
    if found.how is Stands.GONE and (unread := next(filter(None, (each.reason for each in workspace.sources)), None)):
        # Its kind cannot be read, so nobody knows whether it is gone.
        return Standing(Stands.BROKEN, one_line(unread.message, 400).rstrip("."))
    return found


def _paths(workspace: "Workspace") -> frozenset[Path]:
    """All that a question is made of. Folders stand for their files: only what differs is read."""
    kinds = [each.kind for each in workspace.sources if each.kind is not None]
    files = {path for each in kinds for path in (each.file, each.schema_path, each.points_file, each.dir)}
    there = workspace.ground.repository
    git = {there.git_dir, there.common_dir} if there is not None else set()
    return frozenset({workspace.declaration.path, *files, *git})

"""Telling chant a verdict, and believing only what the record holds afterwards."""

import asyncio
import json
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.errors import Denied, OutcomeUnknown, StoreError, Unreachable
from sayso_client.stores.chant import command, environment, order, output, running, sentences, standing
from sayso_client.stores.chant.aside import aside
from sayso_client.stores.chant.order import Order
from sayso_client.stores.chant.running import Ran
from sayso_client.stores.chant.sentences import Then
from sayso_client.stores.chant.settling import SECONDS as SETTLED_S
from sayso_client.stores.chant.standing import Standing, Stands
from sayso_client.stores.chant.trusting import why_not
from sayso_client.text import one_line
from sayso_client.verdict import Receipt, ReceiptKind

if TYPE_CHECKING:
    from sayso_client.stores.chant.workspace import Workspace
    from sayso_client.stores.contract import Parcel
    from sayso_config.model import StoreSetting

BUSY_S = 5.0
"""After a lock was held for longer than chant waits."""
_LOOK_S = 0.1
_KEPT = "What you said is kept."


async def say(
    parcel: "Parcel",
    workspace: "Workspace",
    setting: "StoreSetting",
    environ: Mapping[str, str],
    *,
    seconds: float = running.SECONDS,
) -> Receipt:
    """Have chant write a verdict, once: what the record holds already is not said again.

    Args:
        parcel: As `payload.pack` made it.
        workspace: As it was read last; the question is read anew before and after.
        setting: Of the store.
        environ: The variables of this process.
        seconds: How long chant may take.

    Raises:
        Denied: chant may not be started, or cannot be; not written.
        Unreachable: surely not written; worth trying later.
        OutcomeUnknown: the record cannot be read back.
    """
    if refused := why_not(setting):
        raise Denied(f"{refused} Nothing was written.")
    told = Order.of(parcel.payload)
    if told is None:
        return _refused(parcel, "What waits here is nothing that chant can be told.")
    before, workspace = await _look(parcel, told, workspace)
    if before.how is not Stands.AS_SEEN:
        return _not_said(parcel, before)
    if why := order.unsayable(told):
        return _refused(parcel, why)
    root = workspace.declaration.root
    argv = (*command.find(setting, root, environ), *told.words())
    ran = await running.run(argv, environment.of_chant(environ, root), root, seconds=seconds)
    try:
        after, _ = await _look(parcel, told, workspace)
    except StoreError as error:
        raise OutcomeUnknown(f"chant was started, and the record cannot be read back. {error} {_KEPT}") from error
    if after.how is Stands.AS_SEEN:
        return _not_written(parcel, ran, seconds)
    return _after(parcel, after)


async def read_back(parcel: "Parcel", workspace: "Workspace") -> Receipt | None:
    """What became of a parcel, by reading alone; None while nobody said it, or anything else, to the question.

    Raises:
        StoreError: the workspace cannot be read.
    """
    told = Order.of(parcel.payload)
    if told is None:
        return None
    found, _ = await _look(parcel, told, workspace)
    return None if found.how in (Stands.AS_SEEN, Stands.GONE) else _not_said(parcel, found)


async def _look(parcel: "Parcel", told: Order, workspace: "Workspace") -> tuple[Standing, "Workspace"]:
    """The question as it stands, once no file of it is half written. Raises StoreError."""
    until = time.monotonic() + SETTLED_S + 1.0
    paths = _paths(workspace)
    while True:
        workspace = await aside(partial(workspace.again, paths))
        if not any(_is_part(path, told, workspace) for path in workspace.unsettled):
            return await aside(partial(_standing, parcel, told, workspace)), workspace
        if time.monotonic() >= until:
            raise Unreachable("A file of this question is being written all the time. It is tried again.")
        await asyncio.sleep(_LOOK_S)


def _is_part(path: Path, told: Order, workspace: "Workspace") -> bool:
    """Whether a file matters to a question: any but the records of others."""
    return path.stem == told.id or all(
        path.parent != each.kind.dir or path in (each.kind.file, each.kind.schema_path, each.kind.points_file)
        for each in workspace.sources
        if each.kind is not None
    )


def _standing(parcel: "Parcel", told: Order, workspace: "Workspace") -> Standing:
    raw = workspace.objects().get(parcel.ref.key)
    return standing.of(told, parcel.seen, None if raw is None else json.loads(raw))


def _paths(workspace: "Workspace") -> frozenset[Path]:
    """All that a question is made of. Folders stand for their files: only what differs is read."""
    kinds = [each.kind for each in workspace.sources if each.kind is not None]
    files = {path for each in kinds for path in (each.file, each.schema_path, each.points_file, each.dir)}
    there = workspace.ground.repository
    git = {there.git_dir, there.common_dir} if there is not None else set()
    return frozenset({workspace.declaration.path, *files, *git})


def _not_said(parcel: "Parcel", found: Standing) -> Receipt:
    """It is in the record, or was overtaken."""
    store = one_line(parcel.ref.store, 40)
    match found.how:
        case Stands.RECORDED:
            return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, f"Written to {store}: {found.words}.")
        case Stands.GONE:
            return _refused(
                parcel,
                "The workspace does not hold this question now; it may be on another branch of the working tree.",
                "Send this again once it is back, or drop it.",
            )
        case Stands.BROKEN:
            return _refused(
                parcel, f"chant takes no answer to it: {found.words}.", "Mend the file, then send it again."
            )
    sentence = f"It changed after you saw it: {found.words}. Nothing was written. {_KEPT}"
    return Receipt(ReceiptKind.CONFLICT, parcel.ref, parcel.id, sentence)


def _after(parcel: "Parcel", found: Standing) -> Receipt:
    """After chant ran, and the record is another one."""
    if found.how is not Stands.BROKEN:
        return _not_said(parcel, found)
    sentence = f"chant was interrupted while it wrote, or wrote what it cannot read: {found.words}."
    do = f"{_KEPT} Mend the file, or take the former one from git; then send this again."
    return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, f"{sentence} {do}")


def _not_written(parcel: "Parcel", ran: Ran, seconds: float) -> Receipt:
    """After chant ran, and the record is as it was."""
    if ran.too_long:
        raise Unreachable(f"chant did not end within {seconds:g} seconds, so it was ended. {_UNTOUCHED}")
    said = None if ran.too_much else output.read(ran.out)
    match said:
        case output.Error(code, message):
            return _by_code(parcel, code, message)
        case output.Done(written):
            if written:
                raise OutcomeUnknown(
                    "chant says that it wrote the answer, and the record here does not hold it: look whether the "
                    f"command works on another workspace than this one. {_KEPT}"
                )
            return _refused(parcel, "chant says that there was nothing to write.", "Look at the question anew.")
    if ran.exit < 0 and not ran.too_much:
        raise Unreachable(f"chant was ended by signal {-ran.exit} before it wrote. {_UNTOUCHED}")
    printed = output.shown(ran.out, ran.err)
    told = f" It printed: {printed}" if printed else ""
    if ran.exit in (126, 127):
        raise Denied(f"What starts chant does not find its program. Nothing was written. {_KEPT}{told}")
    how = (
        "printed more than a document of chant's has" if ran.too_much else f"ended with {ran.exit}, and without a word"
    )
    if printed and not ran.too_much:
        how = f"ended with {ran.exit}, and not with a document of chant's"
    return _refused(parcel, f"The command {how}.", f"Run chant in the workspace yourself, then send this again.{told}")


_UNTOUCHED = f"The record is as it was. {_KEPT} It is tried again."


def _by_code(parcel: "Parcel", code: str, message: str) -> Receipt:
    sentence = f"{sentences.sentence(code, message)} {_KEPT}"
    match sentences.refusal(code).then:
        case Then.LATER:
            raise Unreachable(sentence, retry_after=BUSY_S)
        case Then.STOP:
            raise Denied(sentence)
    return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, sentence)


def _refused(parcel: "Parcel", why: str, do: str = "") -> Receipt:
    sentence = " ".join(filter(None, (why, "Nothing was written.", _KEPT, do)))
    return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, sentence)

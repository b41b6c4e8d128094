"""Putting a record where it belongs: into the tree, or on the steward's branch."""

import hashlib
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from chant_standin import front_matter, js
from chant_standin.failing import Failure
from chant_standin.kinds import Kind
from chant_standin.points import Point
from chant_standin.records import BRANCH, Record, record_at, records_of
from chant_standin.settings import Settings, stamp, wait_for
from chant_standin.workspace import Workspace

Fields = dict[str, Any]
_JOURNAL_LENGTH = 2000


class Write(NamedTuple):
    """A record that is about to be written.

    Attributes:
        new: Whether no file of that name may be there yet.
        by: Who, for the journal.
        message: For the commit on the branch.
    """

    record: Record
    text: str
    new: bool
    verb: str
    by: str | None
    message: str


def record_of(workspace: Workspace, kind: Kind, point: Point, fields: Fields, *, ledger: bool) -> tuple[Record, str]:
    """The record that fields make, and its text: the title and the body come from the point as it is declared now.

    Raises:
        Failure: The record would not be valid.
    """
    fields = kind.schema.in_order({**fields, "title": _title(point, fields)})
    text = front_matter.write(fields, _body(point, fields))
    if fault := kind.schema.fault(fields):
        raise Failure("record-schema-invalid", f"{fields['id']} would not be valid: {fault}")
    try:
        again = front_matter.read(text.encode("utf-8", "replace"))
    except front_matter.Unparseable as error:
        raise Failure("record-unparseable", f"{fields['id']} could not be read again: {error}") from error
    name = f"{fields['id']}.md"
    for other in records_of(workspace, kind):
        if other.id == fields["id"] and other.name != name:
            raise Failure("record-id-duplicate", f"{other.path} has the id {other.id} as well")
    return record_at(workspace, kind, name, again, ledger), text


def _title(point: Point, fields: Fields) -> str:
    head = fields["asked"]["question"] if "asked" in fields else point.title
    subject = (fields.get("constrains") or [None])[0]
    answer = _worded(fields.get("answer"))
    outcome = {"escalated": "open for people", "proposed": f"{answer}, proposed"}.get(fields["state"], answer)
    return f"{head}{f' ({subject})' if subject else ''}: {outcome}"


def _worded(answer: Any) -> str:
    return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)


def _body(point: Point, fields: Fields) -> str:
    asked = fields.get("asked")
    criteria = asked["criteria"] if asked else point.criteria
    text = asked["question"] if asked else point.question["instructions"].strip()
    if point.type == "noul":
        lines = [f"- yes: {criteria['true']}", f"- no: {criteria['false']}"]
    elif point.type == "score":
        lines = [f"- {level}" for level in criteria]
    else:
        lines = [f"- {name}: {told}" if told else f"- {name}" for name, told in criteria.items()]
    return f"\n# {fields['title']}\n\n{text}\n\n" + "\n".join(lines) + "\n"


def put(workspace: Workspace, write: Write, settings: Settings) -> None:
    """Write, with the lock held.

    Raises:
        Failure: record-id-taken.
    """
    wait_for(settings.slow_locked)
    if settings.killed == "before-write":
        os.kill(os.getpid(), signal.SIGKILL)
    if write.record.ledger is None:
        _put_in_tree(workspace, write, settings)
    else:
        _put_on_branch(workspace, write)
    if settings.killed == "after-write":
        os.kill(os.getpid(), signal.SIGKILL)


def _put_in_tree(workspace: Workspace, write: Write, settings: Settings) -> None:
    """In place and not at once, as chant does it."""
    raw = write.text.encode("utf-8", "replace")
    file = workspace.folder / write.record.kind.folder / write.record.name
    half = len(raw) // 2 if settings.half else len(raw)
    try:
        with file.open("xb" if write.new else "wb") as out:
            out.write(raw[:half])
            out.flush()
            wait_for(settings.half)
            out.write(raw[half:])
    except FileExistsError:
        raise Failure("record-id-taken", f"{write.record.path} is there already") from None
    _keep_journal(workspace, write, raw, settings)


def _keep_journal(workspace: Workspace, write: Write, raw: bytes, settings: Settings) -> None:
    if workspace.git.directory is None:
        return
    journal = workspace.git.directory / "chant-writes.json"
    try:
        files = json.loads(journal.read_text())["files"]
    except (OSError, ValueError, KeyError, TypeError):
        files = {}
    files.pop(write.record.path, None)
    files[write.record.path] = {
        "sha256": hashlib.sha256(raw).hexdigest(),
        "verb": write.verb,
        "by": write.by,
        "agent": None,
        "at": stamp(settings.now()),
    }
    kept = dict(list(files.items())[-_JOURNAL_LENGTH:])
    draft = journal.with_name(f"chant-writes.json.{os.getpid()}")
    draft.write_text(js.pretty({"version": 1, "files": kept}) + "\n")
    draft.replace(journal)


def _put_on_branch(workspace: Workspace, write: Write) -> None:
    """Without the working tree; the branch moves only when nobody moved it meanwhile."""
    git, reference = workspace.git, f"refs/heads/{BRANCH}"
    old = git.commit(reference)
    path = f"{write.record.kind.ledger}/{write.record.name}"
    import tempfile  # it takes long to load, and few runs need it

    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index"
        git.ask("read-tree", old or "--empty", index=index)
        blob = git.ask("hash-object", "-w", "--stdin", stdin=write.text.encode("utf-8", "replace")) or ""
        git.ask("update-index", "--add", "--cacheinfo", f"100644,{blob.strip()},{path}", index=index)
        tree = (git.ask("write-tree", index=index) or "").strip()
    parents = ["-p", old] if old else []
    new = (git.ask("commit-tree", tree, *parents, "-m", write.message) or "").strip()
    if git.ask("update-ref", reference, new, old or "0" * 40) is None:
        raise Failure("record-id-taken", f"{BRANCH} was changed by another write meanwhile: run the write again")
    if git.ask("remote"):
        git.ask("push", "-q", "origin", f"{reference}:{reference}")


def leave_a_child(settings: Settings) -> None:
    """A child that outlives this program, for those who must end the whole group."""
    if settings.child:
        child = subprocess.Popen(["sleep", "600"])
        Path(settings.child).write_text(str(child.pid))

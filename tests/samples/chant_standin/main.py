"""One run of the program: from the words of the command line to what is printed."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chant_standin import js, reading
from chant_standin.answering import Deed, do
from chant_standin.arguments import Arguments, json_value, parse
from chant_standin.asking import Ask, ask
from chant_standin.failing import Failure
from chant_standin.git import Git
from chant_standin.lock import write_lock
from chant_standin.records import BRANCH, Record
from chant_standin.settings import Settings, settings_of, wait_for
from chant_standin.view import question_view
from chant_standin.workspace import Workspace, find, undeclared
from chant_standin.writing import Write, leave_a_child, put

Fields = dict[str, Any]
_WRITE_SCHEMA = "https://intentius.io/chant/schemas/workspace/points-write/v1/points-write.schema.json"
_VERBS = ("ask", "answer", "retract")
_HUGE = 8 * 1024 * 1024


class Printed(NamedTuple):
    """What a run leaves behind for its caller."""

    exit: int
    stdout: str
    stderr: str = ""


def main(argv: Sequence[str], env: Mapping[str, str], stdin: str, cwd: Path) -> Printed:
    """Run chant in a folder. Everything it knows is handed in; what it changes is on the disk."""
    settings, words = settings_of(argv, env)
    _keep_log(settings, words, env, stdin, cwd)
    leave_a_child(settings)
    wait_for(settings.slow)
    plain = {name: value for name, value in env.items() if not name.startswith("STANDIN_")}
    printed = _run(words, plain, stdin, cwd, settings)
    wait_for(settings.slow_after)
    return _spoilt(printed, settings)


def _run(words: list[str], env: dict[str, str], stdin: str, cwd: Path, settings: Settings) -> Printed:
    if words[:2] != ["workspace", "points"]:
        return Printed(1, "", f"unknown command: {' '.join(words[:2])}\n")
    rest = words[2:]
    verb = rest[0] if rest and not rest[0].startswith("-") else "read"
    if verb == "read":
        return _read(rest, env, cwd)
    if verb not in _VERBS:
        return Printed(1, "", f"unknown verb: {verb}\n")
    try:
        if settings.error:
            code, _, message = settings.error.partition(":")
            raise Failure(code, message or "as the settings of this run want it")
        told = _write(parse(verb, rest[1:]), env, stdin, cwd, settings)
    except Failure as failure:
        error = {"code": failure.code, "message": failure.message}
        refused = {"$schema": _WRITE_SCHEMA, "contract": 1, "verb": verb, "error": error}
        return Printed(1, js.pretty(refused) + "\n")
    return Printed(0, js.pretty({"$schema": _WRITE_SCHEMA, "contract": 1, "verb": verb, **told}) + "\n")


def _read(words: list[str], env: dict[str, str], cwd: Path) -> Printed:
    as_json = "--json" in words
    try:
        given = parse("read", words)
        git = Git(cwd, env)
        revision = given.last("--at")
        workspace = find(cwd, git, given.last("--kind"), revision)
        at = git.commit(revision) if revision is not None else None
        told = reading.document(workspace, open_only="--open" in given.switches, at=at)
    except Failure as failure:
        if not as_json:
            return Printed(1, "", f"{failure.message}\n")
        return Printed(1, js.pretty(reading.failed(failure)) + "\n")
    return Printed(0, js.pretty(told) + "\n" if as_json else reading.as_text(told))


def _write(given: Arguments, env: dict[str, str], stdin: str, cwd: Path, settings: Settings) -> Fields:
    order = _ask_of(given, env, stdin, cwd, settings) if given.verb == "ask" else _deed_of(given, env, settings)
    git = Git(cwd, env)
    if isinstance(order, Ask) and order.steward is not None and git.ask("remote"):
        git.ask("fetch", "-q", "origin", f"refs/heads/{BRANCH}:refs/heads/{BRANCH}")
    try:
        workspace = find(cwd, git, given.last("--kind"))
    except Failure as failure:
        raise (undeclared() if failure.code == "declaration-missing" else failure) from failure
    if "--dry-run" in given.switches:
        return _told(_order(workspace, order), dry=True)
    by = ", ".join(order.by) if isinstance(order, Deed) else order.steward
    with write_lock(workspace, env, f"points {given.verb}", by):
        done = _order(workspace, order)
        if isinstance(done, Write):
            put(workspace, done, settings)
    return _told(done, dry=False)


def _order(workspace: Workspace, order: Ask | Deed) -> Record | Write:
    return ask(workspace, order) if isinstance(order, Ask) else do(workspace, order)


def _ask_of(given: Arguments, env: dict[str, str], stdin: str, cwd: Path, settings: Settings) -> Ask:
    inputs, candidates = given.last("--inputs"), given.last("--candidates")
    if not given.words:
        raise Failure("write-usage-invalid", "name the point to ask")
    if inputs is None:
        raise Failure("write-usage-invalid", "--inputs <file|-|json> is required")
    if inputs == candidates == "-":
        raise Failure("write-usage-invalid", "--inputs - and --candidates - cannot both read the standard input")
    response = given.last("--response")
    return Ask(
        point=given.words[0],
        inputs=json_value("--inputs", inputs, stdin, cwd),
        candidates=None if candidates is None else json_value("--candidates", candidates, stdin, cwd),
        response=None if response is None else json_value("--response", response, stdin, cwd),
        subject=given.text("--subject"),
        steward=env.get("CHANT_STEWARD") or None,
        run=given.last("--steward-run"),
        today=settings.day(),
    )


def _deed_of(given: Arguments, env: dict[str, str], settings: Settings) -> Deed:
    answer, by = given.last("--answer"), given.values.get("--by", [])
    if not given.words:
        raise Failure("write-usage-invalid", f"name the question to {given.verb}")
    if given.verb == "answer" and answer is None:
        raise Failure("write-usage-invalid", "--answer <value> is required")
    if not by:
        who = "answered" if given.verb == "answer" else "retracts it"
        raise Failure("write-usage-invalid", f"--by <name> is required, once for each person who {who}")
    return Deed(
        verb=given.verb,
        id=given.words[0],
        answer=answer,
        by=by,
        note=given.text("--note"),
        relayed_by=given.text("--relayed-by"),
        steward=env.get("CHANT_STEWARD") or None,
        today=settings.day(),
    )


def _told(done: Record | Write, *, dry: bool) -> Fields:
    record = done.record if isinstance(done, Write) else done
    kind = record.kind
    return {
        "kind": {"name": kind.name, "schema": kind.schema_id, "file": kind.file},
        "id": record.id,
        "path": record.path,
        "reused": isinstance(done, Record),
        "written": isinstance(done, Write) and not dry,
        "dryRun": dry,
        "question": question_view(record),
        **({"text": done.text} if dry and isinstance(done, Write) else {}),
    }


def _keep_log(settings: Settings, words: list[str], env: Mapping[str, str], stdin: str, cwd: Path) -> None:
    if settings.log:
        with Path(settings.log).open("a") as log:
            log.write(json.dumps({"argv": words, "env": dict(env), "cwd": str(cwd), "stdin": stdin}) + "\n")


def _spoilt(printed: Printed, settings: Settings) -> Printed:
    output = {
        "": printed.stdout,
        "garbage": "\x1b[31m{not json\x00\x07 ���\n",
        "huge": f'{{"note": "{"x" * _HUGE}"}}\n' if settings.output == "huge" else "",
        "html": "<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>\n",
        "empty": "",
        "half": printed.stdout[: len(printed.stdout) // 2],
        "array": "[]\n",
    }[settings.output]
    return Printed(int(settings.exit or printed.exit), output, printed.stderr + settings.stderr)

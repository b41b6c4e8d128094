"""`sayso import`: records from elsewhere, kept as they are. Records of the principal are a principal's to import."""

import shlex
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from sayso_client.handoff.records import encode, read
from sayso_client.stores.local import LocalStore
from sayso_client.text import one_line
from sayso_tui.cli.challenge import challenge
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.output import document, remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.principal import admit
from sayso_tui.cli.session import Session, do

QUESTIONS = "questions-0.1"
WORD = "import"
UNASKED = "import-unattended"
"""The door of records that nobody was asked about: kept as they are, and never taken for acts of mine."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Records on their way in."""

    lines: tuple[tuple[int, bytes], ...]
    """(line in the file, the record's bytes); one line may give two records."""
    refused: tuple[tuple[int, str], ...] = ()
    """(line, why) of what gives no record."""

    def of_principal(self) -> int:
        """How many of them speak for the principal."""
        values = (read(raw).value for _, raw in self.lines)
        return sum(isinstance(each, dict) and each.get("origin") == "principal" for each in values)


@click.command("import")
@click.argument("file", metavar="FILE|-")
@click.option(
    "--from", "form", type=click.Choice([QUESTIONS]), help="The file holds Questions 0.1 events, to be converted."
)
@click.option(
    "--principal", metavar="WHO", help="Questions 0.1: who decided, where an event says only that the principal did."
)
@click.option("--assistant", metavar="WHO", help="Questions 0.1: likewise for the assistant.")
@click.option(
    "--unattended",
    is_flag=True,
    help='For scripts: take in records of the principal without asking. In your name they are marked "not from here".',
)
@store_option
@json_option
@pass_session
def import_(
    session: Session,
    file: str,
    form: str | None,
    principal: str | None,
    assistant: str | None,
    unattended: bool,
    store: str | None,
    as_json: bool,
) -> None:
    """Take in records of decisions/0.3 and of sayso.proposals/0.1, one JSON object a line.

    They are kept byte for byte; what is held already is passed over, so that the same file may come twice. Invalid
    records are kept too and shown as invalid. What cannot be kept or converted is listed, with its line and the
    reason; the rest is written, and it ends with 1. A store elsewhere takes an import only where it is served.
    """
    local = _local(session, store)
    lines = _lines(file)
    batch = _converted(lines, principal, assistant) if form else Batch(tuple(lines))
    many = batch.of_principal()
    if many:
        _consent(session, many, unattended=unattended)
    session.may_write(local.name, principal=bool(many))
    _tell(local, batch, UNASKED if many and unattended else "import", as_json=as_json)


def _local(session: Session, store: str | None) -> LocalStore:
    """Where it goes. An import takes in what others said, whoever they were; elsewhere that is for whoever serves it.

    Raises:
        NotFound: there is no store of that name.
        Ended: it lives elsewhere.
    """
    found = session.inbox().store(store)
    if isinstance(found, LocalStore):
        return found
    name = one_line(found.name, 40)
    raise Ended(
        Exit.REFUSED,
        f"{name} lives elsewhere, and an import goes in where it is kept: run sayso import on the machine that serves "
        f"it. To ask something there: sayso raise --store {shlex.quote(name)}. Nothing was written.",
    )


def _consent(session: Session, many: int, *, unattended: bool) -> None:
    what = "1 record speaks" if many == 1 else f"{many} records speak"
    only = f"{what} for the principal in this file. Only the principal takes them in"
    warning = admit(session, unattended=unattended, what=only)
    if warning:
        remark(warning)
    if not unattended:
        challenge([f"{what} for the principal: answers, dismissals, retractions. They will count as such."], WORD)


def _tell(local: LocalStore, batch: Batch, door: str, *, as_json: bool) -> None:
    taken = do(local.take_in([raw for _, raw in batch.lines], door))
    refused = sorted([*batch.refused, *((batch.lines[at - 1][0], why) for at, why in taken.refused)])
    for line, why in refused:
        remark(f"line {line}: {one_line(why, 300)}")
    if as_json:
        members = {"store": local.name, "new": taken.new, "known": taken.known, "invalid": taken.invalid}
        document("import", {**members, "refused": [{"line": line, "reason": why} for line, why in refused]})
    told = f"{taken.new} new, {taken.known} held already, {len(refused)} refused."
    remark(told + (f" {taken.invalid} of them are invalid: kept, shown, and without effect." if taken.invalid else ""))
    if refused:
        raise Ended(Exit.FAILURE)


def _lines(file: str) -> list[tuple[int, bytes]]:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Ended(
            Exit.FAILURE, f"{one_line(file, 200)} cannot be read: {error.strerror}. Nothing was written."
        ) from error
    content = content.removeprefix(b"\xef\xbb\xbf")
    return [(at, line.rstrip(b"\r")) for at, line in enumerate(content.split(b"\n"), 1) if line.strip()]


def _converted(lines: Iterable[tuple[int, bytes]], principal: str | None, assistant: str | None) -> Batch:
    """Questions 0.1 events as records; each record stands at the line of its event."""
    from sayso_client.handoff.questions import convert

    events: list[tuple[int, object]] = []
    refused: list[tuple[int, str]] = []
    for at, line in lines:
        reading = read(line)
        if reading.problems:
            refused.append((at, "; ".join(reading.problems)))
        else:
            events.append((at, reading.value))
    conversion = convert([event for _, event in events], principal=principal, assistant=assistant)
    refused += [(events[position - 1][0], why) for position, why in conversion.refused]
    return Batch(tuple((0, encode(each)) for each in conversion.records), tuple(refused))

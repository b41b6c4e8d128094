"""`sayso doctor`: whether the ledger is well, its derived rows made anew, and a backup of it."""

from dataclasses import asdict
from pathlib import Path

import click

from sayso_client.ledger.checkup.examine import Report, examine
from sayso_client.stores.rules import RULES
from sayso_config.settings import load
from sayso_tui.cli.cells import screen_width
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import json_option
from sayso_tui.cli.output import document, remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.progress import Progress
from sayso_tui.cli.session import Session


@click.command()
@click.option("--rebuild", is_flag=True, help="First derive everything anew from the records, which stay as they are.")
@click.option(
    "--backup", "to", metavar="FILE", help="Only write a copy of the ledger to FILE, whoever uses it meanwhile."
)
@click.option("--drafts", is_flag=True, help="Print the words of the drafts that are named, too.")
@json_option
@pass_session
def doctor(session: Session, rebuild: bool, to: str | None, drafts: bool, as_json: bool) -> None:
    """Look whether the ledger is well, and say what is wrong, what that means and what to do.

    Looking changes nothing. Ends with 1 when something is wrong.
    """
    if to == "-":
        raise Ended(Exit.USAGE, "A ledger cannot go to stdout; name a file for the backup. Nothing was written.")
    if rebuild and to is not None:
        raise Ended(Exit.USAGE, "One at a time: first --backup FILE, then --rebuild.")
    if (rebuild or to is not None) and session.read_only:
        raise Ended(Exit.REFUSED, f"{session.read_only} Nothing was written.")
    if to is not None:
        _back_up(session, to, as_json)
        return
    with Progress() as progress:
        if rebuild:
            _rebuild(session, progress)
        report = examine(session.places, RULES, progress.show, stores=_named_stores(session))
    if as_json:
        document("doctor", _members(session, report, drafts))
    else:
        from sayso_tui.cli.checkup import page

        result(page(session.places, report, screen_width(), drafts=drafts))
    if not report.well:
        raise Ended(Exit.FAILURE)


def _named_stores(session: Session) -> list[str] | None:
    """Those that the configuration names; None where it has problems, so that it may mean more than it says."""
    known = load(session.places.config, {})
    return None if known.problems else [each.name for each in known.settings.stores]


def _back_up(session: Session, to: str, as_json: bool) -> None:
    from sayso_client.ledger.checkup.backup import backup

    file = Path(to).expanduser().absolute()
    size = backup(session.places.ledger, file)
    if as_json:
        document("backup", {"ledger": str(session.places.ledger), "file": str(file), "bytes": size})
    else:
        result(str(file))
        remark(
            f"It holds everything that the ledger does ({size:,} bytes, looked through). To use it, put it in the "
            f"place of {session.places.ledger} while no sayso runs."
        )


def _rebuild(session: Session, progress: Progress) -> None:
    from sayso_client.inbox import mint_id, system_clock
    from sayso_client.ledger.ledger import Ledger

    if not session.places.ledger.exists():
        return
    ledger = Ledger(session.places.ledger, rules=RULES, clock=system_clock, mint=mint_id, catch_up=False)
    try:
        ledger.rebuild(lambda done, total: progress.show("deriving everything anew", done, total))
    finally:
        ledger.close()


def _members(session: Session, report: Report, texts: bool) -> dict[str, object]:
    findings = [
        {
            "topic": str(each.topic),
            "wrong": each.wrong,
            "sentence": each.sentence,
            "command": each.command,
            "decisions": [{"store": ref.store, "key": ref.key} for ref in each.decisions],
        }
        for each in report.findings
    ]
    drafts = [
        {
            "store": each.ref.store,
            "key": each.ref.key,
            "act": each.act,
            "held": each.held,
            "at": each.at,
            "length": each.length,
            **({"text": each.words} if texts else {}),
        }
        for each in report.drafts
    ]
    return {
        "ledger": str(session.places.ledger),
        "well": report.well,
        "findings": findings,
        "facts": asdict(report.facts) if report.facts else None,
        "drafts": drafts,
    }

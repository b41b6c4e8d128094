"""`sayso serve`: a local store for inboxes and agents elsewhere, over HTTP; and the tokens that let them in."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.listening import Where
from sayso_tui.cli.options import store_option
from sayso_tui.cli.output import remark
from sayso_tui.cli.served import ledger_of, local_store
from sayso_tui.cli.session import Session
from sayso_tui.cli.tokens import token

if TYPE_CHECKING:
    import sqlite3

    from sayso_client.ledger.ledger import Ledger
    from sayso_client.serve.serving import Documents, Serving

PORT = 8750


@click.group(invoke_without_command=True)
@store_option
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    metavar="PORT",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port; 0 picks a free one.",
)
@click.option("--socket", "path", metavar="PATH", help="A Unix socket instead, for its owner and its group (0660).")
@click.option("--tls-cert", metavar="FILE", help="Serve https: the chain of certificates, as PEM.")
@click.option("--tls-key", metavar="FILE", help="The key that belongs to it, as PEM.")
@click.pass_context
def serve(
    context: click.Context,
    store: str | None,
    host: str,
    port: int,
    path: str | None,
    tls_cert: str | None,
    tls_key: str | None,
) -> None:
    """Serve a local store to inboxes and agents elsewhere, until it is interrupted.

    When it is ready it says where, on stderr. Without any token only this machine is served, and nobody writes as the
    principal. `sayso serve token add` lets others in.
    """
    session = context.find_object(Session)
    assert session is not None
    if context.invoked_subcommand is not None:
        return
    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError("--tls-cert and --tls-key go together.")
    certificate = (Path(tls_cert), Path(tls_key)) if tls_cert and tls_key else None
    _serve(session, store, Where(host, port, Path(path).absolute() if path else None, certificate))


serve.add_command(token)


def _serve(session: Session, name: str | None, where: Where) -> None:
    need_extra()
    local = local_store(session, name)
    session.may_write(local, principal=False)
    from sayso_client.serve import log

    with ledger_of(session) as ledger, log.writing_to(session.places.log_dir):
        _refuse_strangers(ledger, local, where)
        listening = where.listen()
        try:
            code = asyncio.run(_run(session, ledger, local, where, listening))
        finally:
            listening.close()
            if where.path is not None:
                with suppress(OSError):
                    where.path.unlink()
    if code == signal.SIGINT:
        raise Ended(Exit.INTERRUPTED)


async def _run(session: Session, ledger: "Ledger", name: str, where: Where, listening: socket.socket) -> int | None:
    from sayso_client.serve.run import serve as run

    serving = _begun(session, ledger, name, where)
    done = await run(serving, listening, _saying(name, where, listening), where.certificate)
    return done.signal


def _begun(session: Session, ledger: "Ledger", name: str, where: Where) -> "Serving":
    from sayso_client.serve.serving import begin
    from sayso_tui.cli.progress import Progress

    with Progress() as progress:
        return begin(
            ledger,
            name,
            documents=documents(),
            mandates={each.id: each.text for each in session.loaded.settings.mandates},
            only_here=where.only_here,
            version=version("sayso"),
            told=lambda percent: progress.show("linking the records", percent, 100),
        )


def _saying(name: str, where: Where, listening: socket.socket) -> Callable[[], None]:
    url = where.url(listening)

    def say() -> None:
        remark(f"serving {one_line(name, 80)} on {url}")
        if not where.only_here and where.certificate is None:
            remark(
                "Tokens would travel unencrypted: clients of sayso refuse that. Put TLS in front, or give --tls-cert "
                "and --tls-key."
            )
        sys.stderr.flush()

    return say


def _refuse_strangers(ledger: "Ledger", name: str, where: Where) -> None:
    from sayso_client.serve import tokens

    def known(db: "sqlite3.Connection") -> bool:
        uuid = tokens.uuid_of(db, name)
        return uuid is not None and tokens.are_there(db, uuid)

    if not where.only_here and not ledger.look(known):
        raise Ended(
            Exit.USAGE,
            f"Nothing is served: others could come to {where.host}, and no token says who may. Add one with "
            "sayso serve token add NAME --origin requester, or leave out --host to serve this machine alone.",
        )


@cache
def documents() -> "Documents":
    """Decisions as `sayso show --json` prints them."""
    from sayso_client.decision import Decision
    from sayso_client.serve.serving import Documents
    from sayso_tui.cli.documents import decision_members
    from sayso_tui.cli.output import VERSION
    from sayso_tui.schemas_page import schema_of

    def told(decision: Decision) -> dict[str, object]:
        return {"sayso": VERSION, "kind": "decision", **decision_members(decision, datetime.now(UTC))}

    return Documents(told, schema_of("decision"))


def need_extra() -> None:
    """End with 2 when what the server stands on is not installed."""
    try:
        for each in ("starlette", "uvicorn"):
            import_module(each)
    except ImportError as error:
        raise Ended(
            Exit.USAGE, f"sayso serve needs {error.name}, which is not installed: pip install 'sayso[serve]'."
        ) from error

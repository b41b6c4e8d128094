"""`sayso serve token`: who may come to a served store from elsewhere, and what they may write."""

import shlex
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from sayso_client.doors import RESERVED
from sayso_client.serve.tokens import ORIGINS, Grant
from sayso_client.text import one_line
from sayso_config.schema import BadValue, clean_text
from sayso_tui.cli.challenge import challenge, word_for
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import json_option, store_option
from sayso_tui.cli.output import document, line, remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.principal import admit
from sayso_tui.cli.served import ledger_of, local_store
from sayso_tui.cli.session import Session

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing


@click.group()
def token() -> None:
    """Let others come to a served store, and take that back.

    A token names a person or an agent and says what they may write. It is shown once; only its hash is kept.
    """


@token.command("add")
@click.argument("name")
@click.option(
    "--origin",
    "origins",
    metavar="ORIGIN",
    multiple=True,
    type=click.Choice(ORIGINS),
    help="What it may write as: requester, agent or principal. Several are possible.",
)
@click.option("--prefix", metavar="P", default="", help="Only decisions whose key begins so are read and written.")
@click.option("--assistant", metavar="WHO", help="Who its delegated and attested settlements may name.")
@click.option(
    "--mandate", "mandates", metavar="ID", multiple=True, help="A mandate under which delegated ones may stand."
)
@click.option("--unattended", is_flag=True, help="For scripts: grant a token of the principal without asking.")
@store_option
@pass_session
def add(
    session: Session,
    name: str,
    origins: tuple[str, ...],
    prefix: str,
    assistant: str | None,
    mandates: tuple[str, ...],
    unattended: bool,
    store: str | None,
) -> None:
    """Make a token for NAME and print it, alone on stdout.

    NAME is who decides (authority.by) in what a principal writes with it. Such a token lets its bearer answer in that
    name from anywhere, so only the principal grants one: at a terminal what it allows is shown and a code typed.
    """
    from sayso_client.serve import tokens

    if not origins:
        raise click.UsageError("Say what it may write: --origin requester, --origin agent or --origin principal.")
    may = tuple(each for each in ORIGINS if each in origins)
    if "principal" not in may and (assistant or mandates):
        raise click.UsageError("--assistant and --mandate go with --origin principal.")
    grant = Grant(
        _checked(name, "name"), may, prefix, _checked(assistant, "assistant") if assistant else None, mandates
    )
    local = local_store(session, store)
    if _held(session, local, grant.name) is not None:
        raise _there_already(grant.name)
    grant = _granted(session, grant, local, unattended=unattended)
    with ledger_of(session) as ledger:
        made = ledger.write_now(lambda writing: tokens.add(writing, _uuid(writing, local), grant, datetime.now(UTC)))
    if made is None:
        raise _there_already(grant.name)
    _hand_over(made, grant, local)


@token.command("rotate")
@click.argument("name")
@click.option("--unattended", is_flag=True, help="For scripts: grant a token of the principal without asking.")
@store_option
@pass_session
def rotate(session: Session, name: str, unattended: bool, store: str | None) -> None:
    """Put a new token in the place of the one of NAME, and print it, alone on stdout. What it allows stays the same.

    The old one opens nothing from that moment on. Inboxes that read the new one from a keyring or by a command go on by
    themselves; those that have it in a variable are started again.
    """
    from sayso_client.serve import tokens

    local = local_store(session, store)
    held = _held(session, local, name)
    if held is None:
        raise _none_of(name, local)
    grant = _granted(session, held, local, unattended=unattended)
    with ledger_of(session) as ledger:
        made = ledger.write_now(lambda writing: tokens.rotate(writing, _uuid(writing, local), grant, datetime.now(UTC)))
    if made is None:
        raise _none_of(name, local)
    _hand_over(made, grant, local)
    remark("The one of before opens nothing any more.")


@token.command("list")
@store_option
@json_option
@pass_session
def list_(session: Session, store: str | None, as_json: bool) -> None:
    """Who has a token, and what for. Never the tokens themselves: they are not kept."""
    from sayso_client.serve import tokens

    local = local_store(session, store)
    with ledger_of(session) as ledger:
        grants = ledger.look(lambda db: tokens.every(db, tokens.uuid_of(db, local) or ""))
    for each in grants:
        if as_json:
            document("token", _members(each, local))
        else:
            result(f"{one_line(each.name, 80)}  may {_allowed(each, local)}")


@token.command("remove")
@click.argument("name")
@store_option
@pass_session
def remove(session: Session, name: str, store: str | None) -> None:
    """Take a token back. It opens nothing from now on, and streams that it opened end."""
    from sayso_client.serve import tokens

    local = local_store(session, store)
    session.may_write(local, principal=False)
    with ledger_of(session) as ledger:
        gone = ledger.write_now(lambda writing: tokens.remove(writing, _uuid(writing, local), name))
    if not gone:
        raise _none_of(name, local)
    remark(f"The token of {one_line(name, 80)} opens nothing any more.")


def _held(session: Session, store: str, name: str) -> Grant | None:
    """The token of that name, so that nobody is asked in vain."""
    from sayso_client.serve import tokens

    with ledger_of(session) as ledger:
        return ledger.look(lambda db: tokens.named(db, tokens.uuid_of(db, store) or "", name))


def _granted(session: Session, grant: Grant, store: str, *, unattended: bool) -> Grant:
    """The grant, once whoever has to allow it did."""
    principal = "principal" in grant.origins
    session.may_write(store, principal=principal)
    if not principal:
        return grant
    _consent(session, grant, store, unattended=unattended)
    return replace(grant, asked=not unattended)


def _hand_over(made: str, grant: Grant, store: str) -> None:
    line(made)
    remark("This is shown once. Whoever has it may " + _allowed(grant, store) + ".")


def _there_already(name: str) -> Ended:
    said = f"There is a token of {one_line(name, 80)} already. Nothing was made."
    return Ended(
        Exit.CONFLICT, f"{said} A new one in its place: sayso serve token rotate {shlex.quote(one_line(name))}"
    )


def _none_of(name: str, store: str) -> Ended:
    return Ended(Exit.FAILURE, f"There is no token of {one_line(name, 80)} in {one_line(store, 40)}.")


def _uuid(writing: "Writing", store: str) -> str:
    """The uuid of a local store, which is made when there is none yet."""
    from sayso_client.serve.tokens import uuid_of
    from sayso_client.stores.local import KIND

    writing.store(store, KIND)
    return uuid_of(writing.db, store) or ""


def _consent(session: Session, grant: Grant, store: str, *, unattended: bool) -> None:
    warning = admit(session, unattended=unattended, what="Only the principal lets somebody write as the principal")
    if warning:
        remark(warning)
    if not unattended:
        lines = [f"Whoever has this token may {_allowed(grant, store)}.", "What they settle counts as decided.", ""]
        challenge(lines, word_for(None, store, grant.name, *grant.origins, grant.assistant or "", *grant.mandates))


def _allowed(grant: Grant, store: str) -> str:
    """What a token allows, in words."""
    told = [f"write in {one_line(store, 40)} as {', '.join(grant.origins)}"]
    if "principal" in grant.origins:
        told.append(f"decide in the name of {one_line(grant.name, 80)}")
    if grant.assistant:
        under = f" under {', '.join(one_line(each, 40) for each in grant.mandates)}" if grant.mandates else ""
        told.append(f"record what {one_line(grant.assistant, 80)} decided{under}")
    if grant.prefix:
        told.append(f"only where the key begins with {one_line(grant.prefix, 80)}")
    return "; ".join(told)


def _members(grant: Grant, store: str) -> dict[str, object]:
    return {
        "store": store,
        "name": grant.name,
        "origins": grant.origins,
        "prefix": grant.prefix,
        "assistant": grant.assistant,
        "mandates": grant.mandates,
        "asked": grant.asked,
        "made": grant.made.isoformat().replace("+00:00", "Z") if grant.made else None,
    }


def _checked(name: str, what: str) -> str:
    try:
        found = clean_text(name)
    except BadValue as error:
        raise click.UsageError(f"The {what} {error}.") from error
    if what == "name" and found.casefold() in RESERVED:
        raise click.UsageError(f"{found} is the name of a door of sayso; give the token another one.")
    return found

"""`sayso store`: which stores there are; adding one, trying it out, accepting another, renaming it, taking it out."""

import shlex

import click

from sayso_config.model import Secret, StoreSetting
from sayso_config.schema import KINDS, LATER_KINDS
from sayso_tui.cli.grouped import Grouped
from sayso_tui.cli.options import json_option
from sayso_tui.cli.output import remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session
from sayso_tui.cli.stores_changed import may_change, named


@click.group()
def store() -> None:
    """Which stores there are; add one, try one out, rename it, take it out.

    A store is known by what it calls itself for ever; its name here is a label.
    """


_GROUPS = {
    "A store that is served (sayso serve)": ("url", "socket", "key_env", "key_keyring", "key_command"),
    "A chant workspace": ("path", "command", "trust", "answers", "points"),
}
_EXAMPLES = """\b
Such as:
  sayso store add team --url https://decisions.example.net --key-env TEAM_TOKEN
  sayso store add box --socket /run/sayso/team
  sayso store add work --path ."""


@store.command(cls=Grouped, groups=_GROUPS, epilog=_EXAMPLES)
@click.argument("name")
@click.option("--kind", type=click.Choice((*KINDS, *LATER_KINDS)), help="By default what the other options say.")
@click.option("--url", metavar="URL", help="Where it answers: https://…, or http://… on this machine.")
@click.option("--socket", metavar="PATH", help="The Unix socket where it answers, instead of a url.")
@click.option("--key-env", metavar="VARIABLE", help="The variable that holds the key.")
@click.option("--key-keyring", metavar="ENTRY", help="The entry of the system's keyring that holds it (service sayso).")
@click.option("--key-command", metavar="WORDS", help="The command that prints it, in quotes; no shell reads it.")
@click.option("--path", metavar="FOLDER", help="Its folder, or one in it (a dot: this one).")
@click.option("--command", metavar="WORDS", help="What starts chant, in quotes; by default the chant on the PATH.")
@click.option("--answers", metavar="FOLDER", help="With --points, where a kind file cannot be read: its answers.")
@click.option("--points", metavar="FILE", help="With --answers, where a kind file cannot be read: its points.")
@click.option("--trust", is_flag=True, help="Let chant be run there, which runs the workspace's code with your rights.")
@click.option("--as", "as_", metavar="NAME", help="Who you are there; by default what the store says.")
@pass_session
def add(
    session: Session,
    name: str,
    kind: str | None,
    url: str | None,
    socket: str | None,
    key_env: str | None,
    key_keyring: str | None,
    key_command: str | None,
    path: str | None,
    command: str | None,
    answers: str | None,
    points: str | None,
    trust: bool,
    as_: str | None,
) -> None:
    """Add a store of that name to the configuration. Nothing is called yet.

    The key itself is never written down, only where it is kept. A chant workspace (--path) is read at once, so that
    the next list has its questions, and you are asked whether chant may be run in it; without that it is only read.
    """
    from sayso_config.store_sections import NewStore, add_store

    may_change(session)
    if len([each for each in (key_env, key_keyring, key_command) if each is not None]) > 1:
        raise click.UsageError("A key is kept in one place: --key-env, --key-keyring or --key-command.")
    if url is not None and socket is not None:
        raise click.UsageError("A store has one address: --url or --socket.")
    chosen = kind or ("http" if url or socket else "chant" if path is not None else "local")
    key, words = _secret(key_env, key_keyring, key_command), _words("--command", command)
    new = NewStore(name, chosen, url, socket, key, as_, path, trust, words, answers, points)
    if chosen == "chant":
        from sayso_tui.cli.workspace_added import add_workspace

        add_workspace(session, new)
        return
    written = add_store(session.places.config, new)
    remark(f"{written.name} is added to {session.places.config}.{_and_then(written)}")


@store.command("list")
@json_option
@pass_session
def list_(session: Session, as_json: bool) -> None:
    """List the stores, and what is known of them here.

    With their addresses and how they were doing when they were last called. Nothing is called now.
    """
    from sayso_tui.cli.stores_listed import listed

    listed(session, as_json=as_json)


@store.command()
@click.argument("name", required=False)
@json_option
@pass_session
def check(session: Session, name: str | None, as_json: bool) -> None:
    """Call a store, or all of them, and say what works.

    It says plainly what works and what does not, and writes nothing there. Ends with 6 when one does not answer, 5 when
    it does not let you in, 1 when something else is wrong with it, 2 when its section is.
    """
    from sayso_tui.cli.stores_checked import checked

    checked(session, name, as_json=as_json)


@store.command()
@click.argument("name")
@click.option("--unattended", is_flag=True, help="For scripts: no question is shown. Needs --uuid.")
@click.option("--uuid", metavar="UUID", help="The store that is meant; when another one answers, nothing changes.")
@pass_session
def accept(session: Session, name: str, unattended: bool, uuid: str | None) -> None:
    """Take the store that answers now in the place of the one known.

    For a server that was set up anew, and for another workspace at the path of the known one: it has another uuid, so
    nothing is read from it or sent to it until you say so here. A workspace that was trusted is not trusted by that.
    It is read from the beginning, and what is shown stays until that is done. Drafts stay. What you said to the
    former one and this one does not hold waits in the outbox; nothing of it is sent by itself.
    """
    from sayso_tui.cli.stores_accepted import accepted

    may_change(session)
    if unattended and uuid is None:
        raise click.UsageError("--unattended needs --uuid UUID: the store that was looked at (sayso store check).")
    accepted(session, named(session, name), uuid, unattended=unattended)


@store.command()
@click.argument("name")
@click.option("--take-back", is_flag=True, help="Only read it from now on.")
@click.option("--command", metavar="WORDS", help="What starts chant from now on, in quotes; no shell reads it.")
@click.option("--unattended", is_flag=True, help="For scripts: no question is shown.")
@pass_session
def trust(session: Session, name: str, take_back: bool, command: str | None, unattended: bool) -> None:
    """Let chant be run in a workspace, so that your answers are written there.

    chant evaluates the workspace's own code with your rights: do it for a workspace whose code you would run yourself.
    Reading a workspace runs nothing of it and needs no trust. With --command it also says what starts chant, in a
    workspace that is trusted already, too.
    """
    from sayso_tui.cli.workspace_trusted import trusted

    may_change(session)
    words = _words("--command", command)
    if command is not None and (take_back or not words):
        raise click.UsageError("--command is what starts chant, in quotes, and not for --take-back.")
    trusted(session, named(session, name), words, trust=not take_back, unattended=unattended)


@store.command()
@click.argument("old")
@click.argument("new")
@pass_session
def rename(session: Session, old: str, new: str) -> None:
    """Give a store another name. What is held of it here stays: its decisions, drafts and what is still to be sent."""
    from sayso_tui.cli.stores_taken_out import renamed

    may_change(session)
    renamed(session, old, new)


@store.command()
@click.argument("name")
@click.option("--drop-votes", is_flag=True, help="Also take back what people said there and waits for others.")
@pass_session
def remove(session: Session, name: str, drop_votes: bool) -> None:
    """Take a store out: its section, and the copy of it here. It says what was deleted.

    Refused while something that you said is not recorded there, also where it waits for others to say the same.
    What a local store holds is never deleted.
    Also takes out what the ledger holds of a store elsewhere that is not configured any more; sayso doctor names such.
    """
    from sayso_tui.cli.stores_taken_out import removed

    may_change(session)
    removed(session, name, drop_votes=drop_votes)


def _secret(env: str | None, keyring: str | None, command: str | None) -> Secret | None:
    if env is not None:
        return Secret("env", (env,))
    if keyring is not None:
        return Secret("keyring", (keyring,))
    return None if command is None else Secret("command", _words("--key-command", command))


def _words(option: str, text: str | None) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text or ""))
    except ValueError as error:
        raise click.UsageError(f"{option} cannot be split into words: {error}.") from None


def _and_then(added: StoreSetting) -> str:
    if added.kind == "local":
        return ""
    first = ""
    if added.key is not None and added.key.way == "env":
        first = f" Set {added.key.at[0]} to its key, and then:"
    elif added.key is not None and added.key.way == "keyring":
        first = f" Put its key there with: keyring set sayso {shlex.quote(added.key.at[0])}, and then:"
    return f"{first} sayso store check {shlex.quote(added.name)} tells whether it answers."

"""`sayso mine`: the principal says that a settlement in their name was theirs, made on another machine."""

from collections.abc import Iterator, Sequence

import click

from sayso_client.decision import Decision, Flag
from sayso_client.rows import Query, View
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import complete_keys, store_option
from sayso_tui.cli.output import remark
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session, do

MOST = 200
"""So many are read and said to be mine at once; nobody reads more in one go."""


@click.command()
@click.option("--all", "every", is_flag=True, help='All that the view "not from here" lists, in place of KEY.')
@click.argument("key", required=False, shell_complete=complete_keys)
@store_option
@pass_session
def mine(session: Session, key: str | None, every: bool, store: str | None) -> None:
    """Say that what is marked "not from here" was you, at another machine or by a script of yours.

    At a terminal it is shown and a code typed. It is noted in the ledger here, and nothing is sent. Where it was not
    you: `retract` takes it back, and `answer` replaces it.
    """
    from sayso_tui.cli.challenge import challenge, word_for
    from sayso_tui.cli.principal import admit

    if every is (key is not None):
        raise click.UsageError("Name a KEY, or say --all.")
    warning = admit(session, unattended=False, what="Only the principal says what was theirs")
    inbox = session.inbox("cli")
    meant = _marked(session, store) if every else (_the_one(session, key or "", store),)
    if not meant:
        remark('Nothing is marked "not from here". Nothing was changed.')
        return
    for each in {each.ref.store for each in meant}:
        session.may_write(each, principal=True)
    if warning:
        remark(warning)
    lines = [*_told(session, meant), "", "That was you, elsewhere? It is noted here; nothing is sent.", ""]
    about = [text for each in meant for text in (each.ref.store, each.ref.key, each.seen)]
    challenge(lines, word_for(None, *about), to="say that it was you")
    done = do(inbox.was_me({each.ref: each.seen for each in meant}))
    left = len(meant) - len(done)
    if left:
        moved = f"{left:,} of them changed" if len(meant) > 1 else "It changed"
        raise Ended(
            Exit.CONFLICT, f"{moved} while you read, and {'are' if left > 1 else 'is'} left as it was. Look again."
        )
    many = one_line(meant[0].ref.key, 80) if len(meant) == 1 else f"{len(done):,} decisions"
    remark(f"Noted: {many} {'was' if len(meant) == 1 else 'were'} settled by you.")
    if every and (more := inbox.counts().not_from_here):
        remark(f"{more:,} more are marked; look at them with: sayso mine --all")


def _the_one(session: Session, key: str, store: str | None) -> Decision:
    decision = session.inbox("cli").find(key, store)
    if Flag.NOT_FROM_HERE not in decision.flags:
        raise Ended(Exit.CONFLICT, f'{one_line(key, 80)} is not marked "not from here". Nothing was changed.')
    return decision


def _marked(session: Session, store: str | None) -> tuple[Decision, ...]:
    inbox = session.inbox("cli")
    rows = inbox.after(Query(View.NOT_FROM_HERE), None, MOST)
    found = (inbox.decision(each.ref) for each in rows if store in (None, each.ref.store))
    return tuple(each for each in found if each is not None)


def _told(session: Session, meant: Sequence[Decision]) -> Iterator[str]:
    from sayso_tui.cli.cells import screen_width
    from sayso_tui.cli.page import question
    from sayso_tui.widgets.pane.when import clock

    now = session.inbox().now().astimezone()
    if len(meant) == 1:
        yield from question(meant[0], now, screen_width())
        return
    for each in meant:
        said = each.settlement
        what = one_line((said.text if said else None) or "taken back, or dismissed", 80)
        when = clock(said.at, now) if said and said.at else "no time given"
        yield f"{one_line(each.ref.key, 60)} in {one_line(each.ref.store, 40)}: {what} · {when}"

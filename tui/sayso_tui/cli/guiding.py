"""`sayso guide`: what an agent must know, to be read or to be put into the file that agents read."""

from importlib.resources import files
from pathlib import Path

import click

from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.output import remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.replacing import replace_file
from sayso_tui.cli.session import Session

BEGIN, END = b"<!-- sayso guide: begin -->", b"<!-- sayso guide: end -->"

_WHERE = "{where}"
"""Stands in the text for where agents ask."""
_ASKED = ("local", "http")
"""Kinds of stores in which agents can ask."""


@click.command()
@click.option("--append", "file", metavar="FILE", help="Put it into this file, such as AGENTS.md, or renew it there.")
@pass_session
def guide(session: Session, file: str | None) -> None:
    """Print a short guide for agents: how to raise, wait and claim, and never to answer.

    With --append it stands in the file once, between two comments. What is outside them stays as it is; when it stands
    there already, it is brought up to date in its place.
    """
    text = files("sayso_tui.cli").joinpath("guide.md").read_text("utf-8").replace(_WHERE, _where(session), 1)
    if file is None:
        result(text.rstrip("\n"))
        return
    if file == "-":
        raise Ended(
            Exit.USAGE, "Without --append the guide goes to stdout; --append needs a file. Nothing was written."
        )
    path = Path(file)
    name = one_line(file, 200)
    try:
        before = path.read_bytes() if path.exists() else b""
        after = placed(before, text.encode())
        if after == before:
            remark(f"The guide in {name} is up to date. Nothing was changed.")
            return
        replace_file(path, after)
    except ValueError as error:
        raise Ended(Exit.FAILURE, f"{name} was left as it is: {error}.") from error
    except OSError as error:
        raise Ended(Exit.FAILURE, f"{name} was left as it is: {error.strerror}.") from error
    remark(f"The guide is {'brought up to date' if BEGIN in before else 'written'} in {name}.")


def _where(session: Session) -> str:
    """Where agents ask, as it is set up here."""
    stores = [one_line(each.name, 40) for each in session.loaded.settings.stores if each.kind in _ASKED]
    if session.asks_in:
        return f"You ask in the store `{one_line(session.asks_in, 40)}`, which is set here: no `--store` is needed."
    if len(stores) > 1:
        names = ", ".join(f"`{each}`" for each in stores)
        return f"Of the stores {names} name the one that the person reads with `--store NAME`, in each call."
    return "You ask in the store of this machine."


def placed(before: bytes, text: bytes) -> bytes:
    """The content of a file with the guide in it: in its old place, else at the end. Nothing else changes.

    Raises:
        ValueError: the two comments are not there once each, in their order; the text says so.
    """
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    block = newline.join([BEGIN, *text.rstrip(b"\n").split(b"\n"), END])
    found = before.count(BEGIN), before.count(END)
    if found == (0, 0):
        gap = b"" if not before.strip() else newline if before.endswith(b"\n") else newline * 2
        return before + gap + block + newline
    start, end = before.find(BEGIN), before.find(END)
    if found != (1, 1) or end < start:
        raise ValueError(f"the comments {BEGIN.decode()} and {END.decode()} must stand there once each, in this order")
    return before[:start] + block + before[end + len(END) :]

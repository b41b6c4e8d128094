"""The whole of a decision, in the reader's own pager: what is cut on the screen is there in full, and nothing acts."""

import asyncio
import os
import shlex
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from textual.app import App

from sayso_client.decision import Decision
from sayso_client.errors import SaysoError
from sayso_client.text import one_line
from sayso_tui.cli.page import page
from sayso_tui.editor import FOLDER, clear, lay_out
from sayso_tui.lending import lend

USUAL = ("less", "pager", "more")
"""What is tried, in this order, when $PAGER is not set."""
SAFELY = {"LESSSECURE": "1"}
"""`less` then starts no other program and writes no file, whatever is pressed."""


async def show_full_text(app: App[None], decision: Decision, folder: Path, now: datetime) -> None:
    """Open everything that there is to read about a decision in $PAGER, and wait for its end.

    Args:
        app: Lends its terminal.
        decision: As it is on the screen.
        folder: Where the ledger lies; the text lies below it meanwhile, for this user alone.
        now: Aware, in the reader's zone.

    Raises:
        SaysoError: there is no pager, or no room for the text, or the pager failed.
    """
    argv = pager(os.environ)
    text = await asyncio.to_thread(lambda: "\n".join(page(decision, now, app.size.width)))
    path = lay_out(folder / FOLDER, text)
    try:
        code = await lend(app, [*argv, str(path)], SAFELY)
    finally:
        clear(path)
    if code:
        raise SaysoError(
            f"{one_line(Path(argv[0]).name, 40)} ended with {code}. “sayso show KEY” prints the same text."
        )


def pager(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The pager of $PAGER, split as a shell would; else the first usual one that there is.

    Raises:
        SaysoError: there is none.
    """
    try:
        argv = tuple(shlex.split(environ.get("PAGER", "")))
    except ValueError as error:
        raise SaysoError(f"$PAGER cannot be read as a command ({error}). Nothing was opened.") from error
    for name in argv[:1] or USUAL:
        if program := shutil.which(Path(name).expanduser(), path=environ.get("PATH")):
            return (str(program), *argv[1:])
    missing = f"{one_line(argv[0], 60)}, which $PAGER names, was not found" if argv else "No pager was found"
    raise SaysoError(f"{missing}. “sayso show KEY” prints the whole text.")

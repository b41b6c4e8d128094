"""An inbox that keeps in touch with one chant workspace; run as a program, it says one answer and sends it.

python chant_store.py DATA-FOLDER WORKSPACE QUESTION OPTION SETTING=VALUE…
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chant_workspaces import standin_argv
from far_stores import Far, far
from opened import Room
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.stores.chant.wire import ChantWire
from sayso_config.model import StoreSetting


class WorkStore:
    """A workspace under the name "work", as `Far` takes a server."""

    name = "work"

    def __init__(self, folder: Path) -> None:
        self.folder = folder


class WorkWire:
    """As `Far` opens a wire: trusted, with the stand-in as the command."""

    kind = "chant"

    def __init__(self, command: str = "", limit_s: float | None = None, **settings: object) -> None:
        self.command = (command,) if command else tuple(standin_argv(**settings))
        self.limit_s = limit_s

    def __call__(self, store: WorkStore, _weather: object) -> ChantWire:
        setting = StoreSetting(store.name, "chant", path=str(store.folder), trust=True, command=self.command)
        opened = Bounded(setting, {"PATH": os.environ["PATH"]})
        opened.bound = self.limit_s
        return opened


class Bounded(ChantWire):
    """A wire that is said to give chant so many seconds."""

    bound: float | None = None

    @property
    def limit_s(self) -> float:
        return super().limit_s if self.bound is None else self.bound


@contextmanager
def work(
    data: Path, folder: Path, *, command: str = "", limit_s: float | None = None, **settings: object
) -> Iterator[Far]:
    """The inbox of "ana".

    Args:
        data: Its folder.
        folder: The workspace.
        command: A program to be run in the place of the stand-in.
        limit_s: So long chant may run, as far as is said.
        settings: Of the stand-in.
    """
    with far(Room(data), WorkStore(folder), wire=WorkWire(command, limit_s, **settings)) as opened:
        yield opened


async def _say(data: Path, folder: Path, key: str, option: str, command: str = "", **settings: str) -> None:
    with work(data, folder, command=command, limit_s=None, **settings) as there:
        await there.sync()
        await there.say(blank(there.inbox.find(key, "work"), Act.ANSWER, option))
        await there.sync(60.0)


if __name__ == "__main__":
    given = dict(each.split("=", 1) for each in sys.argv[5:])
    asyncio.run(_say(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4], **given))

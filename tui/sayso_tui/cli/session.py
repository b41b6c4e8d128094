"""What every verb stands on: the variables, the configuration with its problems told once, and the open inbox."""

import sys
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from sayso_config.children import keep_back
from sayso_config.paths import Places, places
from sayso_config.problems import Problem, quoted
from sayso_config.settings import Loaded, load
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.interrupts import Presses

if TYPE_CHECKING:
    from sayso_client.inbox import Inbox

T = TypeVar("T")


class Session:
    """One call of `sayso`. Opens what is asked for, when it is asked for, and once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self.config: str | None = None
        """Another configuration file (--config)."""
        self.read_only: str | None = None
        """Why nothing shall be written, as a sentence."""
        self.plain = False
        """Whether the inbox shall speak in lines, without a screen."""
        self.elsewhere: Places | None = None
        """Where everything lies instead of the usual places; the demo sets it."""
        self._loaded: Loaded | None = None
        self._file: tuple[int, int, int] | None = None
        self._inbox: Inbox | None = None

    @property
    def places(self) -> Places:
        """Where the files of this user lie. Raises ConfigError when there is no home folder."""
        return self.elsewhere or places(self.environ, self.config)

    @property
    def loaded(self) -> Loaded:
        """The configuration; its problems have been told on stderr."""
        if self._loaded is None:
            environ = {} if self.elsewhere else self.environ
            self._file = _stamp(self.places.config)
            self._loaded = load(self.places.config, environ)
            self.refuse_missing(self._loaded)
            keep_back(self._loaded.secret_variables)
            for problem in self._loaded.problems:
                print(problem, file=sys.stderr)
        return self._loaded

    def read_anew(self) -> None:
        """Take the configuration as this call just changed it. What was opened is closed; no problem is told twice."""
        self.close()
        self._file = _stamp(self.places.config)
        self._loaded = load(self.places.config, {} if self.elsewhere else self.environ)

    def refuse_missing(self, loaded: Loaded) -> None:
        """End with 2 when a file was named with --config and is not there: nobody means a file that does not exist."""
        if self.config and not self.elsewhere and not loaded.found:
            where = quoted(str(loaded.file), 400)
            raise Ended(Exit.USAGE, f"There is no configuration file {where}. Nothing was done.")

    @property
    def unreadable(self) -> bool:
        """Whether the configuration file was met and could not be read as a whole: the verb then ends with 2."""
        return self._loaded is not None and any(
            not each.path and each.fatal_for_writing for each in self._loaded.problems
        )

    def inbox(self, door: str | None = None) -> "Inbox":
        """The inbox over this user's ledger.

        Args:
            door: What the principal's verdicts are marked with: inbox, cli or unattended. None for the asker's side:
                then nobody tells the ledger who its principal is.

        Raises:
            LedgerError: the ledger cannot even be read.
            Ended: there is none, and nothing may be written.
        """
        if self._inbox is None:
            from sayso_client.inbox import open_inbox
            from sayso_client.via import this_terminal

            settings = self.loaded.settings
            why = self.read_only or False
            if why and not self.places.ledger.exists():
                raise Ended(Exit.FAILURE, f"{why} There is no ledger to read yet at {self.places.ledger}.")
            via = this_terminal(door or "cli")
            principal = door is not None
            self._inbox = open_inbox(
                self.places.ledger,
                settings,
                via=via,
                read_only=why,
                principal=principal,
                catch_up=False,
                loop=principal,
                environ=self.environ,
            )
            self.refuse_other_stores()
            if door != "inbox":
                self.catch_up()
        return self._inbox

    def refuse_other_stores(self) -> None:
        """End with 1 when the configuration names other stores than when it was read. Called with the ledger open.

        A store is renamed in both at once. From here on the ledger itself tells whether one was.
        """
        if self._loaded is None or _stamp(self.places.config) == self._file:
            return
        now = load(self.places.config, {} if self.elsewhere else self.environ)
        if [each.name for each in now.settings.stores] != [each.name for each in self._loaded.settings.stores]:
            raise Ended(
                Exit.FAILURE, "The stores were changed at this very moment. Nothing was done; start this again."
            )

    def catch_up(self) -> None:
        """After an update, have the records read again before anything is read; stderr tells how far it is."""
        if self._inbox is None or self._inbox.behind is None:
            return
        from sayso_client.errors import LedgerError
        from sayso_tui.cli.progress import Progress

        with Progress() as progress, suppress(LedgerError):
            self._inbox.catch_up_now(lambda percent: progress.show("reading the records again", percent, 100))

    @property
    def asks_in(self) -> str | None:
        """The store in which agents and scripts ask when they name none, as it is set; None when nothing is set."""
        return self.loaded.settings.asker.store

    def may_write(self, store: str, *, principal: bool, named: bool = True) -> None:
        """End with 2 when the configuration leaves in doubt where it is written or, for the principal, who decides.

        Args:
            store: Where.
            principal: Whether the principal writes.
            named: Whether the store was named, and not taken from the settings.
        """
        for problem in self.loaded.hindrances(store):
            beside_it = (named and _only_about_where_asked(problem)) or (not principal and _only_about_me(problem))
            if not beside_it:
                raise Ended(Exit.USAGE, "Nothing was written: mend the configuration first.")
        if self.read_only:
            raise Ended(Exit.REFUSED, f"{self.read_only} Nothing was written.")

    def close(self) -> None:
        """Close what was opened."""
        if self._inbox is not None:
            self._inbox.close()
            self._inbox = None


def _stamp(file: Path) -> tuple[int, int, int] | None:
    """By what one content of a file is told from another; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def do(work: Coroutine[object, object, T]) -> T:
    """Run what a verb has to await."""
    with Presses() as presses:
        try:
            import asyncio

            from sayso_tui.cli.being_ended import unless_ended

            async def called() -> T:
                loop, task = asyncio.get_running_loop(), asyncio.current_task()
                assert task is not None
                presses.calls(lambda: loop.call_soon_threadsafe(task.cancel))
                return await unless_ended(work)

            return asyncio.run(called())
        finally:
            # It may not have begun, which Python then complains of.
            work.close()


def at_once(work: Coroutine[object, object, T]) -> T:
    """Run what waits for nothing, such as the asker's writing: no loop is needed, whose import takes longer."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    work.close()
    raise AssertionError("It waits; use do().")


def _only_about_me(problem: Problem) -> bool:
    return problem.path.startswith(("me", "SAYSO_ME"))


def _only_about_where_asked(problem: Problem) -> bool:
    return problem.path.startswith(("asker", "SAYSO_ASKER", "SAYSO_STORE"))

"""The command group: one table of verbs, each imported from its own file when it is called."""

from importlib import import_module
from typing import NamedTuple

import click

from sayso_tui.cli.session import Session


class Verb(NamedTuple):
    """Where a verb lives and what it does, in one line."""

    module: str
    command: str
    summary: str


VERBS = {
    "raise": Verb("asking", "raise_", "Put a question to the principal; prints its key."),
    "amend": Verb("asking", "amend", "Change what is asked; an earlier answer then counts as stale."),
    "withdraw": Verb("asking", "withdraw", "Say that no answer is needed any more."),
    "propose": Verb("proposing", "propose", "Suggest an answer, with the numbers of a model."),
    "claim": Verb("claiming", "claim", "Report that the principal decided already, and where; settles nothing."),
    "note": Verb("noting", "note", "Add a remark that settles nothing."),
    "list": Verb("listing", "list_", "What waits, or another view, as a table or as JSON lines."),
    "show": Verb("showing", "show", "One decision with all that is known about it."),
    "wait": Verb("waiting", "wait", "Wait for the answer and print it."),
    "watch": Verb("watching", "watch", "Print what happens to decisions, as it happens."),
    "answer": Verb("settling", "answer", "Answer a decision, as the principal."),
    "confirm": Verb("settling", "confirm", "Confirm what was proposed, as the principal."),
    "dismiss": Verb("settling", "dismiss", "Say that no answer is needed, as the principal."),
    "retract": Verb("settling", "retract", "Take an answer back, as the principal."),
    "mine": Verb("mine", "mine", "Say that a settlement in your name was yours, made on another machine."),
    "relate": Verb("relating", "relate", "Say what a decision follows from, or which other one asks the same."),
    "import": Verb("importing", "import_", "Take in records, as JSON lines."),
    "export": Verb("exporting", "export", "Print the records as they came, as JSON lines."),
    "doctor": Verb("doctor", "doctor", "See whether the ledger is well; back it up, derive it anew."),
    "store": Verb("store", "store", "The stores: add one, list them, check one, rename it, take it out."),
    "sync": Verb("syncing", "sync", "Read what stores elsewhere hold, send what waits for them, and end."),
    "serve": Verb("serve", "serve", "Let inboxes and agents elsewhere use a local store; see to their tokens."),
    "guide": Verb("guiding", "guide", "What an agent must know; puts it into AGENTS.md."),
    "demo": Verb("demo", "demo", "Open the inbox on sample decisions in a folder of their own."),
    "config": Verb("configuring", "config", "Where the configuration lies, what it says; check it, change it."),
    "completion": Verb("completing", "completion", "What a shell needs to complete verbs and options."),
}


class Verbs(click.Group):
    """A group that knows its verbs by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name, imported now; None when there is none."""
        verb = VERBS.get(cmd_name)
        if verb is None:
            return None
        command = getattr(import_module(f"sayso_tui.cli.{verb.module}"), verb.command)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, without importing any of them."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 failure, 2 usage or configuration, 3 still open, 4 conflict or stale terms, "
    "5 refused, 6 unreachable, 7 dismissed or withdrawn (wait), 130 interrupted.",
)
@click.version_option(None, "-V", "--version", package_name="sayso", prog_name="sayso", message="%(prog)s %(version)s")
@click.option("--config", metavar="FILE", help="Another configuration file.")
@click.option("--read-only", is_flag=True, help="Look, and write nothing.")
@click.option("--plain", is_flag=True, help="The inbox in lines: for screen readers and simple terminals.")
@click.pass_context
def sayso(context: click.Context, config: str | None, read_only: bool, plain: bool) -> None:
    """The decisions that wait on your say-so, in your terminal.

    Without a verb it opens the inbox.
    """
    session = context.find_object(Session)
    assert session is not None
    session.config = config
    session.plain = plain
    session.read_only = "sayso was told to read only." if read_only else None
    if context.invoked_subcommand is None:
        from sayso_tui.cli.screen import open_screen

        open_screen(session)

"""`sayso config`: where the configuration lies, what it says, what is wrong with it, and changing one setting."""

import click

from sayso_config.problems import Problem, quoted
from sayso_config.write import set_value
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import json_option
from sayso_tui.cli.output import document, remark, result
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.group()
def config() -> None:
    """Where the configuration lies, what it says, what is wrong with it; change one setting."""


@config.command()
@click.option("--all", "everything", is_flag=True, help="Also where the ledger and the log lie.")
@pass_session
def path(session: Session, everything: bool) -> None:
    """Print where the configuration file lies, or would lie."""
    places = session.places
    result(str(places.config))
    if everything:
        result(f"{places.ledger}\n{places.log_dir}")


@config.command()
@json_option
@pass_session
def check(session: Session, as_json: bool) -> None:
    """Name everything that is wrong with the configuration, with file and line. Ends with 2 when something is."""
    from sayso_config.settings import load
    from sayso_tui.cli.screen_settings import screen_problems

    loaded = load(session.places.config, session.environ)
    session.refuse_missing(loaded)
    problems = (*loaded.problems, *screen_problems(loaded.settings, loaded.file))
    if as_json:
        told = [_problem(each) for each in problems]
        document("config-check", {"file": str(loaded.file), "found": loaded.found, "problems": told})
    else:
        for each in problems:
            result(str(each))
    if problems:
        raise Ended(Exit.USAGE)
    where = quoted(str(loaded.file), 400)
    if loaded.sets_nothing:
        remark(f"{where} sets nothing; every setting has its default.")
    else:
        remark(f"{where} is in order." if loaded.found else f"There is no {where}; every setting has its default.")


@config.command()
@json_option
@pass_session
def show(session: Session, as_json: bool) -> None:
    """Print every setting in force, and where it comes from. Keys are never shown, only where they are kept."""
    from sayso_config.sources import in_force

    loaded = session.loaded
    held = in_force(loaded.settings, loaded.file, session.environ)
    if as_json:
        settings = [{"name": each.name, "value": each.value, "source": each.source._asdict()} for each in held]
        document("config", {"file": str(loaded.file), "found": loaded.found, "settings": settings})
        return
    width = max(len(each.name) for each in held)
    for each in held:
        source = each.source
        where = source.variable or (f"line {source.line}" if source.line else source.kind)
        result(f"{each.name:{width}}  {_toml(each.value):24}  {where}")


@config.command("set")
@click.argument("name")
@click.argument("value")
@pass_session
def set_(session: Session, name: str, value: str) -> None:
    """Set one setting in the file, such as me.name. The rest of the file stays as it is."""
    places = session.places
    if name.startswith(("keys.", "ui.")):
        from sayso_config.settings import load
        from sayso_tui.cli.screen_settings import refuse_unusable

        refuse_unusable(name, value, load(places.config, {}).settings)
    set_value(places.config, name, value)
    remark(f"{name} is set in {places.config}.")


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "setting": problem.path,
        "sentence": problem.sentence,
        "file": str(problem.file) if problem.file else None,
        "line": problem.line,
        "column": problem.column,
        "stops_writing": problem.fatal_for_writing,
        "store": problem.store,
    }


def _toml(value: str | bool | tuple[str, ...] | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{quoted(value if isinstance(value, str) else ",".join(value), 200)}"'

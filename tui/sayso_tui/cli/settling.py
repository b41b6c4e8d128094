"""The principal verbs: `sayso answer`, `confirm`, `dismiss` and `retract`."""

from dataclasses import replace

import click

from sayso_client.decision import Act
from sayso_client.draft import blank, from_proposal
from sayso_client.text import one_line
from sayso_tui.cli.deciding import decide
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.cli.options import key_argument
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.principal import Ground, Principal, ground_options, principal_options
from sayso_tui.cli.proposed import pick
from sayso_tui.cli.session import Session
from sayso_tui.cli.values import text_or_stdin


@click.command()
@key_argument
@click.option("--option", "option", metavar="ID", help="The option that is chosen.")
@click.option(
    "--text", metavar="TEXT", default="", help='The answer in words, beside an option or alone; "-" reads stdin.'
)
@ground_options
@principal_options
@pass_session
def answer(session: Session, key: str, option: str | None, text: str, ground: Ground, principal: Principal) -> None:
    """Answer a decision, as the principal. An answer that stands is replaced.

    At a terminal the question is shown and the option's id has to be typed before anything is written.
    """
    decision = principal.decision(session, key)
    if option is None and not text.strip():
        raise click.UsageError("An answer is an --option, a --text, or both.")
    if option is not None and decision.option(option) is None:
        known = ", ".join(one_line(each.id, 40) for each in decision.options[:20]) or "none"
        raise click.UsageError(f"There is no option {one_line(option, 40)}. Its options are: {known}.")
    draft = replace(blank(decision, Act.ANSWER, option), text=text_or_stdin(text))
    decide(session, decision, ground.on(draft, session), principal)


@click.command()
@key_argument
@click.option("--proposal", metavar="ID", help="Which proposal, where several disagree.")
@principal_options
@pass_session
def confirm(session: Session, key: str, proposal: str | None, principal: Principal) -> None:
    """Confirm what a model or an agent proposed, as the principal."""
    decision = principal.decision(session, key)
    draft = from_proposal(decision, pick(decision, proposal))
    decide(session, decision, draft, principal)


@click.command()
@key_argument
@ground_options
@principal_options
@pass_session
def dismiss(session: Session, key: str, ground: Ground, principal: Principal) -> None:
    """Say that no answer is needed, as the principal. The note should say why."""
    decision = principal.decision(session, key)
    decide(session, decision, ground.on(blank(decision, Act.DISMISS), session), principal)


@click.command()
@key_argument
@principal_options
@pass_session
def retract(session: Session, key: str, principal: Principal) -> None:
    """Take an answer or a dismissal back, as the principal. The question then waits again."""
    decision = principal.decision(session, key)
    if decision.settlement is None and not decision.votes:
        raise Ended(Exit.CONFLICT, f"{one_line(key, 80)} has no answer to take back. Nothing was written.")
    decide(session, decision, blank(decision, Act.RETRACT), principal)

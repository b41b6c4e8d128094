"""The principal verbs: `sayso answer`, `confirm`, `dismiss` and `retract`."""

from dataclasses import replace

import click

from sayso_client.decision import Act
from sayso_client.draft import blank, from_proposal
from sayso_client.text import one_line
from sayso_client.together import own_vote
from sayso_client.verdict import Receipt, ReceiptKind
from sayso_tui.cli.deciding import decide, named_by, tell
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

    In a chant workspace one that stands has to be retracted first.
    At a terminal the question is shown and the option's id has to be typed before anything is written.
    """
    decision = principal.decision(session, key)
    if option is None and not text.strip():
        raise click.UsageError("An answer is an --option, a --text, or both.")
    # What takes no answer at all says why; its options are beside the point.
    if option is not None and decision.option(option) is None and Act.ANSWER in decision.can.acts:
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
@click.option(
    "--take-back", is_flag=True, help="Take back your own wish to retract, which waits for others to wish the same."
)
@principal_options
@pass_session
def retract(session: Session, key: str, take_back: bool, principal: Principal) -> None:
    """Take an answer or a dismissal back, as the principal. The question then waits again.

    Where several people have to say so, saying it twice counts once.
    """
    decision = principal.decision(session, key)
    if decision.settlement is None and all(each.beside for each in decision.votes):
        raise Ended(Exit.CONFLICT, f"{one_line(key, 80)} has no answer to take back. Nothing was written.")
    draft = blank(decision, Act.RETRACT)
    own = own_vote(decision, named_by(session.inbox().me_in(decision.ref.store), draft, principal.by).name)
    wished = own is not None and own.takes_back
    if take_back and not wished:
        raise Ended(Exit.CONFLICT, f"No wish of that person to retract {one_line(key, 80)} waits. Nothing was written.")
    if own is not None and wished and not take_back:
        have = sum(each.takes_back and each.why_void is None for each in decision.votes)
        said = f"{one_line(own.who, 40)} has said that already: {have} of {decision.policy.needed or 1} so far."
        sentence = f"{said} Nothing was changed; --take-back takes it back."
        found = Receipt(ReceiptKind.VOTED, decision.ref, own.id or "", sentence, decision)
        tell(session, found, as_json=principal.as_json)
        return
    decide(session, decision, draft, principal)

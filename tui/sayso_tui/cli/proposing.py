"""`sayso propose`: what a model or an agent suggests. A proposal settles nothing; numbers are kept as given."""

import click

from sayso_tui.cli.added import add_proposal
from sayso_tui.cli.agents import agents_name
from sayso_tui.cli.options import Pair, Share, json_option, key_argument, store_option
from sayso_tui.cli.passing import pass_session
from sayso_tui.cli.session import Session


@click.command()
@key_argument
@click.option("--option", metavar="ID", help="The option that is proposed.")
@click.option("--text", metavar="TEXT", help='The answer that is proposed, in words; "-" reads stdin.')
@click.option(
    "--probability",
    "probabilities",
    type=Share("ID=NUMBER"),
    metavar="ID=P",
    multiple=True,
    help="Of an option, or of a level of a score; repeat it.",
)
@click.option(
    "--true", "probability", type=float, metavar="P", help="P(true) of a yes or no question; no yes and no no."
)
@click.option("--score", type=float, metavar="X", help="The weighted level of a score.")
@click.option(
    "--legend", type=Pair("I=TEXT"), metavar="I=TEXT", multiple=True, help="What a level of the score means; repeat it."
)
@click.option("--confidence", type=float, metavar="C", help="From 0 to 1, as the model gave it.")
@click.option("--threshold", type=float, metavar="T", help="What the asker's system demands.")
@click.option("--model", metavar="M", help="Which model suggests it.")
@click.option("--backend", metavar="B", help="Where it was asked.")
@click.option("--by", metavar="WHO", help="Which agent brings it. By default SAYSO_AGENT.")
@click.option("--reason", metavar="TEXT", help="In the model's words.")
@store_option
@json_option
@pass_session
def propose(
    session: Session,
    key: str,
    option: str | None,
    text: str | None,
    probabilities: tuple[tuple[str, float], ...],
    probability: float | None,
    score: float | None,
    legend: tuple[tuple[str, str], ...],
    confidence: float | None,
    threshold: float | None,
    model: str | None,
    backend: str | None,
    by: str | None,
    reason: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Suggest an answer to a decision. Only the principal makes it one, by confirming it."""
    if not model and not backend and not by and agents_name(session.environ) is None:
        raise click.UsageError("Who suggests it? Give --model, --backend or --by.")
    add_proposal(
        session,
        key,
        option=option,
        text=text,
        probabilities=probabilities,
        probability=probability,
        score=score,
        legend=legend,
        confidence=confidence,
        threshold=threshold,
        model=model,
        backend=backend,
        by=by,
        reason=reason,
        store=store,
        as_json=as_json,
    )

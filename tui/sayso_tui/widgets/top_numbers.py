"""The numbers at the right of the top line."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from sayso_client.rows import Counts

BOLD = Style(bold=True)


def numbers(counts: Counts, drafts: int, urgent: str, dim: Style, loud: Style) -> Sequence[Text]:
    """The forms of them, from all to those that count: what waits for me, and that something in the outbox does.

    Args:
        counts: How much there is of each.
        drafts: For how many decisions a draft is kept.
        urgent: The sign of what is.
        dim: How most of them are drawn.
        loud: How what waits for me in the outbox is drawn.
    """
    waiting, outbox = (f"{counts.waiting:,} waiting", BOLD), f"{counts.outbox:,} in the outbox"
    told = (
        (counts.proposed, f"{counts.proposed:,} proposed"),
        (counts.contested, f"{counts.contested:,} contested"),
        (counts.not_from_here, f"{counts.not_from_here:,} not from here"),
        (counts.outbox and not counts.to_see_to, outbox),
        (drafts, f"{drafts:,} {'drafts' if drafts > 1 else 'draft'}"),
    )
    names = [f"   {what}" for number, what in told if number]
    rest = [(("".join(names[:kept]), dim), " ") for kept in range(len(names), -1, -1)]
    if not counts.to_see_to:
        return [Text.assemble(waiting, *each) for each in rest]
    short = (f"  {counts.outbox:,} outbox", f" {urgent}{counts.outbox:,}")
    whole = [Text.assemble(waiting, (f"   {outbox}", loud), *each) for each in rest]
    return [*whole, *(Text.assemble(waiting, (each, loud), " ") for each in short)]

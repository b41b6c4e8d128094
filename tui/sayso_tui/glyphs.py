"""The signs that stand for states. None is an emoji, and each has a word beside it; one set is plain ASCII."""

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One sign for each thing, one cell wide in every terminal that draws it at all."""

    cursor: str = "▌"
    live: str = "●"
    not_live: str = "◌"
    open: str = "●"
    urgent: str = "!"
    proposed: str = "◆"
    escalated: str = "▲"
    stale: str = "≈"
    contested: str = "Y"
    decided: str = "✓"
    dismissed: str = "–"  # noqa: RUF001 - an en dash is meant
    withdrawn: str = "×"  # noqa: RUF001 - a multiplication sign is meant
    closed: str = "■"
    unknown: str = "?"
    invalid: str = "#"
    unsent: str = "↑"
    several: str = "&"
    """Several people must answer, and more than nine of them."""
    flood: str = "≡"
    """One line for the many asks of one asker."""
    odd: str = "*"
    """Something about the row is odd; the decision itself says what. ASCII, so that it is one cell everywhere."""
    draft: str = "✎"
    """Something was typed for it and not recorded."""
    answer: str = "→"
    more: str = "…"
    """A text was cut."""
    order: str = "↓"
    """What the list is ordered by, downwards."""
    between: str = "·"
    dash: str = "—"


UNICODE = Glyphs()
ASCII = Glyphs(
    cursor=">",
    live="*",
    not_live="o",
    open="o",
    proposed="+",
    escalated="^",
    stale="~",
    decided="=",
    dismissed="-",
    withdrawn="x",
    closed="@",
    unsent=">",
    flood=":",
    draft="%",
    answer=">",
    more="~",
    order="v",
    between="|",
    dash="-",
)


def glyphs(ascii_only: bool) -> Glyphs:
    """The set that was asked for."""
    return ASCII if ascii_only else UNICODE


_DRAWN = {
    **dict.fromkeys("▏▎▍▐│┃║┆▕", "|"),
    **dict.fromkeys("─━═▔", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
    **dict.fromkeys("█▉▊▋▀▄▅▆▇", "#"),
    **dict.fromkeys("▁▂▃", "_"),
    **dict.fromkeys("•○◦", "o"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"),  # noqa: RUF001 - those marks are meant
    **dict(zip("≥≤✕⟨⟩␛", "><x<>^", strict=True)),
}
"""What bars, borders and quotation marks are drawn with."""


def stand_ins() -> dict[str, str]:
    """For each sign that is not ASCII one that is, of one cell too."""
    return {**_DRAWN, **dict(zip(UNICODE, ASCII, strict=True))}

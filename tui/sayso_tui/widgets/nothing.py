"""What an empty list says: what that means, and where else to look."""

from collections.abc import Mapping, Sequence

from sayso_client.rows import Query, View
from sayso_client.text import one_line

_EMPTY = {
    View.WAITING: ("Nothing waits on you.", "Agents ask with: sayso raise"),
    View.PROPOSED: ("No proposal waits on you.", "Agents suggest answers with: sayso propose"),
    View.OPEN: ("No decision is open.", "Agents ask with: sayso raise"),
    View.CONTESTED: ("Nothing is contested.", "Here stand decisions on which two answers disagree."),
    View.NOT_FROM_HERE: ("Nothing is settled in your name from elsewhere.", "Here would stand what you did not write."),
    View.OUTBOX: ("Nothing is in the outbox.", "Here stands what you said and its store has not recorded."),
    View.SETTLED: ("Nothing is settled yet.", "What you answer or dismiss is kept here."),
    View.ALL: ("There is no decision yet.", "Agents ask with: sayso raise"),
}
_NONE = {
    View.WAITING: "Nothing waiting",
    View.PROPOSED: "Nothing proposed",
    View.OPEN: "Nothing open",
    View.CONTESTED: "Nothing contested",
    View.NOT_FROM_HERE: "Nothing from elsewhere",
    View.OUTBOX: "Nothing in the outbox",
    View.SETTLED: "Nothing settled",
    View.ALL: "No decision",
}
_LONGEST = 60
"""Cells of the words looked for that are told."""


def nothing(
    query: Query,
    elsewhere: Mapping[View, int],
    before: str,
    after: str,
    *,
    typing: bool = False,
    views: Sequence[View] = tuple(View),
    outbox: int = 0,
    see: str = "x",
) -> Sequence[str]:
    """Up to three sentences, the first the most important.

    Args:
        query: What finds nothing.
        elsewhere: How many decisions hold its words, by view.
        before: The key that goes to the view before.
        after: The key that goes to the next one.
        views: Those that the keys go through.
        typing: The words are still being typed, so that enter comes before those keys.
        outbox: Decisions of which something that I said is not recorded.
        see: The key that shows them.
    """
    if not query.text and outbox and query.view is View.WAITING and View.OUTBOX in views:
        return _EMPTY[query.view][0], f"{outbox:,} in the outbox: press {see}"
    if not query.text:
        return _EMPTY[query.view]
    said = f"{_NONE[query.view]} matches “{one_line(query.text, _LONGEST)}”."
    found = [
        f"{elsewhere[view]:,} {'in all' if view is View.ALL else view.label}: press "
        f"{'enter ' if typing else ''}{way(query.view, view, before, after, views)}"
        for view in views
        if elsewhere.get(view) and (view is not View.ALL or not _anywhere(elsewhere))
    ]
    return (said, " · ".join(found), "esc clears the filter") if found else (said, "esc clears the filter")


def way(start: View, end: View, before: str, after: str, views: Sequence[View]) -> str:
    """The keys that lead from one view to another the shorter way round: "[ ["; empty when it is the same."""
    steps = (views.index(end) - views.index(start)) % len(views)
    back = len(views) - steps
    return " ".join([before] * back if back < steps else [after] * steps)


def _anywhere(elsewhere: Mapping[View, int]) -> bool:
    """Whether a view other than the one of all decisions has any."""
    return any(count for view, count in elsewhere.items() if view is not View.ALL)

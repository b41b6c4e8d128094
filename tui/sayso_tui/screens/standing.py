"""A choice that was made against other terms stands only while its option reads as it did."""

from dataclasses import replace

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.text import one_line
from sayso_tui.screens.was_now import Asked, option_in


def standing(draft: Draft, was: Asked, now_is: Decision) -> tuple[Draft, str]:
    """The draft without an option that is not what it was, and what was let go, as a sentence; empty when nothing was.

    Args:
        draft: What was written.
        was: The terms that it was written against.
        now_is: The decision that it would answer now.
    """
    before, here = option_in(was, draft.option), now_is.option(draft.option)
    if draft.option is None or (here is not None and here == before):
        return draft, ""
    known = before or here
    name = one_line(known.label if known else draft.option, 60)
    why = "reads otherwise now" if here else "is not offered any more"
    return replace(draft, option=None), f"Your choice “{name}” {why}, so nothing is chosen. Choose again."

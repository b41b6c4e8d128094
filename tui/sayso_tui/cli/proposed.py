"""Which proposal is meant by `sayso confirm`."""

from sayso_client.decision import Decision, Proposal
from sayso_client.text import one_line
from sayso_tui.cli.exits import Ended, Exit
from sayso_tui.widgets.proposal_view import answer_of, maker


def pick(decision: Decision, wanted: str | None) -> Proposal:
    """The proposal of that id; without one, the newest, as long as all that can be confirmed say the same.

    Raises:
        Ended: there is none to confirm, or they disagree and none was named; the sentence lists them.
    """
    key = one_line(decision.ref.key, 80)
    usable = [each for each in decision.proposals if each.confirmable]
    if wanted is not None:
        found = next((each for each in decision.proposals if each.id == wanted), None)
        if found is None:
            raise Ended(Exit.USAGE, f"{key} has no proposal {one_line(wanted, 60)}.{_listed(decision, usable)}")
        if not found.confirmable:
            why = "holds no answer, only numbers" if found.current else "was made for older terms"
            raise Ended(Exit.CONFLICT, f"The proposal {one_line(wanted, 60)} {why}. Nothing was written.")
        return found
    if not usable:
        raise Ended(Exit.CONFLICT, f"{key} has no proposal with an answer that can be confirmed. Nothing was written.")
    if len({(each.option, each.text if each.option is None else None) for each in usable}) > 1:
        raise Ended(Exit.USAGE, f"The proposals disagree; say which with --proposal ID.{_listed(decision, usable)}")
    return usable[0]


def _listed(decision: Decision, usable: list[Proposal]) -> str:
    return "".join(
        f"\n  {one_line(each.id, 60)}  {one_line(answer_of(each, decision) or '', 60)}  by {one_line(maker(each), 60)}"
        for each in usable
    )

"""Whether a draft was recorded although nobody could say so: its process ended between the record and the receipt."""

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.me import Me
from sayso_client.vocabulary import Act, Outcome


def recorded_already(draft: Draft, decision: Decision, me: Me) -> bool:
    """Whether the settlement that stands says all that the draft says, in my name, and came after it was kept.

    Args:
        draft: As it was found on the disk.
        decision: As it stands.
        me: Whose draft it is.
    """
    settled = decision.settlement
    if settled is None or settled.authority is None or draft.seen == decision.seen:
        return False
    if draft.at is None or settled.at is None or settled.at < draft.at:
        return False
    same = settled.authority.kind == draft.kind and settled.authority.by in (me.name, me.assistant)
    if not same or settled.via != "inbox" or settled.terms_rev != draft.terms_rev:
        return False
    grounds = (settled.authority.under or "", settled.authority.basis or "")
    if any(typed.strip() not in ("", held) for typed, held in zip((draft.under, draft.basis), grounds, strict=True)):
        return False
    return _says(draft, decision) and (settled.note or "") == draft.note.strip()


def _says(draft: Draft, decision: Decision) -> bool:
    settled = decision.settlement
    assert settled is not None
    if draft.act is Act.DISMISS:
        return settled.outcome is Outcome.DISMISSED
    if draft.act not in (Act.ANSWER, Act.CONFIRM) or settled.outcome is not Outcome.DECIDED:
        return False
    typed = draft.text.strip()
    return settled.option == draft.option and (settled.text == typed if typed else draft.option is not None)

"""Whether a draft was recorded although nobody could say so: its process ended between the record and the receipt."""

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.instants import instant
from sayso_client.me import Me
from sayso_client.said import Outcome
from sayso_client.vocabulary import Act

_WHOLE = 199
"""Characters of a text that the history surely has whole."""


def recorded_already(draft: Draft, decision: Decision, me: Me) -> bool:
    """Whether what was recorded after the draft was kept says all that it says: the settlement that stands, in my name.

    A note or a retraction is looked for in the history, and only when it is short enough to stand there whole.

    Args:
        draft: As it was found on the disk.
        decision: As it stands.
        me: Whose draft it is.
    """
    if draft.act in (Act.NOTE, Act.RETRACT):
        return _told(draft, decision, me)
    settled = decision.settlement
    if settled is None or settled.authority is None or draft.seen == decision.seen:
        return False
    if draft.at is None or settled.at is None or instant(settled.at) < draft.at:
        return False
    same = settled.authority.kind == draft.kind and settled.authority.by in (me.name, me.assistant)
    if not same or settled.via != "inbox" or settled.terms_rev != draft.terms_rev:
        return False
    grounds = (settled.authority.under or "", settled.authority.basis or "")
    if any(typed.strip() not in ("", held) for typed, held in zip((draft.under, draft.basis), grounds, strict=True)):
        return False
    return _says(draft, decision) and (settled.note or "") == draft.note.strip()


def _told(draft: Draft, decision: Decision, me: Me) -> bool:
    """Whether a line of the history that came later has all words of the draft."""
    words = " ".join((draft.text if draft.act is Act.NOTE else draft.note).split())
    at = draft.at
    if at is None or draft.to.strip() or not 0 < len(words) <= _WHOLE:
        return False
    what, writer = ("note", "principal") if draft.act is Act.NOTE else ("retracted", me.name)
    lines = (each for each in decision.history if each.what == what and each.by == writer)
    return any(each.text == words and each.at is not None and instant(each.at) >= at for each in lines)


def _says(draft: Draft, decision: Decision) -> bool:
    settled = decision.settlement
    assert settled is not None
    if draft.act is Act.DISMISS:
        return settled.outcome is Outcome.DISMISSED
    if draft.act not in (Act.ANSWER, Act.CONFIRM) or settled.outcome is not Outcome.DECIDED:
        return False
    typed = draft.text.strip()
    return settled.option == draft.option and (settled.text == typed if typed else draft.option is not None)

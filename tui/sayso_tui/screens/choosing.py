"""What can be done when a decision moved while I wrote about it. To begin with, nothing is."""

from dataclasses import replace
from enum import StrEnum

from sayso_client.decision import Act, Decision
from sayso_client.differences import Moved, as_note, why_not_upon
from sayso_client.draft import Draft
from sayso_client.errors import SaysoError
from sayso_client.inbox import Inbox
from sayso_tui.widgets.choice import Choice


class Way(StrEnum):
    """The ways on."""

    KEEP = "keep"
    """Leave it as it stands; nothing is written and the draft stays."""
    SUPERSEDE = "supersede"
    """Write mine upon what stands now."""
    NOTE = "note"
    """Write mine as a note, which settles nothing."""
    BACK = "back"
    """Go on writing, upon the decision as it stands now."""
    DROP = "drop"
    """Leave it as it stands, and delete what I wrote."""


_KEEP = {
    Moved.ANSWERED: "keep theirs",
    Moved.RETRACTED: "leave it taken back",
    Moved.WITHDRAWN: "leave it withdrawn",
    Moved.AMENDED: "leave it for now",
    Moved.OTHERWISE: "leave it for now",
}
_STANDS = {
    Moved.ANSWERED: "theirs stands",
    Moved.RETRACTED: "it stays taken back",
    Moved.WITHDRAWN: "it stays withdrawn",
}


class Ways:
    """The choices that one conflict offers, in their order; the first one writes nothing."""

    def __init__(self, draft: Draft, was: Decision, now_is: Decision, happened: Moved, seen_whole: bool) -> None:
        """Weigh them.

        Args:
            draft: What I wrote.
            was: The decision that it was written upon.
            now_is: As it stands, and is shown.
            happened: What weighs most of what happened.
            seen_whole: All changes of the terms can be shown.
        """
        self._draft, self._was, self._now = draft, was, now_is
        self._happened, self._seen_whole = happened, seen_whole
        back = () if happened is Moved.WITHDRAWN else (Way.BACK,)
        drop = (Way.DROP,) if draft.words else ()
        self.order: tuple[Way, ...] = (Way.KEEP, Way.SUPERSEDE, Way.NOTE, *back, *drop)

    def upon(self, way: Way) -> Draft | None:
        """What that way writes, as a draft upon the decision as it stands; None when it writes nothing."""
        if way is Way.SUPERSEDE:
            return replace(self._draft, seen=self._now.seen, terms_rev=self._now.terms_rev)
        if way is Way.NOTE:
            note = as_note(self._draft, self._was)
            return Draft(self._draft.ref, Act.NOTE, self._now.terms_rev, self._now.seen, text=note)
        return None

    def choices(self, inbox: Inbox) -> list[Choice]:
        """As they are shown, each refusal with its reason."""
        return [Choice(self.label(way), self._meaning(way), self._refused(way, inbox)) for way in self.order]

    def label(self, way: Way) -> str:
        """A few words."""
        return {
            Way.KEEP: _KEEP[self._happened],
            Way.SUPERSEDE: "supersede" if self._happened is Moved.ANSWERED else "record mine",
            Way.NOTE: "keep mine as a note",
            Way.BACK: "back to my words",
            Way.DROP: "drop mine",
        }[way]

    def _meaning(self, way: Way) -> str:
        stands = _STANDS.get(self._happened, "it stays open")
        upon = "write yours, naming theirs as superseded"
        if self._happened is not Moved.ANSWERED:
            upon = "write yours upon what is shown here"
        return {
            Way.KEEP: "nothing is written; your draft stays",
            Way.SUPERSEDE: upon,
            Way.NOTE: f"{stands}; yours is on the record",
            Way.BACK: "nothing is written; go on upon how it stands now",
            Way.DROP: "nothing is written, and your words are deleted",
        }[way]

    def _refused(self, way: Way, inbox: Inbox) -> str:
        draft = self.upon(way)
        if draft is None:
            return ""
        why = why_not_upon(self._draft, self._was, self._now) if way is Way.SUPERSEDE else None
        if way is Way.SUPERSEDE and not self._seen_whole:
            why = why or "too much changed to be shown here; go back to your words"
        if why:
            return f"not possible: {why}"
        try:
            inbox.compose(self._now, draft)
        except SaysoError as error:
            return f"not possible: {str(error).partition(' Nothing was written')[0]}"
        return ""

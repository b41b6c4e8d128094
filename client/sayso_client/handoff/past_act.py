"""What a record of the principal said, as the sheet that wrote it held it."""

from dataclasses import dataclass
from datetime import datetime

from sayso_client.decision import Act, Ref
from sayso_client.draft import Draft
from sayso_client.handoff.asker import ours
from sayso_client.handoff.history import text_in
from sayso_client.handoff.instants import in_calendar, instant
from sayso_client.handoff.settlements import basis_of, under_of
from sayso_client.handoff.vocabulary import EXT, Record, filled, is_object, whole
from sayso_client.verdict import AuthorityKind


@dataclass(frozen=True, slots=True)
class PastAct:
    """One act of mine that is on record."""

    ref: Ref
    id: str
    at: datetime | None
    by: str | None
    """In whose name."""
    draft: Draft
    """What it said; its `seen` is empty."""
    replaces: tuple[str, ...]
    """Ids of what stood before it."""
    saw: str | None
    """The digest of the terms that were on the screen."""
    undoes: str | None
    """The id of an earlier act that it takes back."""


def past_act(ref: Ref, record: object) -> PastAct | None:
    """A record as an act; None for one that no sheet writes, or that is not of the principal side."""
    if not is_object(record) or record.get("ext") != EXT or record.get("origin") != "principal":
        return None
    name, draft = record.get("id"), _draft(ref, record)
    if draft is None or not filled(name):
        return None
    mine, named = ours(record), record.get("supersedes")
    decider = record.get("authority") if record.get("type") == "settled" else mine
    return PastAct(
        ref=ref,
        id=name,
        at=in_calendar(instant(record.get("at"))),
        by=text_in(decider, "by") or None,
        draft=draft,
        replaces=tuple(each for each in named if isinstance(each, str)) if isinstance(named, list) else (),
        saw=text_in(mine.get("saw"), "terms") or None,
        undoes=text_in(mine, "undoes") or None,
    )


def _draft(ref: Ref, record: Record) -> Draft | None:
    note, mine = text_in(record, "note"), ours(record)
    match record.get("type"):
        case "reopened":
            return Draft(ref, Act.RETRACT, None, "", note=note)
        case "note":
            return Draft(ref, Act.NOTE, None, "", text=note, to=text_in(mine, "to"), note=text_in(mine, "reason"))
        case "settled":
            return _settled(ref, record, note)
    return None


def _settled(ref: Ref, record: Record, note: str) -> Draft | None:
    answer, rev = record.get("answer"), record.get("terms_rev")
    decided = record.get("outcome") == "decided"
    try:
        kind = AuthorityKind(text_in(record.get("authority"), "kind"))
    except ValueError:
        return None
    return Draft(
        ref,
        Act.ANSWER if decided else Act.DISMISS,
        rev if whole(rev) else None,
        "",
        option=(text_in(answer, "option") or None) if decided else None,
        text=text_in(answer, "text") if decided else "",
        kind=kind,
        under=under_of(record) or "",
        basis=basis_of(record) or "",
        note=note,
        claim=text_in(record.get("evidence"), "claim") or None,
    )

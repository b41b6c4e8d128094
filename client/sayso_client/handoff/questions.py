"""Questions 0.1 → decisions/0.3. Nothing is guessed: what an event does not say is asked for, in `refused`.

The mapping is the table of decisions/0.3 section 7. Questions 0.1 itself is not published where we could find it, so
the names and places of its members are our reading:

- Events are JSON objects, one a line. `event`, else `type`, is asked, answered, dismissed or withdrawn.
- `key` names the question, `id` the event, `at` its time (RFC 3339 with offset). An asked needs no id: it becomes
  `r:<key>`.
- asked: `text`, `options`, `default`, `due` beside each other; `by` is the asker.
- answered: `answer` is a text or `{"text", "option"?}`; a bare `text` beside it is read when there is no `answer`.
- `decided_by` is principal or assistant; a dismissed without it is the principal's, since only the principal may say
  that no answer is needed. `by` names the person or assistant; the caller may give names for events that name nobody.
- `under` (the mandate) and `evidence` (`{"basis"}` or a text) ground an assistant's answer. With both, the mandate
  makes it delegated and the evidence is kept.
- `supersedes` is one id or, leniently, a list of ids; `reason` belongs to withdrawn; `note` is free text.
- 0.1 had no `terms_rev`: it is 1.
- An answer whose option the question does not have is kept as it is; the fold reports it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sayso_client.errors import InvalidRecord
from sayso_client.handoff import writing
from sayso_client.handoff.vocabulary import Record, filled, is_object, quoted
from sayso_client.verdict import AuthorityKind, Grounds
from sayso_client.via import Via

_VIA = Via("import")


@dataclass(frozen=True, slots=True)
class Conversion:
    """What became of the events."""

    records: tuple[Record, ...]
    """In the order of the events."""
    refused: tuple[tuple[int, str], ...]
    """Position of the event, counted from 1, and a phrase that says why it has no record."""


class _Refused(Exception):
    """The event does not say enough."""


def convert(events: Iterable[object], *, principal: str | None = None, assistant: str | None = None) -> Conversion:
    """Turn Questions 0.1 events into records.

    Args:
        events: Any JSON values, in the order of the file.
        principal: Who decided where an event says `principal` and names nobody. Never guessed when None.
        assistant: Likewise for the assistant.
    """
    records: list[Record] = []
    refused: list[tuple[int, str]] = []
    names = {"principal": principal, "assistant": assistant}
    listed = list(events)
    asked = _terms_by_key(listed)
    for position, event in enumerate(listed, 1):
        try:
            records += _convert(event, names, asked)
        except _Refused as why:
            refused.append((position, str(why)))
        except InvalidRecord as error:
            refused.append((position, "; ".join(error.problems)))
    return Conversion(tuple(records), tuple(refused))


def _terms_by_key(events: Iterable[object]) -> dict[str, Record]:
    """The terms of each question that is asked among the events."""
    found: dict[str, Record] = {}
    for event in events:
        if is_object(event) and _kind(event) == "asked" and isinstance(key := event.get("key"), str):
            found.setdefault(key, _terms(event))
    return found


def _kind(event: Record) -> object:
    return event.get("event", event.get("type"))


def _terms(event: Record) -> Record:
    return {name: event[name] for name in ("text", "options", "default", "due") if name in event}


def _convert(event: object, names: dict[str, str | None], asked: dict[str, Record]) -> list[Record]:
    if not is_object(event):
        raise _Refused("it is not an object")
    kind = _kind(event)
    key = _need(event, "key", "which question it is about")
    at = _need(event, "at", "when it was")
    if kind == "asked":
        by, note = _text(event, "by"), _text(event, "note")
        return [writing.raised(key, at=at, terms=_terms(event), by=by, note=note)]
    if kind == "answered" or kind == "dismissed":
        return [_settled(event, kind, key, at, names, asked.get(key))]
    if kind == "withdrawn":
        return _withdrawn(event, key, at, asked.get(key))
    if isinstance(kind, str):
        raise _Refused(f"Questions 0.1 has no event {quoted(kind)}")
    raise _Refused("it does not say what sort of event it is")


def _settled(
    event: Record,
    kind: Literal["answered", "dismissed"],
    key: str,
    at: str,
    names: dict[str, str | None],
    terms: Record | None,
) -> Record:
    text, option = _answer(event) if kind == "answered" else (None, None)
    return writing.settled(
        key,
        id=_need(event, "id", "its id"),
        at=at,
        outcome="decided" if kind == "answered" else "dismissed",
        grounds=_grounds(event, kind, names),
        terms_rev=1,
        text=text,
        option=option,
        terms=terms,
        supersedes=_supersedes(event),
        note=_text(event, "note"),
        via=_VIA,
        check_option=False,
    )


def _grounds(event: Record, kind: str, names: dict[str, str | None]) -> Grounds:
    side = event.get("decided_by", "principal" if kind == "dismissed" else None)
    if side not in ("principal", "assistant") or not isinstance(side, str):
        raise _Refused("it does not say whether the principal or the assistant decided (decided_by)")
    by = _text(event, "by") or names[side]
    if by is None:
        raise _Refused(f"it does not name the {side} who decided (by)")
    under, basis = _text(event, "under"), _basis(event)
    if side == "principal":
        return Grounds(AuthorityKind.PRINCIPAL, by, under, basis)
    if under is None and basis is None:
        raise _Refused("the assistant decided, but neither a mandate (under) nor evidence (evidence.basis) is given")
    ground = AuthorityKind.DELEGATED if under is not None else AuthorityKind.ATTESTED
    return Grounds(ground, by, under, basis)


def _withdrawn(event: Record, key: str, at: str, terms: Record | None) -> list[Record]:
    name = _need(event, "id", "its id")
    records: list[Record] = []
    if event.get("reason") == "settled" and ("answer" in event or "text" in event):
        text, option = _answer(event)
        basis = _basis(event)
        if basis is None:
            raise _Refused("it carries an answer but not where it was heard (evidence.basis)")
        records.append(
            writing.claimed(
                key,
                id=f"{name}:claim",
                at=at,
                basis=basis,
                text=text,
                option=option,
                terms=terms,
                check_option=False,
            )
        )
    replaced = [writing.raised_id(key)] if terms is not None else []
    reason = event.get("reason")
    records.append(
        writing.withdrawn(
            key,
            id=name,
            at=at,
            reason=reason if isinstance(reason, str) else "",
            supersedes=replaced,
            note=_text(event, "note"),
        )
    )
    return records


def _answer(event: Record) -> tuple[str | None, str | None]:
    answer = event.get("answer", event.get("text"))
    if isinstance(answer, str):
        return answer, None
    if not is_object(answer):
        raise _Refused("it carries no answer")
    if "option" in answer and not filled(answer["option"]):
        raise _Refused("the option of its answer is empty or no text")
    return _text(answer, "text"), _text(answer, "option")


def _supersedes(event: Record) -> list[str]:
    named = event.get("supersedes", [])
    ids: list[str] = []
    for each in named if isinstance(named, list) else [named]:
        if not filled(each):
            raise _Refused("what it supersedes is no id")
        ids.append(each)
    return ids


def _basis(event: Record) -> str | None:
    evidence = event.get("evidence")
    return _text(evidence, "basis") if is_object(evidence) else _text(event, "evidence")


def _text(event: Record, name: str) -> str | None:
    value = event.get(name)
    return value if filled(value) else None


def _need(event: Record, name: str, what: str) -> str:
    value = event.get(name)
    if not filled(value):
        raise _Refused(f"it does not say {what} ({name})")
    return value

"""Which records are invalid, and why, in phrases for people (spec: strict in writing, lenient in reading).

Source: the table of decisions/0.3 section 3; where it leans on the core, our reading (docs/handoff.md). A principal's
settlement is never refused for a detail: with the words of an answer and a known kind it counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sayso_client.handoff import vocabulary as words
from sayso_client.handoff.instants import instant
from sayso_client.handoff.json_door import Damaged, NotCanonical, Sound, canonical, too_deep
from sayso_client.handoff.salvage import TOO_DEEP
from sayso_client.handoff.terms_rules import Say, check_terms
from sayso_client.handoff.vocabulary import Record, filled, is_object, quoted, whole


@dataclass(frozen=True, slots=True)
class Weighed:
    """A record's problems, and what was worked out on the way."""

    problems: tuple[str, ...]
    plain: bytes
    """Canonical JSON; empty when there is none."""
    at: datetime | None


def problems(record: object, key: str | None = None) -> tuple[str, ...]:
    """Why a record is invalid, a phrase each; empty when it is valid. Any JSON value may be asked about.

    Args:
        record: What came, or what is about to be written.
        key: The decision that it should belong to, when that matters.
    """
    found = weigh(record).problems
    if key is None or not is_object(record) or record.get("key") == key:
        return found
    return (*found, f"it belongs to another decision than {quoted(key)}")


def weigh(record: object) -> Weighed:
    """The problems of a record with its canonical JSON and its instant."""
    if isinstance(record, Damaged):
        return Weighed(record.problems, b"", instant(record.get("at")))
    if not is_object(record):
        return Weighed(("it is not an object",), b"", None)
    if not isinstance(record, Sound):
        return _weigh(record)
    if record.weighed is None:
        record.weighed = _weigh(record)
    return record.weighed


def _weigh(record: Record) -> Weighed:
    found: list[str] = []
    plain = record.plain if isinstance(record, Sound) else _plain(record, found.append)
    at = _common(record, found.append)
    kind = record.get("type")
    if isinstance(kind, str) and kind in _CHECKS:
        _CHECKS[kind](record, found.append)
    return Weighed(tuple(found), plain, at)


def _plain(record: Record, say: Say) -> bytes:
    try:
        plain = canonical(record)
    except NotCanonical as error:
        say(str(error))
        return b""
    if too_deep(plain):
        say(TOO_DEEP)
    return plain


def _common(record: Record, say: Say) -> datetime | None:
    if record.get("ext") != words.EXT:
        say(f"its ext is not {words.EXT}")
    for name in ("key", "id"):
        if not filled(record.get(name)):
            say(f"its {name} is missing or empty")
    _origin(record, say)
    at = instant(record.get("at"))
    if at is None:
        say("its time (at) is missing, unreadable or without an offset")
    named = record.get("supersedes", [])
    if not isinstance(named, list) or not all(filled(each) for each in named):
        say("supersedes is not a list of ids")
    return at


def _origin(record: Record, say: Say) -> None:
    kind, origin = record.get("type"), record.get("origin")
    if not isinstance(kind, str) or kind not in words.ORIGINS:
        say(f"{quoted(kind)} is no type of record" if isinstance(kind, str) else "it has no type")
    elif not isinstance(origin, str) or origin not in words.ORIGINS[kind]:
        who = quoted(origin) if isinstance(origin, str) else "nobody"
        say(f"{who} may not write a record of type {kind}")


def _raised(record: Record, say: Say) -> None:
    if not whole(record.get("terms_rev")) or record["terms_rev"] != 1:
        say("raised must have terms_rev 1")
    check_terms(record.get("terms"), say)


def _amended(record: Record, say: Say) -> None:
    revision = record.get("terms_rev")
    if not whole(revision) or revision < 2:
        say("amended must have a terms_rev of 2 or more")
    check_terms(record.get("terms"), say)


def _withdrawn(record: Record, say: Say) -> None:
    if record.get("reason") not in words.REASONS:
        say("the reason is neither settled nor not_needed")


def _settled(record: Record, say: Say) -> None:
    outcome = record.get("outcome")
    if outcome not in words.OUTCOMES:
        say("the outcome is neither decided nor dismissed")
    answer = record.get("answer")
    if outcome == "decided" and not (is_object(answer) and filled(answer.get("text"))):
        say("it is decided but has no answer text")
    authority = record.get("authority")
    if not is_object(authority) or authority.get("kind") not in words.KINDS:
        say("it does not say by which kind of authority")
    revision = record.get("terms_rev")
    if not whole(revision) or revision < 1:
        say("it does not say which terms it answers (terms_rev)")


def _reopened(record: Record, say: Say) -> None:
    if not record.get("supersedes"):
        say("reopened must name what it takes back (supersedes)")


def _claimed(record: Record, say: Say) -> None:
    if record.get("outcome") != "decided":
        say("a claim can only be that it was decided")
    answer = record.get("answer")
    if not is_object(answer) or not filled(answer.get("text")):
        say("the claim has no answer text")
    elif "option" in answer and not filled(answer["option"]):
        say("the option of the claim is empty or no text")
    evidence = record.get("evidence")
    if not is_object(evidence) or not filled(evidence.get("basis")):
        say("the claim has no evidence.basis")


def _related(record: Record, say: Say) -> None:
    relation = record.get("relation")
    if not is_object(relation):
        say("it has no relation")
        return
    kind = relation.get("kind")
    if not isinstance(kind, str) or kind not in words.RELATION_ORIGIN:
        say("the relation is neither same_as nor derived_from")
    elif record.get("origin") != words.RELATION_ORIGIN[kind]:
        say(f"only the {words.RELATION_ORIGIN[kind]} side may state {kind}")
    targets = [name for name in ("key", "uri") if name in relation]
    if len(targets) != 1 or not filled(relation[targets[0]]):
        say("the relation needs exactly one of key and uri")


def _note(record: Record, say: Say) -> None:
    if not filled(record.get("about")):
        say("the note does not say what it is about")


_CHECKS: dict[str, Callable[[Record, Say], None]] = {
    "raised": _raised,
    "amended": _amended,
    "withdrawn": _withdrawn,
    "settled": _settled,
    "reopened": _reopened,
    "claimed": _claimed,
    "related": _related,
    "note": _note,
}

r"""The door for bytes: JSON in, plain values out, and never an exception for what somebody else wrote.

A record that cannot be read whole still says, wherever that is cheap, which decision it belongs to: its value is then
a `Damaged` object with the members that could be read and the reasons why it counts as invalid.

Canonical JSON (our reading of decisions/0.3, which names none): sorted keys, no spaces, numbers as Python prints them
(1 is not 1.0), lone surrogates as \uXXXX, then UTF-8. NaN, Infinity and numbers that overflow have none.
"""

import hashlib
import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso_client.handoff.salvage import (
    MOST_DEEP,
    NOT_FINITE,
    TOO_DEEP,
    TOO_LONG,
    forgiving,
    shallow,
)
from sayso_client.handoff.vocabulary import Record, is_object

if TYPE_CHECKING:
    from sayso_client.handoff.validity import Weighed

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_writer = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class NotCanonical(ValueError):
    """A value has no canonical JSON; the text is a phrase that says why."""


class Damaged(Record):
    """What could be read of a record that is not whole. Always invalid, for the reasons it carries."""

    def __init__(self, members: Record, problems: Sequence[str]) -> None:
        super().__init__(members)
        self.problems = tuple(problems)


class Sound(Record):
    """An object that was read whole. It is not to be changed: what was worked out of it is kept with it."""

    __slots__ = ("plain", "weighed")

    def __init__(self, members: Record, plain: bytes) -> None:
        super().__init__(members)
        self.plain = plain
        """Its canonical JSON."""
        self.weighed: Weighed | None = None
        """What `validity.weigh` found, once it was asked: a record is weighed at its door and again in the fold."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Bytes as they came, and what they say."""

    value: object
    """The JSON value, an object as `Sound`; a `Damaged` one when only part could be read; None when nothing could."""
    problems: tuple[str, ...]
    """Why these bytes are no sound JSON, a phrase each. Says nothing about the rules of a record: see `problems`."""
    digest: str
    """Hex SHA-256 of the canonical JSON; of the bytes themselves when there is none."""
    canonical: bytes | None
    raw: bytes = field(repr=False, default=b"")

    @property
    def duplicate_keys(self) -> tuple[str, ...]:
        """Names that one object holds twice, sorted. The last one won; doors refuse such a record."""
        twice: set[str] = set()

        def pairs(members: list[tuple[str, object]]) -> Record:
            found = dict(members)
            if len(found) != len(members):
                many = Counter(name for name, _ in members)
                twice.update(name for name, times in many.items() if times > 1)
            return found

        if self.canonical is not None:
            json.loads(_text(self.raw), object_pairs_hook=pairs)
        return tuple(sorted(twice))


def read(raw: bytes) -> Reading:
    """Read one record's bytes. Never raises, whatever they are; a leading byte order mark is dropped."""
    try:
        value = json.loads(_text(raw))
        plain = canonical(value)
    except (ValueError, RecursionError):
        return _salvage(raw)
    if too_deep(plain):
        return _salvage(raw)
    whole = Sound(value, plain) if is_object(value) else value
    return Reading(whole, (), hashlib.sha256(plain).hexdigest(), plain, raw)


def canonical(value: object) -> bytes:
    """The one spelling of a value that digests and comparisons use.

    Raises:
        NotCanonical: a number that is not finite or too long to print, nesting beyond what can be walked, or
            something that is no JSON.
    """
    return _spell(_encoder, value)


def encode(value: object) -> bytes:
    """Compact JSON with the members in the order given: how we write a record. Raises NotCanonical."""
    return _spell(_writer, value)


def digest(value: object) -> str:
    """Hex SHA-256 of the canonical JSON. Raises NotCanonical."""
    return hashlib.sha256(canonical(value)).hexdigest()


def too_deep(plain: bytes) -> bool:
    """Whether canonical JSON is nested beyond our bound."""
    if plain.count(b"{") + plain.count(b"[") <= MOST_DEEP:
        return False
    return shallow(plain.decode()) is not None


def _spell(encoder: json.JSONEncoder, value: object) -> bytes:
    try:
        return encoder.encode(value).encode("utf-8", "backslashreplace")
    except RecursionError:
        raise NotCanonical(TOO_DEEP) from None
    except TypeError:
        raise NotCanonical("it holds something that JSON has no word for") from None
    except ValueError as error:
        raise NotCanonical(TOO_LONG if "digits" in str(error) else NOT_FINITE) from None


def _text(raw: bytes) -> str:
    return raw.removeprefix(BOM_UTF8).decode()


def _salvage(raw: bytes) -> Reading:
    """The slow way, for bytes with something wrong in them: keep what can be read and say what is wrong."""
    problems: list[str] = []
    try:
        text = _text(raw)
    except UnicodeDecodeError as error:
        problems.append(f"it is not UTF-8 (byte {error.start + 1})")
        text = raw.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    cut = shallow(text)
    if cut is not None:
        problems.append(TOO_DEEP)
        text = cut
    value = forgiving(text, problems)
    kept = Damaged(value, problems) if is_object(value) else None
    return Reading(kept, tuple(problems), hashlib.sha256(raw).hexdigest(), None, raw)

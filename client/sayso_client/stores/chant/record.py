"""One answer record: its text as values, and what keeps it from being read."""

import hashlib
from dataclasses import dataclass

from sayso_client.stores.chant import front_matter
from sayso_client.stores.chant.canonical import NotCanonical, inputs_hash, question_id
from sayso_client.stores.chant.front_matter import BadFrontMatter, Value
from sayso_client.text import one_line

LARGEST = front_matter.MAX_BYTES

_Mapping = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Record:
    """A record's file as it was when it was read."""

    name: str
    """The file's name."""
    data: _Mapping | None
    """Its front matter; None when it cannot be read."""
    id: str | None
    """As the record says it, which need not be its file's name."""
    problem: str | None
    """A sentence, when it cannot be read or has no id. Nothing foreign in it acts on a terminal."""
    digest: str
    """Hex SHA-256 of the front matter's text with LF, or of the whole file when that cannot be read."""
    sha256: str
    """Hex SHA-256 of the whole file."""

    @property
    def stem(self) -> str:
        """The file's name without `.md`."""
        return self.name.removesuffix(".md")


def read(name: str, raw: bytes) -> Record:
    """A record of the bytes of its file. Never raises.

    Args:
        name: The file's name.
        raw: What was read of it; more than LARGEST bytes are too many.
    """
    whole = hashlib.sha256(raw).hexdigest()
    try:
        if len(raw) > LARGEST:
            raise BadFrontMatter(f"it has more than {LARGEST:,} bytes")
        # What is no UTF-8 becomes U+FFFD, as it does where chant reads it.
        matter, _ = front_matter.split(raw.decode("utf-8", "replace"))
        data = front_matter.read(matter)
    except BadFrontMatter as error:
        return Record(name, None, None, _unreadable(name, str(error)), whole, whole)
    digest = hashlib.sha256(matter.encode("utf-8", "surrogatepass")).hexdigest()
    found = data.get("id")
    if isinstance(found, str):
        return Record(name, data, found, None, digest, whole)
    return Record(name, data, None, _unreadable(name, "it has no id"), digest, whole)


def misfits(data: _Mapping) -> tuple[str, ...]:
    """What a record says of itself that is not so, a phrase each: chant's hashes tell what was really asked."""
    point, version, inputs, claimed = (data.get(name) for name in ("point", "point_version", "inputs", "inputs_hash"))
    asked = data.get("asked")
    if not (isinstance(point, str) and isinstance(version, str) and isinstance(inputs, dict)):
        return ()
    try:
        real = inputs_hash(point, version, inputs, asked if isinstance(asked, dict) else None)
    except NotCanonical:
        return ("its inputs cannot be checked against its inputs_hash",)
    if real != claimed:
        return ("its inputs or its question were changed after it was asked: they do not fit its inputs_hash",)
    return () if data.get("id") == question_id(point, real) else ("its id is not the one that its question has",)


def _unreadable(name: str, why: str) -> str:
    shown, reason = one_line(name, 200), one_line(why, 300)
    return f"The record {shown} cannot be read: {reason}. chant passes over it until it is mended."

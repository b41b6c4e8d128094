"""The header Content-Digest (RFC 9530): what was changed on the way is not taken.

TLS makes sure of that by itself. Over plain http on this machine, or behind a broken proxy, one changed byte may still
be JSON, and a record that was taken so would stay so.
"""

import re
from base64 import b64decode, b64encode
from hashlib import sha256

HEADER = "Content-Digest"

_ENTRY = re.compile(r"(?:^|,)\s*sha-256\s*=\s*([^,]*)", re.IGNORECASE)
_BYTES = re.compile(r"\s*:([A-Za-z0-9+/]{43}=):\s*(?:;.*)?")


def field(content: bytes) -> str:
    """What the header says of that content."""
    return f"sha-256=:{b64encode(sha256(content).digest()).decode()}:"


def fits(said: str, *contents: bytes) -> bool:
    """Whether the header is that of one of the contents. One that names no SHA-256 says nothing, and so fits.

    Args:
        said: The header's value.
        contents: What came; where it was packed on the way, also as it was before.
    """
    entry = _ENTRY.search(said)
    if entry is None:
        return True
    written = _BYTES.fullmatch(entry[1])
    if written is None:
        return False
    wanted = b64decode(written[1])
    return any(sha256(each).digest() == wanted for each in contents)


def of_event(name: str, place: str, data: bytes) -> str:
    """What the field `digest` of an event of the stream says: over its name, its id and its data, a line each."""
    return field(b"\n".join((name.encode(), place.encode(), data)))

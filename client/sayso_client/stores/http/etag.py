"""How the token of a decision travels in the headers ETag and If-Match."""

from hashlib import sha256


def etag(seen: str) -> str:
    """The entity tag of the decision that has this token, with its quotes.

    The token itself is JSON and cannot stand in a header (RFC 9110, 8.8.3: no quotes inside).

    Args:
        seen: `Decision.seen`.
    """
    return f'"{sha256(seen.encode()).hexdigest()[:32]}"'

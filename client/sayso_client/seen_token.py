"""A short word for what a decision looked like: a script pins with it what it decides upon."""

from hashlib import sha256


def seen_token(seen: str) -> str:
    """Sixteen hexadecimal digits; others as soon as anything moved that a verdict hangs on.

    Args:
        seen: `Decision.seen`.
    """
    return sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()[:16]

"""Verdicts as text, so that the outbox keeps what was said, and not only what was sent."""

from sayso_client import codec
from sayso_client.unreadable import Unreadable
from sayso_client.verdict import Answer, Dismissal, Note, Retraction, SameAs, Verdict


def write(verdict: Verdict) -> str:
    """What the outbox keeps. Equal verdicts give equal text."""
    return f"{type(verdict).__name__} {codec.dumps(verdict)}"


def read(text: str) -> Verdict:
    """What `write` wrote.

    Raises:
        Unreadable: it is none of ours.
    """
    kind, _, body = text.partition(" ")
    match kind:
        case "Answer":
            return codec.loads(Answer, body)
        case "Dismissal":
            return codec.loads(Dismissal, body)
        case "Retraction":
            return codec.loads(Retraction, body)
        case "Note":
            return codec.loads(Note, body)
        case "SameAs":
            return codec.loads(SameAs, body)
    raise Unreadable(f"not a verdict: {kind[:20]}")

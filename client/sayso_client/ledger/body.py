"""A whole decision as text: a line of JSON without its history, a line about the history, and a line an event."""

from dataclasses import replace

from sayso_client import codec
from sayso_client.decision import Decision
from sayso_client.kept_history import KeptHistory, kept

_STRAIGHT, _CROOKED = "true", "false"


def write(decision: Decision) -> str:
    """What the table `body` holds."""
    history = kept(decision.history)
    head = codec.dumps(replace(decision, history=()))
    return "\n".join((head, _STRAIGHT if history.straight else _CROOKED, *history.lines))


def read(text: str) -> Decision:
    """What `write` wrote, now or when a decision was one line with its history in it.

    Raises:
        Unreadable: it is none of ours.
    """
    head, *rest = text.split("\n")
    if not rest:
        return codec.loads(Decision, head)
    return codec.loads(Decision, head, history=KeptHistory(rest[1:], rest[0] == _STRAIGHT))

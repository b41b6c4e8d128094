"""What `sayso note`, `claim`, `propose` and `relate --derived-from` do: words beside a question, which settle nothing.

Apart from how their options are parsed, so that a plain call needs no parser.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from sayso_client.text import one_line
from sayso_tui.cli.agents import agents_name
from sayso_tui.cli.asked import asking, tell
from sayso_tui.cli.session import Session, at_once
from sayso_tui.cli.values import text_or_stdin

if TYPE_CHECKING:
    from sayso_client.decision import Decision

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[!-~]+")
"""A scheme and something behind it, in printable ASCII without blanks (RFC 3986, 3)."""

_LONGEST_URI = 2000


def add_note(
    session: Session,
    key: str,
    text: str,
    to: str | None = None,
    reason: str | None = None,
    origin: Literal["requester", "agent"] = "requester",
    store: str | None = None,
    *,
    as_json: bool = False,
) -> None:
    """Add a remark; "-" reads it from stdin.

    Raises:
        NotFound, Ambiguous: by the key.
        InvalidRecord: the door does not take it.
    """
    held = session.inbox().find_asked(key, store, session.asks_in)
    decision = at_once(asking(session, held.ref.store, origin).note(key, text_or_stdin(text), to, reason))
    tell(session, decision, f"The note on {one_line(key, 80)} is written.", as_json=as_json)


def add_claim(
    session: Session,
    key: str,
    option: str | None = None,
    text: str | None = None,
    basis: str = "",
    origin: Literal["requester", "agent"] = "agent",
    store: str | None = None,
    *,
    as_json: bool = False,
) -> None:
    """Report that the principal already decided; an option or words, and on what basis.

    Raises:
        NotFound, Ambiguous: by the key.
        InvalidRecord: the door does not take it.
    """
    held = session.inbox().find_asked(key, store, session.asks_in)
    words = text_or_stdin(text) if text is not None else None
    decision = at_once(asking(session, held.ref.store, origin).claim(key, basis, words, option))
    said = f"The claim on {one_line(key, 80)} is written. It settles nothing; the principal sees it."
    tell(session, decision, said, as_json=as_json)


def add_proposal(
    session: Session,
    key: str,
    option: str | None = None,
    text: str | None = None,
    probabilities: tuple[tuple[str, float], ...] = (),
    probability: float | None = None,
    score: float | None = None,
    legend: tuple[tuple[str, str], ...] = (),
    confidence: float | None = None,
    threshold: float | None = None,
    model: str | None = None,
    backend: str | None = None,
    by: str | None = None,
    reason: str | None = None,
    store: str | None = None,
    *,
    as_json: bool = False,
) -> None:
    """Suggest an answer; a model, a backend or somebody suggests it.

    Raises:
        NotFound, Ambiguous: by the key.
        InvalidRecord: the door does not take it.
    """
    from sayso_client.proposals.records import build

    words = text_or_stdin(text) if text is not None else None

    def record(decision: "Decision", fresh: str, now: datetime) -> Mapping[str, object]:
        return build(
            key=key,
            id=fresh,
            at=now,
            terms_rev=decision.terms_rev or 1,
            options=decision.options,
            by=by or agents_name(session.environ),
            option=option,
            text=words,
            probabilities=probabilities,
            probability=probability,
            score=score,
            legend=legend,
            confidence=confidence,
            threshold=threshold,
            model=model,
            backend=backend,
            reason=reason,
        )

    held = session.inbox().find_asked(key, store, session.asks_in)
    decision = at_once(asking(session, held.ref.store, "agent").propose(key, record))
    said = f"The proposal for {one_line(key, 80)} is written. It is not an answer."
    tell(session, decision, said, as_json=as_json)


def add_origin(
    session: Session, key: str, uri: str, note: str = "", store: str | None = None, *, as_json: bool = False
) -> None:
    """Say what it follows from, by a URI that `uri_of` took.

    Raises:
        NotFound, Ambiguous: by the key.
        InvalidRecord: the door does not take it.
    """
    held = session.inbox().find_asked(key, store, session.asks_in)
    decision = at_once(asking(session, held.ref.store).derive(key, uri, note.strip() or None))
    new = decision.history_total > held.history_total
    said = "now says what it follows from. It settles nothing." if new else "says so already. Nothing was written."
    tell(session, decision, f"{one_line(key, 80)} {said}", as_json=as_json)


def uri_of(word: str) -> str:
    """The word. Raises ValueError with a sentence when it is no URI."""
    if _URI.fullmatch(word) is None or len(word) > _LONGEST_URI:
        raise ValueError(f"{one_line(word, 80)} is not a URI such as https://example.org/inquiry/9.")
    return word

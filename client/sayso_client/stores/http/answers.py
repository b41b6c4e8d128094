"""What a server's answer means to the person: each status a sentence that names the store and the way out."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from sayso_client.errors import Denied, OutcomeUnknown, StoreError, Unreachable, WrongServer
from sayso_client.text import one_line

MOST_PATIENT_S = 300.0
"""We come back after five minutes at the latest, whatever a server asks for (docs/http.md)."""
AGAIN = "sayso tries again by itself."
"""How the sentence of an Unreachable ends, for whoever keeps in touch."""
BUSY = frozenset({408, 429, 503})
"""It surely did nothing, and says so."""
NOT_HTTP = "not-http"
"""Code of a 400 about what came not being HTTP at all."""
CHANGED = "digest-mismatch"
"""Code of a 400 about what came not being what was sent."""
ABOUT_THE_RECORD = frozenset(
    {
        *((403, code) for code in ("origin-not-allowed", "by-not-you", "mandate-not-yours", "not-the-asker")),
        (403, "outside-prefix"),
        (429, "too-many-asks"),
    }
)
"""(status, code) of what refuses one record, not us. Any other 429 only asks for patience."""
_TOLD = 500


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    detail: str = ""
    """What a refusal says about itself, made plain; our key, should a server repeat it, is taken out."""

    @property
    def kind(self) -> str:
        """The media type, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().casefold()

    def document(self) -> dict[str, object]:
        """The JSON object in it; empty when there is none."""
        if self.kind != "application/json" and not self.kind.endswith("+json"):
            return {}
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}


class Voice(NamedTuple):
    """How a store is spoken of."""

    store: str
    """Its name, made plain."""
    where: str
    """Its host, or its socket; never with a secret in it."""
    key: str | None
    """Where its key is kept, in words; None when it has none."""

    @property
    def both(self) -> str:
        """Name and place."""
        return f"{self.store} ({self.where})"

    def trouble(self, answer: Answer, now: datetime) -> StoreError:
        """What a refusal means that is not about one record.

        Args:
            answer: Its status is not 2xx.
            now: Aware; a date in Retry-After counts from it.
        """
        status = answer.status
        if 300 <= status < 400:
            return self._redirected(answer)
        if status == 401:
            return Denied(self._unknown_key(answer))
        if status == 403:
            return Denied(f"{self.both} does not let us in (403){told(answer)}. Ask who runs it what this key may do.")
        if status in BUSY or status >= 500:
            wait = retry_after(answer.headers.get("retry-after"), now)
            what = "is too busy" if status in BUSY else "has a fault of its own"
            return Unreachable(f"{self.both} {what} ({status}){told(answer)}. {AGAIN}", wait)
        if status == 400 and code_of(answer) in ("", NOT_HTTP, CHANGED):
            # Perhaps a line that garbles what we send, so it is tried again.
            return Unreachable(
                f"{self.both} cannot read what comes (400)"
                f"{told(answer) or ': the line is garbled, or something between does not speak HTTP'}. {AGAIN}"
            )
        if status in (404, 405, 410):
            return WrongServer(
                f"No decision store answers at {self.both} ({status}). See whether its address is right: "
                "sayso store check"
            )
        return WrongServer(
            f"{self.both} refused a call that every such store takes ({status}){told(answer)}. "
            "One of the two may need an update."
        )

    def not_json(self, answer: Answer) -> StoreError:
        """An answer of 2xx that is not what the contract says."""
        if answer.kind in ("text/html", "application/xhtml+xml"):
            return WrongServer(
                f"{self.both} answers with a web page, so it is no decision store, or a login page of the network "
                "stands before it. See its address in a browser."
            )
        return self.unreadable("its answer is no JSON object")

    def unreadable(self, why: str) -> StoreError:
        """An answer that breaks the contract, or was garbled on the way, so that nothing of it was taken."""
        return Unreachable(
            f"{self.both} sends what cannot be read: {why}. Nothing of it was taken. sayso tries again by itself; "
            "should it stay so, tell who runs it."
        )

    def unknown(self, why: str) -> OutcomeUnknown:
        """Something was sent, and what became of it nobody knows."""
        return OutcomeUnknown(
            f"It was sent to {self.both}, and no answer came ({why}). sayso finds out by sending the same again, "
            "which never writes twice."
        )

    def _unknown_key(self, answer: Answer) -> str:
        if self.key is None:
            return (
                f"{self.both} wants a key, and none is configured (401). Write key = {{ env = … }} under its "
                "[[store]]; who runs it gives you one."
            )
        way_out = (
            "Set another one and start sayso again."
            if self.key.startswith("env ")
            else "Put another one there: sayso looks for it by itself."
        )
        why = told(answer) or ". Ask who runs it for another"
        return f"{self.both} does not accept the key from {self.key} (401){why}. {way_out}"

    def _redirected(self, answer: Answer) -> StoreError:
        host = host_of(answer.headers.get("location", ""))
        to = f"to {host}" if host else "to another address"
        return WrongServer(
            f"{self.both} sends us on {to} ({answer.status}), which sayso never follows, so that no key gets there. "
            "If that is where it lives now, write that address under its [[store]]."
        )


def told(answer: Answer) -> str:
    """What the server says about it itself, as the middle of a sentence; "" when it says nothing."""
    return f": {answer.detail}" if answer.detail else ""


def refusal(answer: Answer, key: str | None) -> Answer:
    """A refusal as it may be spoken of: without the key, even where the server repeats it."""
    detail = answer.document().get("detail")
    text = detail if isinstance(detail, str) else ""
    headers = dict(answer.headers)
    if key:
        text = text.replace(key, "…")
        if key.casefold() in headers.get("location", "").casefold():
            del headers["location"]
    return answer._replace(headers=headers, detail=one_line(text, _TOLD).rstrip("."))


def code_of(answer: Answer) -> str:
    """The problem's code; "" when there is none."""
    code = answer.document().get("code")
    return code if isinstance(code, str) else ""


def retry_after(text: str | None, now: datetime) -> float | None:
    """Seconds from a Retry-After header (RFC 9110, 10.2.3), within reason; None when it says nothing.

    Args:
        text: Seconds, or a date.
        now: Aware.
    """
    if text is None:
        return None
    text = text.strip()
    if text.isascii() and text.isdigit():
        return min(float(text[:12]), MOST_PATIENT_S)
    try:
        at = parsedate_to_datetime(text)
        wait = ((at if at.tzinfo else at.replace(tzinfo=UTC)) - now).total_seconds()
    except (ValueError, OverflowError):
        return None
    return min(max(wait, 0.0), MOST_PATIENT_S)


def host_of(location: str) -> str:
    """The host of a url, made plain; "" when it names none."""
    try:
        return one_line(urlsplit(location).hostname or "", 60)
    except ValueError:
        return ""

"""Where an http store answers: what its url or socket may be, and when a key may travel there."""

from ipaddress import ip_address
from pathlib import Path as FilePath
from urllib.parse import SplitResult, urlsplit

from sayso_config.findings import Findings, named
from sayso_config.problems import quoted
from sayso_config.schema import BadValue, Path, type_name

LONGEST_URL = 2_000
LONGEST_SOCKET = 100
"""Bytes. Linux takes 107 in a socket's address, macOS 103."""


def read_address(
    table: dict[str, object], at: Path, findings: Findings, *, store: str, key: bool
) -> tuple[str | None, str | None]:
    """The url and the socket of an http store, of which one is None; both when neither can be used.

    Args:
        table: Its section.
        at: Where that stands.
        findings: Told what is wrong. No sentence holds the url itself, since it could hold a secret.
        store: Its name.
        key: Whether it has a key.
    """
    found: dict[str, str] = {}
    wrong = False
    for name, check in (("url", checked_url), ("socket", checked_socket)):
        if name not in table:
            continue
        try:
            found[name] = check(table[name])
        except BadValue as error:
            wrong = True
            findings.add((*at, name), f"{named((*at, name))} {error}.", fatal=True, store=store)
    if "url" in table and "socket" in table:
        sentence = f"Store {quoted(store)} has both a url and a socket; keep one of the two."
        findings.add((*at, "socket"), sentence, fatal=True, store=store)
        return None, None
    if not found and not wrong:
        sentence = f'Store {quoted(store)} does not say where it is; write url = "https://…" or socket = "/…".'
        findings.add(at, sentence, fatal=True, store=store)
    if key and "url" in found and (why := unsafe_for_a_key(found["url"])):
        findings.add((*at, "url"), f"{named((*at, 'url'))} {why}.", fatal=True, store=store)
        return None, None
    return found.get("url"), found.get("socket")


def checked_url(value: object) -> str:
    """A url as it may stand in the file, without slashes at its end.

    Raises:
        BadValue: it cannot be used. The text goes on from the setting's name and never holds the url.
    """
    if not isinstance(value, str):
        raise BadValue(f"must be text in quotes, not {type_name(value)}")
    text = value.strip().rstrip("/")
    if len(text) > LONGEST_URL:
        raise BadValue(f"must not be longer than {LONGEST_URL:,} characters")
    if not text.isascii() or not text.isprintable() or " " in text or "\\" in text:
        raise BadValue("must be of printable ASCII, without blanks (write another alphabet's host as xn--…)")
    parts = _split(text)
    if parts.scheme not in ("http", "https"):
        raise BadValue('must begin with "https://", or with "http://" on this machine')
    if "@" in parts.netloc:
        raise BadValue(
            "holds a user or a password, which never stands in this file; take it out, write "
            'key = { env = "NAME" }, and replace what others may have read here'
        )
    if parts.query or parts.fragment or "?" in text or "#" in text:
        raise BadValue('must end before any "?" or "#"; a key in it would be one that others can read')
    if not parts.hostname:
        raise BadValue("names no host")
    if parts.path.endswith("/v1"):
        raise BadValue("must end before /v1, which sayso adds itself")
    return text


def checked_socket(value: object) -> str:
    """A socket's path, absolute. Raises BadValue."""
    if not isinstance(value, str):
        raise BadValue(f"must be text in quotes, not {type_name(value)}")
    text = value.strip()
    if text.startswith("~/"):
        try:
            text = str(FilePath(text).expanduser())
        except RuntimeError:
            raise BadValue("begins with ~, and there is no home folder") from None
    if not text.startswith("/") or not text.isprintable():
        raise BadValue("must be the whole path of a Unix socket, from / on")
    if len(text.encode()) > LONGEST_SOCKET:
        raise BadValue(f"must not be longer than {LONGEST_SOCKET} bytes, since the system takes no more")
    return text


def unsafe_for_a_key(url: str) -> str | None:
    """Why a key must not be sent there, going on from the setting's name; None when it may."""
    parts = _split(url)
    if parts.scheme == "https" or is_loopback(parts.hostname or ""):
        return None
    return (
        "is plain http to another machine, where everybody on the way could read the key; use https, "
        "or a tunnel that ends on this machine"
    )


def is_loopback(host: str) -> bool:
    """Whether a host's name or address is this machine itself. Only what cannot be anything else (RFC 6761)."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        raise BadValue("is no url") from None
    return parts

"""No web page reaches the server: a browser says who it asks for and where its page comes from, and that is refused."""

import ipaddress

from starlette.datastructures import Headers

from sayso_client.serve.problems import Refusal
from sayso_client.text import one_line

JSON = "application/json"
LINES = "application/x-ndjson"


def refuse_pages(headers: Headers, *, only_here: bool) -> None:
    """Raise Refusal (403) for what a web page would send, or a name that leads here by a trick (DNS rebinding).

    Args:
        headers: The request's.
        only_here: The server listens on this machine alone and no token guards it: then the Host must be this machine.
    """
    if "origin" in headers or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise Refusal(403, "web-page", "This is no service for web pages. Nothing was done.")
    host = headers.get("host", "")
    if only_here and not is_loopback(_name(host)):
        detail = f"This server answers to localhost only, not to {one_line(host, 80) or 'nobody'}. Nothing was done."
        raise Refusal(403, "host-not-allowed", detail)


def refuse_no_json(headers: Headers) -> bool:
    """Whether the body is many records, one a line, instead of one.

    Raises:
        Refusal: it is neither, or packed (415).
    """
    said = headers.get("content-type", "")
    kind, _, parameters = (each.strip().casefold() for each in said.partition(";"))
    charset = parameters.replace('"', "").replace(" ", "")
    if kind not in (JSON, LINES) or charset not in ("", "charset=utf-8"):
        detail = f"A body here is {JSON} or {LINES}, in UTF-8. Nothing was written."
        raise Refusal(415, "not-json", detail, headers={"Accept": f"{JSON}, {LINES}"})
    if headers.get("content-encoding", "identity") != "identity":
        raise Refusal(415, "packed", "A body here is not packed (Content-Encoding). Nothing was written.")
    return kind == LINES


def is_loopback(name: str) -> bool:
    """Whether a host's name or address means this machine, to this machine."""
    if name.casefold().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _name(host: str) -> str:
    """The header Host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host

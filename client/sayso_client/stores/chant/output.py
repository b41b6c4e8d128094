"""What chant printed after a write. It is heard, never believed: what counts is what the record holds."""

import json
from dataclasses import dataclass

from sayso_client.stores.chant import seam
from sayso_client.text import one_line

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Error:
    """It refused."""

    code: str
    message: str
    """Foreign text."""


@dataclass(frozen=True, slots=True)
class Done:
    """It says that it is done."""

    written: bool


def read(out: bytes) -> Error | Done | None:
    """The one document on its standard output; None when that is none of chant's."""
    try:
        found = json.loads(out)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    error = seam.mapping(found, "error")
    if (code := seam.text(error, "code")) is not None:
        return Error(code, seam.text(error, "message") or "")
    if "error" in found or not isinstance(found.get("written"), bool) or not seam.mapping(found, "question"):
        return None
    return Done(found["written"] is True)


def shown(out: bytes, err: bytes) -> str:
    """A line of what a program printed that is no document: of what went wrong rather than of what it printed."""
    for each in (err, out):
        lines = each[: 64 * 1024].decode(errors="replace").splitlines()
        told = next((line for line in lines if "error" in line.lower()), next(filter(str.strip, lines), ""))
        if text := one_line(told, _SHOWN):
            return text
    return ""

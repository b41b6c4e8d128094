"""The log of the server: what was called, by whom, with which outcome. Never what stood in it, and never a token."""

import logging
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

from sayso_client.text import one_line

NAME = "serve.log"
LARGEST = 1_048_576
"""Bytes; three older ones are kept."""

_PATHS = frozenset(
    {"/v1/health", "/v1/records", "/v1/records/stream", "/v1/decision", "/v1/openapi.json"},
)
_METHODS = frozenset({"GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"})
_log = logging.getLogger("sayso.serve")


def request(method: str, path: str, status: int, caller: str | None, took_s: float) -> None:
    """One request. What is no call of ours is not repeated: anything could stand in it."""
    where = path if path in _PATHS else "(no call of ours)"
    what = method if method in _METHODS else "(no method)"
    _log.info("%s %s %s by %s in %.0f ms", what, where, status or "cut", _name(caller), took_s * 1000)


def remark(text: str) -> None:
    """Something else that happened, in our own words."""
    _log.info("%s", text)


@contextmanager
def writing_to(folder: Path | None) -> Iterator[None]:
    """Write to a file in that folder for so long, or nowhere. Only our own lines: uvicorn's hold addresses.

    A folder or file that cannot be written is no reason not to serve.
    """
    handler: logging.Handler = logging.NullHandler()
    if folder is not None:
        try:
            folder.mkdir(parents=True, mode=0o700, exist_ok=True)
            # Made here so that it is ours alone from its first byte on.
            os.close(os.open(folder / NAME, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
            handler = _Rotating(folder / NAME, maxBytes=LARGEST, backupCount=3, encoding="utf-8")
        except OSError:
            handler = logging.NullHandler()
    handler.setFormatter(_Formatter("%(asctime)s %(message)s"))
    for logger in (_log, logging.getLogger("uvicorn.error")):
        logger.handlers[:] = [handler]
        logger.propagate = False
    _log.setLevel(logging.INFO)
    # Its warnings are about requests that are no HTTP; what matters is an error of ours.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    try:
        yield
    finally:
        handler.close()


class _Rotating(RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk does not end the server, and stderr is not for it."""


class _Formatter(logging.Formatter):
    """Of an exception only its kind and where it was: its text may hold what somebody wrote."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"

    def formatException(self, ei: object) -> str:
        """Kind and places."""
        assert isinstance(ei, tuple)
        places = ", ".join(f"{Path(each.filename).name}:{each.lineno}" for each in traceback.extract_tb(ei[2]))
        return f"{ei[0].__name__} at {places}"


def _name(caller: str | None) -> str:
    return one_line(caller, 80) if caller else "nobody"

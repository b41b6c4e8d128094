"""Which verbs may be called plainly, and with which words: a table that holds what the parser would find, too."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from sayso_client.rows import View
from sayso_tui.cli import values


class Option(NamedTuple):
    """An option's parameter, and how its value is read; raises ValueError for one that the parser must judge."""

    name: str
    read: Callable[[str], object] | None = None
    """None for a switch."""
    many: bool = False
    """It may be given several times."""


class Form(NamedTuple):
    """A verb as it may be called plainly."""

    module: str
    function: str
    words: tuple[str, ...]
    """Parameters that are given by place; all of them must be."""
    options: Mapping[str, Option]
    more: tuple[str, ...] = ()
    """Parameters that may follow by place."""
    needs: tuple[tuple[str, ...], ...] = ()
    """Of each of these one parameter must be given."""
    lacks: tuple[str, ...] = ()
    """Parameters of the verb that are never given plainly."""


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and int(word)):
        raise ValueError(word)
    return int(word)


def _number(word: str) -> float:
    if not (word.isascii() and word.replace(".", "", 1).isdigit()):
        raise ValueError(word)
    return float(word)


def _view(word: str) -> str:
    return View(word).value


def _uri(word: str) -> str:
    from sayso_tui.cli.added import uri_of

    return uri_of(word)


def _one_of(*words: str) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in words:
            raise ValueError(word)
        return word

    return read


_COMMON = {"--store": Option("store", str), "--json": Option("as_json")}
_ORIGIN = Option("origin", _one_of("requester", "agent"))
_LABEL = partial(values.pair, name="ID=LABEL", alone=True)
_ASKED = {
    "--text": Option("text", str),
    "--option": Option("options", _LABEL, many=True),
    "--default": Option("default", str),
    "--due": Option("due", values.day),
    "--by": Option("by", str),
    "--to": Option("to", str, many=True),
    "--subject": Option("subject", str),
    "--project": Option("project", str),
    "--link": Option("links", str, many=True),
}
_PROPOSED = {
    "--option": Option("option", str),
    "--text": Option("text", str),
    "--probability": Option("probabilities", partial(values.share, name="ID=NUMBER"), many=True),
    "--true": Option("probability", _number),
    "--score": Option("score", _number),
    "--legend": Option("legend", partial(values.pair, name="I=TEXT"), many=True),
    "--confidence": Option("confidence", _number),
    "--threshold": Option("threshold", _number),
    "--model": Option("model", str),
    "--backend": Option("backend", str),
    "--by": Option("by", str),
    "--reason": Option("reason", str),
}
_WITHDRAWN = {"--reason": Option("reason", _one_of("settled", "not_needed")), "--note": Option("note", str)}
_CLAIMED = {
    "--option": Option("option", str),
    "--text": Option("text", str),
    "--basis": Option("basis", str),
    "--origin": _ORIGIN,
}

FORMS = {
    "list": Form(
        "listed",
        "print_list",
        (),
        {
            "--view": Option("view", _view),
            "--filter": Option("text", str),
            "--limit": Option("limit", _count),
            "--outbox": Option("outbox"),
            **_COMMON,
        },
    ),
    "show": Form("shown", "print_shown", ("key",), _COMMON),
    "raise": Form("asked", "raised_plainly", (), {**_ASKED, **_COMMON}, more=("key",), needs=(("text",),)),
    "amend": Form(
        "asked",
        "amended_plainly",
        ("key",),
        {**_ASKED, **_COMMON},
        needs=(tuple(each.name for each in _ASKED.values()),),
    ),
    "withdraw": Form("asked", "ask_no_more", ("key",), {**_WITHDRAWN, **_COMMON}, needs=(("reason",),)),
    "note": Form(
        "added",
        "add_note",
        ("key", "text"),
        {"--to": Option("to", str), "--reason": Option("reason", str), "--origin": _ORIGIN, **_COMMON},
    ),
    "claim": Form("added", "add_claim", ("key",), {**_CLAIMED, **_COMMON}, needs=(("option", "text"), ("basis",))),
    "propose": Form("added", "add_proposal", ("key",), {**_PROPOSED, **_COMMON}, needs=(("model", "backend", "by"),)),
    "relate": Form(
        "added",
        "add_origin",
        ("key",),
        {"--derived-from": Option("uri", _uri), "--note": Option("note", str), **_COMMON},
        needs=(("uri",),),
        lacks=("other", "by", "unattended", "terms_rev", "seen"),
    ),
}

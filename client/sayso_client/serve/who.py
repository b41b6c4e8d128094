"""Who asks, by the header Authorization, and which records they may write."""

import sqlite3
from collections.abc import Mapping

from sayso_client import doors
from sayso_client.handoff.vocabulary import Record, is_object
from sayso_client.serve import tokens
from sayso_client.serve.problems import Refusal
from sayso_client.serve.tokens import ANYONE, Grant
from sayso_client.text import one_line

_OR = "or the principal dismisses it"
_ASK = {"WWW-Authenticate": 'Bearer realm="sayso"'}


def digest_of(authorization: str | None) -> bytes | None:
    """The hash of the token in the header; None without one.

    Raises:
        Refusal: the header is of another form (401).
    """
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.casefold() != "bearer" or not token.strip():
        raise Refusal(401, "token-unknown", "The header Authorization is not of the form: Bearer TOKEN.", headers=_ASK)
    return tokens.hashed(token.strip())


def grant(db: sqlite3.Connection, store: str, digest: bytes | None, *, only_here: bool) -> Grant:
    """What the caller may do.

    Args:
        db: Looked at for each request, so that a token that is removed opens nothing from then on.
        store: The uuid of the one that is served.
        digest: Of the token that came with the request.
        only_here: Nobody but this machine can reach the server.

    Raises:
        Refusal: no token where one is needed, or one that is not known (401).
    """
    if digest is not None:
        found = tokens.find(db, store, digest)
        if found is None:
            detail = "This token is not known here, or it was removed. Ask whoever runs the server for another one."
            raise Refusal(401, "token-unknown", detail, headers=_ASK)
        return found
    if only_here and not tokens.are_there(db, store):
        return ANYONE
    raise Refusal(401, "no-token", "Say who you are: Authorization: Bearer TOKEN. Nothing was done.", headers=_ASK)


def refuse_others(grant: Grant, value: object, mandates: Mapping[str, str]) -> None:
    """Raise Refusal (403) when the caller may not write such a record, whatever else may be wrong with it.

    Args:
        grant: What they may do.
        value: The record; of what is no object nothing can be said.
        mandates: Id → text of the mandates in the server's settings.
    """
    if not is_object(value):
        return
    origin, key = value.get("origin"), value.get("key")
    if isinstance(origin, str) and origin not in grant.origins:
        may = " and ".join(grant.origins)
        raise _not("origin-not-allowed", f"{_called(grant)} may write records of {may}, not of {one_line(origin, 40)}.")
    if isinstance(key, str) and not grant.covers(key):
        raise outside(grant)
    if origin == "principal":
        _refuse_other_names(grant, value, mandates)


def outside(grant: Grant) -> Refusal:
    """The refusal of a key that the token does not reach."""
    return _not("outside-prefix", f"{_called(grant)} reaches only keys that begin with {one_line(grant.prefix, 80)}.")


def not_the_asker(grant: Grant, door: str | None) -> Refusal:
    """The refusal of a change to somebody else's question.

    Args:
        grant: What whoever wants to change it may do.
        door: Who let the question in: a token's name, or another door.
    """
    if door == doors.NOBODY:
        said = (
            "This decision was raised without a token, so none can show that it is its asker's. It is amended or "
            f"withdrawn on the machine that serves it (sayso amend, sayso withdraw), {_OR}."
        )
    elif door in doors.RESERVED:
        said = (
            "This decision was raised on the machine that serves it, and is amended or withdrawn there only (sayso "
            f"amend, sayso withdraw), {_OR}."
        )
    else:
        said = "Somebody else raised this decision; only who raised it amends or withdraws it."
    return _not("not-the-asker", f"{said} {_called(grant)} may add a note.")


def asked_by_another(key: str) -> Refusal:
    """The refusal of a second question under a key."""
    said = f"{one_line(key, 80)} is asked by somebody else already. For another question, take another key."
    return _not("not-the-asker", said)


def not_asked_yet(key: str) -> Refusal:
    """The refusal of a change to a question that nobody raised yet: whoever does would find it changed by another."""
    said = f"Nobody has raised {one_line(key, 80)} yet, so nobody changes it. Send the question first, then this again."
    return _not("not-the-asker", said)


def _refuse_other_names(grant: Grant, record: Record, mandates: Mapping[str, str]) -> None:
    """By whom it says that it is must be whom the token names."""
    authority, ours = record.get("authority"), record.get("sayso")
    if record.get("type") == "settled":
        said: Record = authority if is_object(authority) else {}
        kind = said.get("kind")
        theirs = grant.assistant if kind in ("delegated", "attested") else grant.name
        if theirs is None or said.get("by") != theirs:
            raise _by_not_you(grant, kind in ("delegated", "attested"))
        if kind == "delegated":
            _refuse_other_mandates(grant, said.get("under"), mandates)
    elif is_object(ours) and ours.get("by") not in (None, grant.name, grant.assistant):
        raise _by_not_you(grant, False)


def _by_not_you(grant: Grant, assistants: bool) -> Refusal:
    if assistants and grant.assistant is None:
        return _not("by-not-you", f"{_called(grant)} names no assistant, so it records nothing delegated or attested.")
    name = (grant.assistant if assistants else grant.name) or ""
    return _not("by-not-you", f"Who decided (authority.by) must be {one_line(name, 80)} with this token.")


def _refuse_other_mandates(grant: Grant, under: object, mandates: Mapping[str, str]) -> None:
    """A mandate is named by its id, or by its words as the server's settings have them."""
    if under in grant.mandates or any(mandates.get(each) == under for each in grant.mandates if under):
        return
    known = ", ".join(one_line(each, 40) for each in grant.mandates) or "none"
    raise _not("mandate-not-yours", f"Mandates granted to this token are: {known}. The settlement names another one.")


def _called(grant: Grant) -> str:
    return f"The token of {one_line(grant.name, 80)}" if grant.has_token else "Whoever comes without a token"


def _not(code: str, detail: str) -> Refusal:
    return Refusal(403, code, f"{detail} Nothing was written.")

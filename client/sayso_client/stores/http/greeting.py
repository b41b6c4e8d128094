"""Who answers at an address: what /v1/health says, read with suspicion."""

from typing import NamedTuple
from uuid import UUID

from sayso_client.errors import WrongServer
from sayso_client.handoff.records import unsendable
from sayso_client.stores.contract import Hello
from sayso_client.stores.http.answers import Answer, Voice
from sayso_client.text import one_line

CONTRACT = 1
"""The version of docs/http.md that we speak."""
ORIGINS = frozenset({"requester", "agent", "principal"})


class Greeting(NamedTuple):
    """What was said."""

    hello: Hello
    total: int | None
    """Records that it holds."""
    version: str
    """Of its program."""


def greeting(answer: Answer, voice: Voice) -> Greeting:
    """What /v1/health said.

    Raises:
        WrongServer: that is no store of this contract.
    """
    found = answer.document()
    if not found:
        raise voice.not_json(answer)
    contract = found.get("contract")
    if contract is True or contract != CONTRACT:
        raise WrongServer(_other_contract(contract, voice))
    uuid = _uuid(found.get("store"))
    if uuid is None:
        raise voice.unreadable("it does not say which store it is")
    you = found.get("you")
    who: dict[str, object] = you if isinstance(you, dict) else {}
    origins = who.get("origins")
    may = {each for each in origins if isinstance(each, str)} if isinstance(origins, list) else set[str]()
    prefix = who.get("prefix")
    hello = Hello(
        uuid,
        _word(found.get("name")),
        _word(who.get("name")) or None,
        ORIGINS & may,
        prefix=prefix if isinstance(prefix, str) and not unsendable(prefix) else "",
    )
    records = found.get("records")
    total = records if isinstance(records, int) and 0 <= records < 1 << 53 else None
    return Greeting(hello, total, _word(found.get("version")))


def _other_contract(contract: object, voice: Voice) -> str:
    if not isinstance(contract, int) or isinstance(contract, bool):
        return f"What answers at {voice.both} is no decision store. See its address."
    who = "sayso here" if contract > CONTRACT else "the server"
    theirs = one_line(str(contract) if -99 < contract < 10_000 else "of another world", 20)
    return (
        f"{voice.both} speaks contract {theirs}, and this sayso speaks {CONTRACT}. Update {who}; what is here stays "
        "readable."
    )


def _word(value: object) -> str:
    return one_line(value, 80) if isinstance(value, str) else ""


def _uuid(value: object) -> str | None:
    try:
        return UUID(value).hex if isinstance(value, str) else None
    except ValueError:
        return None

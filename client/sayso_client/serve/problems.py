"""Why a request is refused: problem details (RFC 9457) with a code for programs and a sentence for people."""

import json
from collections.abc import Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from sayso_client.errors import LedgerBusy, LedgerError, LedgerReadOnly

TYPE = "application/problem+json"


class Refusal(Exception):
    """A request, or one record of several, that gets no other answer than why not."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        members: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.headers = dict(headers or {})
        self.members = dict(members or {})

    @property
    def problem(self) -> dict[str, object]:
        """The members of the answer."""
        return {
            "type": f"urn:sayso:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": str(self),
            "code": self.code,
            **self.members,
        }


def answer(refusal: Refusal) -> Response:
    """The whole answer."""
    return Response(json.dumps(refusal.problem), refusal.status, refusal.headers, TYPE)


async def refused(_: Request, error: Exception) -> Response:
    """What the application does with a refusal that was raised."""
    assert isinstance(error, Refusal)
    return answer(error)


async def of_ledger(_: Request, error: Exception) -> Response:
    """Likewise with a ledger that cannot be used now. Nothing was written, so it may be tried again."""
    assert isinstance(error, LedgerError)
    return answer(unusable(error))


def unusable(error: LedgerError) -> Refusal:
    """The refusal that an error of the ledger comes to."""
    code = "busy" if isinstance(error, LedgerBusy) else "read-only" if isinstance(error, LedgerReadOnly) else "ledger"
    wait = "1" if isinstance(error, LedgerBusy) else "30"
    return Refusal(503, code, str(error), headers={"Retry-After": wait})


async def failed(_: Request, __: Exception) -> Response:
    """Our own mistake. What it was stands in the log and not in the answer."""
    return answer(Refusal(500, "failed", "The server failed at this. Whether something was written can be read back."))

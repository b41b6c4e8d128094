"""One sheet's way to the store: a verdict is composed once and tried as often as needed, never two."""

from collections.abc import Callable

from sayso_client.decision import Decision
from sayso_client.draft import Draft
from sayso_client.errors import LedgerError
from sayso_client.inbox import Inbox
from sayso_client.verdict import Receipt, ReceiptKind, Verdict

_DONE = frozenset({ReceiptKind.RECORDED, ReceiptKind.QUEUED, ReceiptKind.VOTED})
_NOT_WRITTEN = frozenset({ReceiptKind.CONFLICT, ReceiptKind.REFUSED})

READING_BACK = "It is unknown whether it was recorded; reading back …"


class Recording:
    """Keeps the verdict of the first press, with its id, for every later one."""

    def __init__(self, inbox: Inbox, instead_of: int | None = None) -> None:
        """Nothing is written yet. `instead_of` is the number of what it replaces in the outbox."""
        self._inbox = inbox
        self._instead_of = instead_of
        self._draft: Draft | None = None
        self._verdict: Verdict | None = None
        self._unknown = False
        self.under_way = False
        """Whether a press is being carried out, or was: nothing more is to be written then."""

    def prepare(self, decision: Decision, draft: Draft) -> Verdict:
        """The verdict to write: the former one when nothing was changed since, or when nobody knows its outcome.

        Raises:
            Incomplete: a field is missing.
            RefusedByRule: the store does not accept it.
        """
        if self._verdict is None or (draft != self._draft and not self._unknown):
            self._verdict, self._draft = self._inbox.compose(decision, draft), draft
        return self._verdict

    async def write(self, verdict: Verdict, tell: Callable[[str], None] = lambda _: None) -> Receipt:
        """Hand the verdict to its store; when its outcome is lost, read back what became of it.

        Args:
            verdict: As `prepare` gave it.
            tell: Takes a sentence while it is read back.

        Raises:
            LedgerError: nothing was written; the same verdict may be tried again.
        """
        self.under_way = True
        done = False
        try:
            receipt = await self._recorded(verdict, tell)
            done = receipt.kind in _DONE
        finally:
            self.under_way = done
        self._unknown = receipt.kind is ReceiptKind.UNKNOWN
        if receipt.kind in _NOT_WRITTEN:
            self._verdict = self._draft = None
        return receipt

    async def _recorded(self, verdict: Verdict, tell: Callable[[str], None]) -> Receipt:
        try:
            return await self._inbox.record(verdict, self._instead_of)
        except LedgerError as error:
            tell(READING_BACK)
            found = await self._read_back(verdict)
            if found is None:
                raise error from None
            return found

    async def _read_back(self, verdict: Verdict) -> Receipt | None:
        try:
            return await self._inbox.resolve(verdict)
        except LedgerError:
            return None

"""The code that has to be typed to record: made from what will be written, and known only to who reads it."""

import hashlib
import hmac
import secrets

from sayso_client.draft import Draft
from sayso_tui.cli.challenge import FASTEST

__all__ = ["FASTEST", "Codes"]

LENGTH = 4
_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
"""None that is easily taken for another."""


class Codes:
    """Makes codes. Each belongs to one store, key, terms, heads and content; none is given twice in a run.

    They depend on a secret of this run too, so that nobody can write one into a text beforehand that is to be pasted.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._given: set[str] = set()

    def of(self, draft: Draft, words: str) -> str:
        """A fresh code for this record.

        Args:
            draft: What is to be recorded; its `seen` stands for the terms and heads that were shown.
            words: The record in words.
        """
        turn = 0
        while (code := self._made(draft, words, turn)) in self._given:
            turn += 1
        self._given.add(code)
        return code

    def _made(self, draft: Draft, words: str, turn: int) -> str:
        about = (draft.ref.store, draft.ref.key, draft.seen, str(draft.terms_rev), draft.option, draft.text)
        parts = [str(each) for each in (*about, draft.act, draft.kind, draft.note, words, turn)]
        message = "\0".join(parts).encode("utf-8", "surrogatepass")
        number = int.from_bytes(hmac.digest(self._secret, message, hashlib.sha256))
        letters = []
        for _ in range(LENGTH):
            number, at = divmod(number, len(_LETTERS))
            letters.append(_LETTERS[at])
        return "".join(letters)

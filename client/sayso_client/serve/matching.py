"""If-Match: whether a decision is still what its principal saw (RFC 9110, 13.1.1)."""

import re
from dataclasses import dataclass
from typing import Self

from sayso_client.serve.problems import Refusal
from sayso_client.stores.http.etag import etag

__all__ = ["Match", "etag_of"]

etag_of = etag
"""The tag of a decision, from its token `seen`: over register heads, terms_rev and the digest of the terms."""

_TAG = re.compile(r'\s*(W/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*')


@dataclass(frozen=True, slots=True)
class Match:
    """The header, read."""

    tags: frozenset[str] | None
    """With their quotes; None for "*", which any decision that is held fulfils."""

    @classmethod
    def parse(cls, header: str | None) -> Self | None:
        """Read it; None when there is none.

        Raises:
            Refusal: it is of another form (400). It is not passed over: who sends it wants to be stopped.
        """
        if header is None:
            return None
        if header.strip() == "*":
            return cls(None)
        found = [_TAG.fullmatch(each) for each in header.split(",")]
        if not all(found):
            raise Refusal(400, "bad-if-match", "If-Match is not a list of tags in quotes. Nothing was written.")
        # A weak tag never matches here; the comparison of If-Match is the strong one.
        return cls(frozenset(f'"{each[2]}"' for each in found if each and not each[1]))

    def allows(self, tag: str) -> bool:
        """Whether the decision of that tag is among those that were seen."""
        return self.tags is None or tag in self.tags

"""What a decision was made from, as the opaque token that a verdict hands back."""

import json
from dataclasses import dataclass
from typing import Self

from sayso_client.handoff.vocabulary import Record, is_object


@dataclass(frozen=True, slots=True)
class Seen:
    """The heads of both registers and the terms in force, as they were on the screen.

    A verdict of the principal supersedes the `answer` heads, and its record says `sayso.saw` = need and terms.
    """

    answer: tuple[str, ...] = ()
    """Ids of the heads of the answer register, sorted: what a new settlement or a retraction replaces."""
    need: tuple[str, ...] = ()
    """Ids of the heads of the need register, sorted."""
    need_current: str | None = None
    rev: int | None = None
    """The revision of the terms in force."""
    terms: str | None = None
    """Hex SHA-256 of the canonical terms in force; None when there are none."""

    @property
    def token(self) -> str:
        """As text: canonical JSON, in ASCII. Equal values have equal tokens."""
        value = {
            "answer": self.answer,
            "need": self.need,
            "need_current": self.need_current,
            "rev": self.rev,
            "terms": self.terms,
        }
        return json.dumps(value, sort_keys=True, separators=(",", ":"))

    @property
    def saw(self) -> Record:
        """The member `sayso.saw` of a record that is written upon it."""
        return {"need": self.need_current, "terms": self.terms}

    @classmethod
    def parse(cls, token: str) -> Self:
        """Read a token.

        Raises:
            ValueError: it is none of ours.
        """
        value = json.loads(token)
        if not is_object(value):
            raise ValueError("not a token of a Handoff decision")
        rev = value.get("rev")
        return cls(
            _ids(value.get("answer")),
            _ids(value.get("need")),
            _text(value.get("need_current")),
            rev if isinstance(rev, int) else None,
            _text(value.get("terms")),
        )

    @classmethod
    def is_one(cls, token: str) -> bool:
        """Whether it is a token of a decision that is made of Handoff records."""
        try:
            cls.parse(token)
        except ValueError:
            return False
        return True


def _ids(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None

"""What chant answers when it does not do what it was asked."""

from typing import Any


class Failure(Exception):
    """A refusal: the code and the sentence of chant's answer."""

    def __init__(self, code: str, message: str, location: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.location = location

"""What the exit codes of `sayso` mean, and which error ends with which (docs/cli.md)."""

from enum import IntEnum

from sayso_client import errors
from sayso_config.problems import ConfigError


class Exit(IntEnum):
    """The exit codes, as published."""

    DONE = 0
    FAILURE = 1
    USAGE = 2
    """Usage or configuration."""
    STILL_OPEN = 3
    CONFLICT = 4
    """A conflict, or the terms are others than those meant."""
    REFUSED = 5
    UNREACHABLE = 6
    """The store did not answer; the verdict is kept and sent later."""
    DISMISSED = 7
    """`wait` only: dismissed or withdrawn."""
    INTERRUPTED = 130


class Ended(Exception):
    """A verb that ends with another code than 0, with a sentence or, when it has said everything, without one."""

    def __init__(self, code: int, sentence: str = "") -> None:
        super().__init__(sentence)
        self.code = code


_OF_ERRORS = (
    (errors.Conflict, Exit.CONFLICT),
    (errors.RefusedByRule, Exit.REFUSED),
    (errors.Incomplete, Exit.USAGE),
    (errors.Ambiguous, Exit.USAGE),
    (errors.InvalidRecord, Exit.USAGE),
    (errors.Denied, Exit.REFUSED),
    (errors.Unreachable, Exit.UNREACHABLE),
    (errors.OutcomeUnknown, Exit.UNREACHABLE),
    (ConfigError, Exit.USAGE),
)


def code_of(error: errors.SaysoError | ConfigError) -> Exit:
    """The exit code that tells a script what kind of error it was."""
    return next((code for kind, code in _OF_ERRORS if isinstance(error, kind)), Exit.FAILURE)

"""The number by which a decision is called: given when it is first told of, and kept as long as sayso runs."""

from sayso_client.vocabulary import Ref


class Numbers:
    """Numbers from 1. One that was given never comes to mean another decision."""

    def __init__(self) -> None:
        self._refs: list[Ref] = []
        self._numbers: dict[Ref, int] = {}

    def of(self, ref: Ref) -> int:
        """Its number; a new one when it has none yet."""
        if ref not in self._numbers:
            self._refs.append(ref)
            self._numbers[ref] = len(self._refs)
        return self._numbers[ref]

    def __contains__(self, ref: object) -> bool:
        return ref in self._numbers

    def ref(self, number: int) -> Ref | None:
        """The decision of that number; None when it was not given."""
        return self._refs[number - 1] if 0 < number <= len(self._refs) else None

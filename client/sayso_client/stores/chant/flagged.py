"""What a reader is warned of: options that look alike, and text that would act or hide."""

from dataclasses import replace

from sayso_client.decision import Decision, Flag
from sayso_client.handoff.paint import hides, in_decision
from sayso_client.lookalike import look_alikes

_BREAKS = frozenset("\x85\u2028\u2029")


def flagged(decision: Decision) -> Decision:
    """The decision with its flags."""
    flags = set()
    if look_alikes(each.label for each in decision.options):
        flags.add(Flag.LOOK_ALIKE)
    if hides(_painted(decision)) or _breaks(decision):
        flags.add(Flag.UNSAFE_TEXT)
    return replace(decision, flags=frozenset(flags)) if flags else decision


def _breaks(decision: Decision) -> bool:
    """Whether an input has a line break that is drawn as a space, so that it reads like another value."""
    return any(_BREAKS.intersection(f"{each.name}{each.value}") for each in decision.inputs)


def _painted(decision: Decision) -> list[str | None]:
    texts = [decision.title, *in_decision(decision)]
    for option in decision.options:
        texts += (option.label, option.description)
    for given in decision.inputs:
        texts += (given.name, given.value, given.description)
    texts += (fact.value for section in decision.facts for fact in section.facts)
    texts += (each.who for each in decision.recipients)
    return texts

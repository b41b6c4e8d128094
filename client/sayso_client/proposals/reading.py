"""From one sayso.proposals/0.1 record to the `Proposal` that is shown. Numbers stand as they were given, or not at all.

Nothing here repairs: no number is made from text, rounded, renormalised, or turned into a yes or a no. What cannot be
used is named in `Proposal.problems` and stands nowhere else.
"""

import math
from collections.abc import Container, Mapping, Sequence

from sayso_client.decision import Kind, Option, Proposal, ProposalSource
from sayso_client.handoff.instants import in_calendar, instant
from sayso_client.proposals.values import shown, words

SUM_IS_OFF = "the probabilities add up to"
"""How the one problem begins that takes no number away."""
KINDS = frozenset(str(each) for each in Kind)
MOST = 255
"""So many probabilities or legend lines are shown of one proposal (the most options that any model is asked about)."""
MOST_PROBLEMS = 20
MOST_FACTS = 32
"""So many lines of usage and metadata."""
LONGEST_FACT = 400
"""Characters of one such line."""


def proposal(record: Mapping[str, object], options: Sequence[Option] | None, *, current: bool = True) -> Proposal:
    """What a valid proposal record (`records.problems` has nothing to say about it) suggests.

    Who made it, which is all that is known (our rule):

    - `origin` principal: *asked here*. Only the principal's own door takes such a record, and sayso writes it when it
      puts the question to a model itself.
    - `origin` agent, naming a `model` or a `backend`: *says it is* that model. Nobody checked.
    - `origin` agent, naming neither: *from the asker itself*, whoever it was.

    Args:
        record: The parsed record.
        options: Those of the terms at the record's `terms_rev`; None when those terms are not held.
        current: Whether that revision is the one in force.
    """
    body = record.get("proposal")
    read = _Reading(body if isinstance(body, Mapping) else {}, options)
    answer = read.answer()
    model, backend = read.text("model"), read.text("backend")
    return Proposal(
        id=words(record.get("id")) or "",
        source=_source(record, model, backend),
        kind=read.kind,
        at=in_calendar(instant(record.get("at"))),
        terms_rev=_whole(record.get("terms_rev")),
        option=answer[0],
        text=answer[1],
        legend=read.legend,
        probabilities=read.probabilities(),
        probability=read.share("probability"),
        score=read.score(),
        confidence=read.share("confidence"),
        threshold=read.share("threshold"),
        model=model,
        backend=backend,
        by=_by(record),
        reason=read.text("reason"),
        metadata=read.facts(),
        problems=_few(read.problems),
        current=current,
    )


def question(body: Mapping[str, object]) -> Kind:
    """The form of the question that a proposal answers; open when it says none."""
    value = body.get("question")
    return Kind(value) if isinstance(value, str) and value in KINDS else Kind.OPEN


def _few(problems: list[str]) -> tuple[str, ...]:
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    return (*problems[:MOST_PROBLEMS], f"and {len(problems) - MOST_PROBLEMS} problems more")


def _source(record: Mapping[str, object], model: str | None, backend: str | None) -> ProposalSource:
    if record.get("origin") == "principal":
        return ProposalSource.ASKED_HERE
    return ProposalSource.CLAIMED if model or backend else ProposalSource.ASKER


def _by(record: Mapping[str, object]) -> str | None:
    ours = record.get("sayso")
    return words(ours.get("by")) if isinstance(ours, Mapping) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class _Reading:
    """One proposal body while it is read; gathers what is wrong with it."""

    def __init__(self, body: Mapping[str, object], options: Sequence[Option] | None) -> None:
        self._body = body
        self._options = None if options is None else frozenset(each.id for each in options)
        self.problems: list[str] = []
        self.kind = question(body)
        self.legend = self._legend()

    def text(self, name: str) -> str | None:
        value = self._body.get(name)
        if value is not None and not isinstance(value, str):
            self.problems.append(f"{name} {shown(value)} is not text")
        return words(value)

    def share(self, name: str) -> float | None:
        return self._share(name, self._body.get(name))

    def _share(self, name: str, value: object) -> float | None:
        """A number from 0 to 1, or None with the reason noted."""
        if value is None:
            return None
        number = self._number(name, value)
        if number is not None and not 0 <= number <= 1:
            self.problems.append(f"{name} {shown(value)} is not between 0 and 1")
            return None
        return number

    def _number(self, name: str, value: object) -> float | None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.problems.append(f"{name} {shown(value)} is not a number")
            return None
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
        self.problems.append(f"{name} {shown(value)} is not a finite number")
        return None

    def _legend(self) -> tuple[tuple[str, str], ...]:
        legend = self._body.get("legend")
        if legend is None:
            if self.kind is Kind.SCORE:
                self.problems.append("it has no legend: what the levels mean is not said")
            return ()
        if not isinstance(legend, Mapping):
            self.problems.append("the legend is not an object of level index and text")
            return ()
        if len(legend) > MOST:
            self.problems.append(f"the legend has {len(legend)} levels; the first {MOST} are shown")
        return tuple(
            (level, words if isinstance(words, str) else shown(words, LONGEST_FACT))
            for level, words in list(legend.items())[:MOST]
        )

    def score(self) -> float | None:
        """The weighted level index; may be fractional, and lies among the levels of the legend when there is one."""
        value = self._body.get("score")
        number = None if value is None else self._number("score", value)
        if number is None:
            return None
        levels = [int(level) for level, _ in self.legend if _index(level)]
        lowest, highest = (min(levels), max(levels)) if levels else (0, math.inf)
        if lowest <= number <= highest:
            return number
        where = "below 0" if not levels else f"outside the legend ({lowest} to {highest})"
        self.problems.append(f"score {shown(value)} is {where}")
        return None

    def probabilities(self) -> tuple[tuple[str, float], ...]:
        given = self._body.get("probabilities")
        if given is None:
            return ()
        if not isinstance(given, Mapping):
            self.problems.append("the probabilities are not an object of option id and number")
            return ()
        if len(given) > MOST:
            self.problems.append(f"{len(given)} probabilities were given; the first {MOST} are shown")
        known, shares, sound = self._outcomes(), [], len(given) <= MOST
        total = 0.0
        for name, value in list(given.items())[:MOST]:
            number = self._number(f"the probability of {shown(name)}", value)
            share = None if number is None else self._share(f"the probability of {shown(name)}", value)
            if share is None:
                sound = False
                continue
            total += share
            if known is not None and name not in known:
                self.problems.append(f"{shown(name)} (probability {shown(value)}) is none of {self._choices()}")
            else:
                shares.append((name, share))
        if sound and given:
            self._check_sum(total, len(given))
        return tuple(shares)

    def _check_sum(self, total: float, count: int) -> None:
        """Rounding is allowed for; beyond it a note is made and the numbers stay (spec of decide, section 1)."""
        if abs(total - 1) > max(0.05, count * 0.005) + 1e-9:
            self.problems.append(f"{SUM_IS_OFF} {total:.3g}; they are shown as given")

    def _outcomes(self) -> Container[str] | None:
        """What a probability may belong to, or None when that cannot be told."""
        if self.kind is Kind.SCORE:
            return frozenset(level for level, _ in self.legend) or None
        if self.kind is Kind.BOOLEAN:
            return frozenset({"true", "false"}) | (self._options or frozenset())
        return self._options

    def _choices(self) -> str:
        return "the levels of the legend" if self.kind is Kind.SCORE else "the options"

    def answer(self) -> tuple[str | None, str | None]:
        """The option id and the words, both None when the answer cannot be confirmed as it stands."""
        answer = self._body.get("answer")
        if answer is None:
            return None, None
        if not isinstance(answer, Mapping):
            self.problems.append(f"the answer {shown(answer)} is not an object with text or option")
            return None, None
        option, text = answer.get("option"), words(answer.get("text"))
        if answer.get("text") is not None and text is None:
            self.problems.append(f"the answer's text {shown(answer.get('text'))} is not words")
        if option is None:
            return None, text
        if not isinstance(option, str) or (self._options is not None and option not in self._options):
            said = f" ({shown(text)})" if text else ""
            self.problems.append(f"the answer names {shown(option)}{said}, which is none of the options")
            return None, None
        if self._options is None:
            self.problems.append(f"the answer names {shown(option)}, and the terms it was made for are not held")
            return None, None
        return option, text

    def facts(self) -> tuple[tuple[str, str], ...]:
        lines: list[tuple[str, object]] = []
        for name in ("usage", "metadata"):
            value = self._body.get(name)
            if isinstance(value, Mapping):
                lines.extend((f"{name}.{key}", each) for key, each in list(value.items())[:MOST_FACTS])
            elif value is not None:
                lines.append((name, value))
        return tuple(
            (name[:LONGEST_FACT], value[:LONGEST_FACT] if isinstance(value, str) else shown(value, LONGEST_FACT))
            for name, value in lines[:MOST_FACTS]
        )


def _index(level: str) -> bool:
    return level.isascii() and level.isdigit() and len(level) <= 4

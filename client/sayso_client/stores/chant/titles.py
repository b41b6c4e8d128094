"""How a question is called in a list: what it is about comes first, where many share the words of one point."""

from sayso_client.stores.chant import seam
from sayso_client.stores.chant.seam import ANSWERED, ESCALATED, PROPOSED, Asked, word

OPEN_FOR_PEOPLE = ": open for people"
LONGEST = 40
"""Characters of what comes first; anything longer would push the question itself out of a line."""
_SAID = {"true": "yes", "false": "no"}
"""How chant's titles name a noul's answers."""


def bare(asked: Asked, *, boolean: bool) -> str:
    """The record's title without what became of it: that is told by the state."""
    title = seam.text(asked.question, "title") or seam.text(asked.point, "title") or ""
    said = _SAID.get(asked.answer or "", asked.answer or "") if boolean else asked.answer or ""
    endings = {ESCALATED: OPEN_FOR_PEOPLE, PROPOSED: f": {said}, proposed", ANSWERED: f": {said}"}
    return title.removesuffix(endings.get(asked.state, OPEN_FOR_PEOPLE))


def listed(asked: Asked, title: str) -> str:
    """The title as it is shown: "W-003: Which tier builds it", so that what differs outlives cutting.

    A question that came with its own words begins with these.

    Args:
        asked: The question.
        title: See `bare`.
    """
    own = seam.text(seam.mapping(asked.question, "asked"), "question")
    if own or not title:
        return title
    subject = seam.text(asked.question, "subject")
    if subject:
        behind = f" ({subject})"
        return f"{subject}: {title.removesuffix(behind)}" if _fits(subject) and title.endswith(behind) else title
    told = _told_apart(asked) if title == seam.text(asked.point, "title") else ""
    return f"{told}: {title}" if told else title


def _told_apart(asked: Asked) -> str:
    """The first input that says something in few letters: a text as it is, a number or yes-or-no with its name."""
    for name, value in seam.mapping(asked.question, "inputs").items():
        said = value if isinstance(value, str) else ""
        if isinstance(value, bool | int | float):
            said = f"{name.rpartition('.')[2]} {word(value) or seam.told(value)}"
        if _fits(said):
            return said
    return ""


def _fits(said: str) -> bool:
    return len(said.strip()) > 0 and len(said) <= LONGEST and "\n" not in said

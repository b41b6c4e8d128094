"""Each of chant's refusals as a sentence: what happened and what to do, and what is to become of the verdict.

The codes are those of chant's `points-write` and `points` documents. What chant itself said stands behind the sentence.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sayso_client.text import one_line

_SAID = 400


class Then(StrEnum):
    """What is to become of a verdict that was not written."""

    REFUSED = "refused"
    """It waits for the person."""
    OVERTAKEN = "overtaken"
    """Somebody else was there first: what is read back says who. Where nothing moved, as REFUSED."""
    LATER = "later"
    """It is tried again by itself."""
    STOP = "stop"
    """Nothing is sent to this workspace until somebody changed what is in the way."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a code means."""

    then: Then
    happened: str
    """A sentence."""
    do: str
    """A sentence; what the person can do. Nothing where it is tried again by itself."""


def _refused(happened: str, do: str) -> Refusal:
    return Refusal(Then.REFUSED, happened, do)


def _mend(what: str) -> Refusal:
    return _refused(f"{what}, so chant writes nothing there.", "Mend it, then send this again.")


_NOT_SENT = "This is not a thing that sayso asks of chant."
_REPORT = "Send it again; if it stays, the chant of this workspace and sayso do not fit together."
_OTHER_RECORD = "Another record of this workspace stands in the way."
_LOOK = "Look at it: “chant workspace records check”. Then send this again."

CODES: Mapping[str, Refusal] = {
    # Of people.
    "quorum-not-met": _refused(
        "Not enough of the people who were named count for this question.",
        "Somebody who counts has to say it, or more people have to say the same: sayso show tells how many it wants, "
        "and of whom. Then it is sent with all the names.",
    ),
    "principal-unidentified": _refused(
        "This workspace takes only names that a forge or its list of signers vouches for.",
        'Give yourself such a name in the store\'s section of the configuration, for example: as = "github:alice". '
        "Then answer again.",
    ),
    "answer-in-steward-turn": Refusal(
        Then.STOP,
        "The command starts chant as a steward (with CHANT_STEWARD), and a steward never answers.",
        "Take that out of the command.",
    ),
    # Of the question.
    "answer-not-candidate": _refused(
        "That is not one of the answers that this question takes.", "Choose one of its options."
    ),
    "record-closed": Refusal(
        Then.OVERTAKEN, "It is answered already.", "Take that answer back first, then answer it anew."
    ),
    "answer-not-answered": Refusal(
        Then.OVERTAKEN, "There is no answer to take back.", "Nothing has to be done, or answer it."
    ),
    "record-not-found": Refusal(
        Then.OVERTAKEN,
        "chant does not find this question.",
        "It may be on another branch of the working tree; send this again once it is back, or drop it.",
    ),
    "record-id-taken": Refusal(Then.LATER, "Somebody wrote to the branch of steward questions at the same moment.", ""),
    "point-unknown": _refused(
        "The workspace does not declare the point of this question any more.",
        "Declare it again and send this once more, or drop it.",
    ),
    "answer-field-unsupported": _refused(
        "The workspace's copy of the schema of answers is too old to hold this.",
        "Bring the copy up to date (with point-answer.schema.json from chant), then send this again; or drop it.",
    ),
    # Of the lock.
    "write-lock-timeout": Refusal(
        Then.LATER, "Another write holds the workspace's lock for longer than chant waits.", ""
    ),
    "write-lock-not-held": Refusal(Then.LATER, "The lock that chant wrote under was taken by another write.", ""),
    # Of the workspace.
    "declaration-missing": _mend("chant finds no chant.workspace.json"),
    "declaration-ambiguous": _mend("There are a chant.workspace.json and a chant.workspace.jsonc"),
    "declaration-unparseable": _mend("The workspace's declaration cannot be read"),
    "declaration-invalid": _mend("The workspace's declaration is not valid"),
    "placement-invalid": _mend("The workspace's declaration is not where it may be"),
    "points-undeclared": _mend("The workspace declares no kind of records that holds answers"),
    "points-invalid": _mend("The workspace's points file is not valid"),
    "kind-unreadable": _mend("The file of the kind of records cannot be read"),
    "kind-invalid": _mend("The file of the kind of records is not valid"),
    "schema-unreadable": _mend("The workspace's copy of the schema of answers cannot be read"),
    "schema-id-mismatch": _mend("The workspace's copy of the schema is one of another kind of records"),
    "schema-invalid": _mend("The workspace's copy of the schema of answers is not valid"),
    "location-missing": _mend("The folder of the answers is not there"),
    "record-unparseable": _mend("The record of this question cannot be read"),
    "record-path-unmatched": _mend("The name of the record's file is not one that its kind allows"),
    "record-schema-invalid": _refused(
        "With this answer the record would not fit the workspace's copy of the schema.",
        "Bring the copy up to date, then send this again.",
    ),
    "record-id-duplicate": _mend("Two records have the same id"),
    "record-supersedes-unknown": _refused(f"{_OTHER_RECORD} It replaces one that is not there.", _LOOK),
    "record-supersedes-conflict": _refused(f"{_OTHER_RECORD} Two of them replace the same one.", _LOOK),
    "record-remediates-unknown": _refused(f"{_OTHER_RECORD} It mends one that is not there.", _LOOK),
    "record-remediates-not-closed": _refused(f"{_OTHER_RECORD} It mends one that is still open.", _LOOK),
    "record-seal-mismatch": _refused(f"{_OTHER_RECORD} It was changed after it was sealed.", _LOOK),
    "session-seal-mismatch": _refused(f"{_OTHER_RECORD} A session was changed after it was sealed.", _LOOK),
    "session-verdict-unknown-record": _refused(f"{_OTHER_RECORD} A session judges one that is not there.", _LOOK),
    # Of the program.
    "root-chant-required": Refusal(
        Then.STOP, "The workspace asks for a chant of its own, and that is not installed.", "Install it there."
    ),
    "reader-too-old": Refusal(Then.STOP, "The workspace asks for a newer chant.", "Update chant."),
    "not-a-git-repository": _mend("chant finds no git repository"),
    "revision-unknown": _refused(f"chant does not know a revision. {_NOT_SENT}", _REPORT),
    # Only of asking, or of a command line that sayso does not write.
    "write-usage-invalid": _refused("chant does not understand its command line.", _REPORT),
    "write-input-invalid": _refused(f"chant cannot read an input. {_NOT_SENT}", _REPORT),
    "point-inputs-invalid": _refused(f"The inputs do not fit the point. {_NOT_SENT}", _REPORT),
    "point-candidates-invalid": _refused(f"The options do not fit the point. {_NOT_SENT}", _REPORT),
    "point-decider-failed": _refused(f"A model did not answer, and its point fails then. {_NOT_SENT}", _REPORT),
}
"""Code → what it means."""


def refusal(code: str) -> Refusal:
    """What a code means; one that is not known is told as chant tells it."""
    return CODES.get(code) or _refused(
        f"chant refuses it with a code that sayso does not know, {one_line(code, 60)}.", "Read what it says."
    )


def sentence(code: str, message: str) -> str:
    """For the person: what happened, that nothing was written, what to do, and chant's own words.

    Args:
        code: Of chant.
        message: Foreign text.
    """
    known, own = refusal(code), one_line(message, _SAID)
    waits = known.then in (Then.REFUSED, Then.OVERTAKEN)
    told = (known.happened, "Nothing was written." if waits else "", known.do, f"chant says: “{own}”." if own else "")
    return " ".join(each for each in told if each)

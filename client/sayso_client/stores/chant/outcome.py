"""What became of a verdict, as a receipt or an error with a sentence: what happened, and what to do.

That it is kept, and what happens to it next, is said by whoever shows the outbox, and once.
"""

from typing import TYPE_CHECKING

from sayso_client.errors import Denied, OutcomeUnknown, Unreachable
from sayso_client.stores.chant import output, sentences
from sayso_client.stores.chant.running import Ran
from sayso_client.stores.chant.sentences import Then
from sayso_client.stores.chant.standing import Standing, Stands
from sayso_client.text import one_line
from sayso_client.verdict import Receipt, ReceiptKind

if TYPE_CHECKING:
    from sayso_client.stores.contract import Parcel

BUSY_S = 5.0
"""After a lock was held for longer than chant waits."""
_UNTOUCHED = "The record is as it was."


def refused(parcel: "Parcel", why: str, do: str = "") -> Receipt:
    """It waits for the person.

    Args:
        parcel: What was said.
        why: A sentence.
        do: What the person can do; a sentence.
    """
    sentence = " ".join(filter(None, (why, "Nothing was written.", do)))
    return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, sentence)


def put_back(parcel: "Parcel") -> Receipt:
    """After chant wrote to the record, somebody took that out of it again."""
    sentence = (
        "After you said this, chant wrote to the record, and then somebody put its earlier version back: it holds "
        "nothing of this now. What you said is kept here. Send it again if it still holds, or drop it."
    )
    return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, sentence)


def before(parcel: "Parcel", found: Standing) -> Receipt:
    """It was not sent now: it is in the record, or was overtaken."""
    store = one_line(parcel.ref.store, 40)
    match found.how:
        case Stands.RECORDED:
            return Receipt(ReceiptKind.RECORDED, parcel.ref, parcel.id, f"Written to {store}: {found.words}.")
        case Stands.GONE:
            return refused(
                parcel,
                "The workspace does not hold this question now; it may be on another branch of the working tree.",
                "Send this again once it is back, or drop it.",
            )
        case Stands.BROKEN:
            return refused(parcel, f"chant takes no answer to it: {found.words}.", f"{found.mend}, then send it again.")
    sentence = f"It changed after you saw it: {found.words}. Nothing was written."
    return Receipt(ReceiptKind.CONFLICT, parcel.ref, parcel.id, sentence)


def after(parcel: "Parcel", found: Standing) -> Receipt:
    """It was sent, if only perhaps, and the record is another one than it was said upon.

    Raises:
        OutcomeUnknown: the record cannot be read.
    """
    if found.how is Stands.BROKEN:
        raise OutcomeUnknown(
            f"chant was told, and may have been interrupted while it wrote: {found.words}. {found.mend}, or take the "
            "former one from git; then it is looked at, and sent again where it has to be."
        )
    return before(parcel, found)


def unwritten(parcel: "Parcel", ran: Ran, seconds: float, look: str) -> Receipt:
    """After chant ran, and the record is as it was.

    Args:
        parcel: What was said.
        ran: What came of it.
        seconds: How long it was given.
        look: A command that shows what the program says, and writes nothing.
    """
    if ran.too_long:
        raise Unreachable(f"chant did not end within {seconds:g} seconds, so it was ended. {_UNTOUCHED}")
    said = None if ran.too_much else output.read(ran.out)
    match said:
        case output.Error(code, message):
            return _by_code(parcel, code, message)
        case output.Done(written):
            if written:
                raise OutcomeUnknown(
                    "chant says that it wrote the answer, and the record here does not hold it: look whether the "
                    "command works on another workspace than this one."
                )
            return refused(parcel, "chant says that there was nothing to write.", "Look at the question anew.")
    if ran.exit < 0 and not ran.too_much:
        raise Unreachable(f"chant was ended by signal {-ran.exit} before it wrote. {_UNTOUCHED}")
    printed = output.shown(ran.out, ran.err)
    told = f" It printed: “{printed}”." if printed else ""
    if ran.exit in (126, 127):
        raise Denied(f"What starts chant does not find its program.{told}")
    how = f"ended with {ran.exit}, " + ("and not with a document of chant's" if printed else "without a word")
    if ran.too_much:
        how = "printed more than any document of chant's has, so it was ended"
    return refused(
        parcel,
        f"The command {how}.",
        f"{told} Look yourself what it says: “{look}”. Then send this again.".lstrip(),
    )


def _by_code(parcel: "Parcel", code: str, message: str) -> Receipt:
    sentence = sentences.sentence(code, message)
    match sentences.refusal(code).then:
        case Then.LATER:
            raise Unreachable(sentence, retry_after=BUSY_S)
        case Then.STOP:
            raise Denied(sentence)
    return Receipt(ReceiptKind.REFUSED, parcel.ref, parcel.id, sentence)

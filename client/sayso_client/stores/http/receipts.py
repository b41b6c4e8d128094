"""What became of a parcel, from the answer to it (docs/http.md, calls and outbox)."""

from datetime import datetime

from sayso_client.errors import OutcomeUnknown
from sayso_client.handoff.json_door import read
from sayso_client.handoff.records import identity
from sayso_client.handoff.vocabulary import is_object
from sayso_client.handoff.writing import raised_id
from sayso_client.stores.contract import Append, Parcel
from sayso_client.stores.http.answers import ABOUT_THE_RECORD, BUSY, Answer, Voice, code_of, told
from sayso_client.verdict import Receipt, ReceiptKind


def receipt(answer: Answer, parcel: Parcel, voice: Voice, now: datetime) -> Receipt:
    """What the store did with it.

    Args:
        answer: To the call that sent it.
        parcel: What was sent.
        voice: How the store is spoken of.
        now: Aware.

    Raises:
        OutcomeUnknown: the answer does not tell.
        StoreError: it was not written, for a reason that is not about this parcel.
    """
    status = answer.status
    if status in (200, 201):
        if answer.document().get("id") != parcel.id:
            raise voice.unknown("its answer does not name what was sent")
        again = ", which held it already" if status == 200 else ""
        return _said(ReceiptKind.RECORDED, parcel, f"Recorded in {voice.store}{again}.")
    if status == 412 and "decision" in (now_is := answer.document()) and now_is["decision"] is None:
        sentence = f"{voice.store} does not hold it, so there is nothing to decide there. Nothing was written;"
        return _said(ReceiptKind.REFUSED, parcel, f"{sentence} what you said is kept.")
    if status == 412:
        sentence = f"It changed in {voice.store} while you decided. Nothing was written; what you said is kept."
        return _said(ReceiptKind.CONFLICT, parcel, sentence)
    if status == 409 and parcel.id == raised_id(parcel.ref.key):
        # A question's id is made of its key, so somebody else has asked under that key.
        sentence = f"{voice.store} holds another question under this key. Nothing was written there."
        return _said(ReceiptKind.CONFLICT, parcel, sentence)
    if status in (409, 413, 422) or (status, code_of(answer)) in ABOUT_THE_RECORD:
        sentence = (
            f"{voice.store} refused it ({status}){told(answer)}. Nothing was written there; what you said is kept."
        )
        return _said(ReceiptKind.REFUSED, parcel, sentence)
    if 200 <= status < 300 or (status >= 500 and status not in BUSY):
        raise _unknown(answer, voice)
    raise voice.trouble(answer, now)


def _unknown(answer: Answer, voice: Voice) -> OutcomeUnknown:
    return voice.unknown(f"{answer.status}{told(answer)}")


def found_in(parcel: Parcel, held: tuple[Append, ...], voice: Voice) -> Receipt | None:
    """What the records of its decision say about a parcel; None when it is not among them."""
    mine = read(parcel.payload)
    for each in held:
        if each.raw != parcel.payload and f'"{parcel.id}"'.encode() not in each.raw:
            continue  # looked at in full only where it may be the one
        theirs = read(each.raw)
        if theirs.digest == mine.digest:
            return _said(ReceiptKind.RECORDED, parcel, f"Recorded in {voice.store}.")
        if is_object(theirs.value) and is_object(mine.value) and identity(theirs.value) == identity(mine.value):
            sentence = f"{voice.store} holds another record under this id. Nothing was written; what you said is kept."
            return _said(ReceiptKind.REFUSED, parcel, sentence)
    return None


def _said(kind: ReceiptKind, parcel: Parcel, sentence: str) -> Receipt:
    return Receipt(kind, parcel.ref, parcel.id, sentence)

"""How far something in the outbox has come, as a receipt."""

from sayso_client.decision import Decision
from sayso_client.ledger.outbox import Outgoing, Stage
from sayso_client.text import one_line
from sayso_client.verdict import Receipt, ReceiptKind

_KINDS = {
    Stage.QUEUED: ReceiptKind.QUEUED,
    Stage.SENDING: ReceiptKind.QUEUED,
    Stage.UNKNOWN: ReceiptKind.UNKNOWN,
    Stage.WRITTEN: ReceiptKind.RECORDED,
    Stage.RECORDED: ReceiptKind.RECORDED,
    Stage.CONFLICT: ReceiptKind.CONFLICT,
    Stage.REFUSED: ReceiptKind.REFUSED,
    Stage.LOST: ReceiptKind.REFUSED,
    Stage.UNSEEN: ReceiptKind.RECORDED,
}


def receipt(each: Outgoing, now: Decision | None) -> Receipt:
    """How far something in the outbox has come, as a receipt."""
    store, words = one_line(each.ref.store, 40), each.parcel.words
    match each.stage:
        case Stage.WRITTEN | Stage.RECORDED | Stage.UNSEEN:
            sentence = f"{words} · written to {store}"
        case Stage.QUEUED | Stage.SENDING:
            sentence = f"{words} · on its way to {store}"
        case Stage.UNKNOWN:
            sentence = f"{words} · sent to {store}, but its answer was lost; it is asked again."
        case _:
            sentence = each.why or f"{words} · not recorded in {store}; it waits in the outbox."
    return Receipt(_KINDS[each.stage], each.ref, each.parcel.id, sentence, now)

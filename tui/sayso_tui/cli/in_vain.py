"""Why a store was not reached, as a call tells it that ends at once and tries nothing again."""

from sayso_client.text import one_line


def in_vain(sentence: str) -> str:
    """The sentence on one line, without the promise of whoever keeps in touch with the store."""
    # Imported here: most calls reach every store.
    from sayso_client.stores.http.answers import AGAIN
    from sayso_client.sync.rest import AFTER

    told = one_line(sentence, 600).partition(AFTER)[0]
    return told.replace(AGAIN, "").replace("; it is tried again.", ".").strip()

"""The yardstick for an idle inbox: the same app, looking at the ledger every 50 ms because nobody tells it."""

from collections.abc import AsyncIterator

from sayso_client.ledger.ledger import Ledger
from sayso_tui.__main__ import main

told = Ledger.commits


def looking(ledger: Ledger, *, inotify: bool = True) -> AsyncIterator[None]:
    """Where the system says nothing."""
    return told(ledger, inotify=False)


if __name__ == "__main__":
    Ledger.commits = looking  # type: ignore[assignment, method-assign]  # what this yardstick is about
    main()

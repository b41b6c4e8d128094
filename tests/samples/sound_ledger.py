"""What a ledger in trouble must still do, and what it must refuse."""

import pytest

from handoff_records import line, note, raised
from opened import Room, home, say
from sayso_client.decision import Act
from sayso_client.draft import blank
from sayso_client.errors import LedgerError
from sayso_client.inbox import Inbox
from sayso_client.rows import Query, View


async def fill(room: Room, count: int = 1) -> None:
    """So many questions, k0 and on, in a ledger that is closed again."""
    with room.inbox() as inbox:
        await home(inbox).take_in([line(raised(f"k{number}")) for number in range(count)], "import")


async def still_reads(inbox: Inbox, count: int = 1) -> None:
    """Rows, one decision, records, search: everything that only reads."""
    assert inbox.counts().total == count
    assert len(inbox.after(Query(), None, 1_000)) == count
    assert inbox.find("k0").text == "Which database?"
    assert len(home(inbox).records("k0")) == 1
    assert inbox.count(Query(View.ALL, "database")) == count
    assert inbox.draft(inbox.find("k0").ref, Act.ANSWER) is None


async def cannot_write(inbox: Inbox, kind: type[LedgerError]) -> str:
    """The sentence with which a verdict, a draft and an import are refused; nothing of them is there afterwards."""
    draft = blank(inbox.find("k0"), Act.ANSWER, "pg")
    with pytest.raises(kind, match="Nothing was written") as error:
        await say(inbox, draft)
    with pytest.raises(kind):
        await inbox.keep(draft)
    with pytest.raises(kind):
        await home(inbox).take_in([line(note("k0"))], "import")
    assert inbox.find("k0").waiting
    assert len(home(inbox).records("k0")) == 1
    assert str(error.value).endswith(".")
    return str(error.value)

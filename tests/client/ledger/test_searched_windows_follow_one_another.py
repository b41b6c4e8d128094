"""Rare words come from the index, common ones from the walk along the list, near by or all along it."""

import asyncio
from collections.abc import Iterator

import pytest

from handoff_records import line, raised, settled
from opened import Room, home
from sayso_client.inbox import Inbox
from sayso_client.ledger import query, search
from sayso_client.rows import Query, View

COUNT = sum(query.NEAR) + search.FEW + 300
"""More than is looked through near by and more than the index is asked for."""

TEXTS = (
    ("always", "always"),
    ("early", "early"),
    ("late", "late"),
    ("half", "half"),
    ("tenth", "tenth"),
    ("once", "once"),
    ("0777", "0777"),
    ("always 077", "077"),
    ("half tenth", "both"),
    ("tenth late", "tenth late"),
    ("nowhere", "none"),
    ("al", "always"),
)


def said(number: int) -> str:
    words = ["always", f"{number:04}"]
    words += ["early"] if number < 300 else []
    words += ["late"] if number >= COUNT - 300 else []
    words += ["half"] if number % 2 else []
    words += ["tenth"] if number % 10 == 0 else []
    words += ["half tenth"] if number % 50 == 0 else []
    words += ["once"] if number == 40 else []
    return " ".join(words)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inbox]:
    records = [line(raised(f"k{number:04}", said(number), minutes=number)) for number in range(COUNT)]
    records += [line(settled(f"k{number:04}")) for number in range(0, COUNT, 3)]
    with Room(tmp_path_factory.mktemp("full")).inbox() as inbox:
        asyncio.run(home(inbox).take_in(records, "import"))
        yield inbox


@pytest.mark.parametrize("view", [View.ALL, View.WAITING, View.SETTLED])
@pytest.mark.parametrize("text", [text for text, _ in TEXTS], ids=[name for _, name in TEXTS])
def test_pages_of_hits_make_the_whole_list_in_both_directions(full: Inbox, text: str, view: View) -> None:
    everything = [row for row in pages(full, Query(view)) if all(word in said(int(row[1:])) for word in text.split())]

    assert list(pages(full, Query(view, text))) == everything
    assert list(pages_back(full, Query(view, text))) == everything[::-1]


def test_each_way_to_a_word_is_gone_by_one_of_these(full: Inbox) -> None:
    db = full._ledger._reader
    rare, common = (search.by_one_word(db, text) for text in ("once", "always"))
    assert rare is not None
    assert common is None
    assert search.by_all_words(db, "half tenth").few
    assert not search.by_all_words(db, "always half").few


def pages(inbox: Inbox, asked: Query) -> Iterator[str]:
    rank = None
    while rows := inbox.after(asked, rank, 120):
        yield from (row.ref.key for row in rows)
        rank = rows[-1].rank_in(asked.view)


def pages_back(inbox: Inbox, asked: Query) -> Iterator[str]:
    rank = None
    while rows := inbox.before(asked, rank, 120):
        yield from (row.ref.key for row in reversed(rows))
        rank = rows[0].rank_in(asked.view)

import json
from collections.abc import Iterable

import pytest

from handoff_records import line, raised, settled
from opened import home
from sayso_client.inbox import Inbox
from sayso_client.ledger import search
from sayso_client.rows import Query, View

TEXTS = {
    "ship": "Ship it on Monday?",
    "db": "Which database?\nPostgreSQL 17 or SQLite",
    "percent": "Raise prices by 100% or by 5_0?",
    "slash": "Move C:\\temp\\new away?",
    "bracket": "Close [JIRA-7] and (two) more?",
    "quote": "Say \"hello\" or 'bye'?",
    "operators": "cats AND dogs OR mice NOT rats NEAR(a b) col:val ^start pre* x-y +z {a b}",
    "cjk": "データベースを変更しますか",
    "chinese": "是否升级数据库",
    "arabic": "هل نوافق على الطلب",
    "emoji": "Ship 👩‍🚀🚀 now?",
    "accents": "Über die Straße gehen, CAFÉ ΣΊΣΥΦΟΣ İstanbul?",
    "nul": "with\0nul and \ud800 half",
    "long": "needle " + "x" * 500 + " haystack",
}


def bare(key: str, text: str) -> dict[str, object]:
    """A question of which nothing but key and text can be found."""
    return {**raised(key), "terms": {"text": text}, "sayso": {}}


async def fill(inbox: Inbox) -> None:
    records = [json.dumps(bare(key, text)).encode() for key, text in TEXTS.items()]
    assert (await home(inbox).take_in(records, "import")).refused == ()


def found(inbox: Inbox, text: str, view: View = View.ALL) -> set[str]:
    query = Query(view, text)
    rows = inbox.after(query, None, 1_000)
    assert inbox.count(query) == len(rows)
    assert inbox.matching(query, tuple(row.ref for row in rows)) == {row.ref for row in rows}
    return {row.ref.key for row in rows}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("ship", {"ship", "emoji"}),
        ("SHIP it", {"ship"}),
        ("monday ship", {"ship"}),
        ("  ship \t it\n", {"ship"}),
        ("atabas", {"db"}),
        ("17", {"db"}),
        ("7", {"db", "bracket"}),
        ("1", {"db", "percent"}),
        ("100%", {"percent"}),
        ("%", {"percent"}),
        ("0%", {"percent"}),
        ("5_0", {"percent"}),
        ("_", {"percent"}),
        ("_0", {"percent"}),
        ("\\", {"slash"}),
        ("\\t", {"slash"}),
        ("c:\\temp", {"slash"}),
        ("[", {"bracket"}),
        ("[jira", {"bracket"}),
        ("(two)", {"bracket"}),
        ('"', {"quote"}),
        ('"hello"', {"quote"}),
        ("'bye'", {"quote"}),
        ("AND", {"operators", "bracket", "nul"}),
        ("and dogs", {"operators"}),
        ("NEAR(a", {"operators"}),
        ("near*", set()),
        ("pre*", {"operators"}),
        ("col:val", {"operators"}),
        ("words:ship", set()),
        ("^start", {"operators"}),
        ("x-y", {"operators"}),
        ("-ship", set()),
        ("NOT", {"operators"}),
        ("cats OR mice", {"operators"}),
        ("ship OR goat", set()),
        ("{a", {"operators"}),
        ("ベー", {"cjk"}),
        ("タベース", {"cjk"}),
        ("更", {"cjk"}),
        ("数据", {"chinese"}),
        ("数据库", {"chinese"}),
        ("نوافق", {"arabic"}),
        ("🚀", {"emoji"}),
        ("👩‍🚀🚀", {"emoji"}),
        ("üb", {"accents"}),
        ("Üb", {"accents"}),
        ("über", {"accents"}),
        ("ÜBER", {"accents"}),
        ("café", {"accents"}),
        ("fé", {"accents"}),
        ("cafe\u0301", {"accents"}),
        ("e\u0301", {"accents"}),
        ("σίσυφος", {"accents"}),
        ("strasse", {"accents"}),
        ("ss", {"accents"}),
        ("half", {"nul"}),
        ("x" * 500, {"long"}),
        ("needle haystack", {"long"}),
        ("nothing of this", set()),
    ],
)
async def test_every_word_occurs_somewhere_taken_literally(inbox: Inbox, text: str, keys: set[str]) -> None:
    await fill(inbox)
    assert found(inbox, text) == keys


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\0", "\ud800", "\0 \udfff"])
async def test_a_filter_without_a_word_lists_everything(inbox: Inbox, text: str) -> None:
    await fill(inbox)
    assert found(inbox, text) == set(TEXTS)
    assert found(inbox, text, View.CONTESTED) == set()


@pytest.mark.parametrize("text", ["mon\0day", "mon\ud800day"])
async def test_what_no_text_can_hold_is_passed_over_in_a_filter(inbox: Inbox, text: str) -> None:
    await fill(inbox)
    assert found(inbox, text) == {"ship"}


async def test_text_with_what_sqlite_cannot_hold_is_found_by_the_rest_of_it(inbox: Inbox) -> None:
    await fill(inbox)
    assert found(inbox, "with") == {"nul"}
    assert found(inbox, "nul and") == {"nul"}


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "ab " * 33_000, "abc " * 25_000, '"' * 100_000, "% " * 50_000, "数据库" * 33_000, "\\" * 100_000],
    ids=["one word", "short words", "words", "quotes", "percents", "CJK", "backslashes"],
)
async def test_a_filter_of_100_kb_is_answered_like_any_other(inbox: Inbox, text: str) -> None:
    await fill(inbox)
    assert found(inbox, text) <= set(TEXTS)


async def test_a_filter_of_many_different_words_is_answered(inbox: Inbox) -> None:
    await fill(inbox)
    assert found(inbox, " ".join(chr(0x4E00 + number) for number in range(250))) == set()
    assert found(inbox, " ".join(f"{number:03}" for number in range(125))) == set()


async def test_everything_that_a_reader_knows_a_decision_by_is_looked_through(inbox: Inbox) -> None:
    record = raised("acme/db-choice", "Which one?", by="cc-17", options=[{"id": "pg", "label": "Elephant"}])
    record["sayso"] = {"by": "cc-17", "subject": "storage layer", "project": "acme"}
    await home(inbox).take_in([line(record)], "import")
    for text in ("which", "db-choice", "cc-17", "elephant", "pg", "storage", "acme/", "eleph which cc-17"):
        assert found(inbox, text) == {"acme/db-choice"}


async def test_the_filter_follows_a_change_of_the_text(inbox: Inbox) -> None:
    first = raised("a", "Which database?")
    second = {**first, "type": "amended", "id": "a2", "terms_rev": 2, "supersedes": ["r:a"]}
    await home(inbox).take_in([line(first)], "import")
    await home(inbox).take_in([line({**second, "terms": {"text": "Which cache?"}})], "import")

    assert found(inbox, "database") == found(inbox, "elephant") == set()
    assert found(inbox, "cache") == {"a"}


def many(count: int) -> Iterable[bytes]:
    """Each holds "common" and "Größe", every seventh "seventh", one in a thousand "rare"."""
    for number in range(count):
        words = ["common GRÖßE ü"]
        words += ["seventh"] if number % 7 == 0 else []
        words += ["rare"] if number % 1_000 == 0 else []
        yield line(raised(f"k{number:05}", " ".join(words), minutes=number))


async def test_beyond_what_the_index_gives_the_walk_along_the_list_finds_the_same(inbox: Inbox) -> None:
    count = search.FEW + 200
    await home(inbox).take_in(many(count), "import")
    everything = [row.ref.key for row in inbox.after(Query(View.ALL), None, count)]
    assert len(everything) == count

    for text in ("common", "omm", "COMMON", "größe", "GRÖSSE", "ü", "Ü", "common größe"):
        query = Query(View.ALL, text)
        assert inbox.count(query) == search.FEW
        assert [row.ref.key for row in inbox.after(query, None, count)] == everything
        assert [row.ref.key for row in inbox.before(query, None, count)] == everything
        assert [row.ref.key for row in inbox.at(query, count - 3, 9)] == everything[-3:]
    sevenths = [key for key in everything if int(key[1:]) % 7 == 0]
    for text in ("seventh", "common seventh", "ü seventh", "Seventh s"):
        assert [row.ref.key for row in inbox.after(Query(View.ALL, text), None, count)] == sevenths
        assert inbox.count(Query(View.ALL, text)) == len(sevenths)
    assert len(found(inbox, "common rare")) == -(-count // 1_000)


async def test_it_is_told_which_views_hold_what_one_looks_for(inbox: Inbox) -> None:
    records = [raised("a", "Which database?"), raised("b", "Which database?"), raised("c", "Which cache?")]
    await home(inbox).take_in([line(each) for each in (*records, settled("b"))], "import")
    told = inbox.found_in(Query(View.PROPOSED, "which database"))
    assert told == {
        View.WAITING: 1,
        View.PROPOSED: 0,
        View.OPEN: 1,
        View.CONTESTED: 0,
        View.NOT_FROM_HERE: 0,
        View.OUTBOX: 0,
        View.SETTLED: 1,
        View.ALL: 2,
    }
    assert set(inbox.found_in(Query(text="nowhere")).values()) == {0}


async def test_keys_are_found_by_how_they_begin(inbox: Inbox) -> None:
    keys = ["acme/audit-db", "acme/audit-log", "acme/b", "acme/Audit", "acme", "ac%e", "数据/1"]
    await home(inbox).take_in([line(raised(key)) for key in keys], "import")
    assert [each.key for each in inbox.beginning("acme/audit", 10)] == ["acme/audit-db", "acme/audit-log"]
    assert [each.key for each in inbox.beginning("acme/audit", 1)] == ["acme/audit-db"]
    assert [each.key for each in inbox.beginning("数", 10)] == ["数据/1"]
    assert [each.key for each in inbox.beginning("ac%", 10)] == ["ac%e"]
    assert inbox.beginning("\ud800", 10) == ()
    assert len(inbox.beginning("", 100)) == len(keys)

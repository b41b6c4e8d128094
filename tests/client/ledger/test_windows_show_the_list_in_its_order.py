import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

import toy_rules
from opened import Clock
from sayso_client.decision import Decision, Flag, Ref, State
from sayso_client.inbox import mint_id
from sayso_client.instants import instant
from sayso_client.ledger.ledger import Ledger
from sayso_client.rows import Counts, Query, Rank, Row, View
from toy_rules import entry

STORES = ("home", "team")
DUES = (
    None,
    "2026-12-30",
    "2026-12-31",
    "2027-01-01",
    "2026-12-31T00:00:00+00:00",
    "2026-12-31T23:30:00-02:00",
    "2026-12-31T12:00:00+00:00",
    "2026-12-30T23:00:00.5+00:00",
)
ASKED = (
    None,
    "2026-10-27T09:00:00+00:00",
    "2026-10-27T10:00:00+02:00",
    "2026-10-27T09:00:00.000001+00:00",
    "0999-01-01T00:00:00+00:00",
)
STATES = ("open", "proposed", "stale", "decided", "dismissed", "withdrawn", "unknown", "invalid")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "ledger.db", rules=toy_rules.RULES, clock=Clock(), mint=mint_id)
    yield opened
    opened.close()


def write(ledger: Ledger, store: str, *said: Mapping[str, object]) -> None:
    with ledger.writing() as writing:
        writing.append(store, toy_rules.KIND, [entry(**{"n": 0, **each}) for each in said], "test")


def some(seed: int, count: int) -> list[tuple[str, dict[str, object]]]:
    """(store, record): keys come up again, with other content."""
    chance = random.Random(seed)
    return [
        (
            chance.choice(STORES),
            {
                "n": number,
                "key": f"k{chance.randrange(count // 2)}" + chance.choice(("", "/ü", " x", "\U0001f680")),
                "title": chance.choice(("Ship it?", "Which database?", "Größe 5%")),
                "due": chance.choice(DUES),
                "asked": chance.choice(ASKED),
                "state": chance.choice(STATES),
                "waiting": chance.random() < 0.5,
                "proposed": chance.random() < 0.3,
                "settled": chance.random() < 0.3,
                "settled_at": chance.choice(ASKED),
                "flags": chance.choice(((), (), ("contested",), ("conflict",), ("look-alike",))),
            },
        )
        for number in range(count)
    ]


def place(decision: Decision, store: int, view: View) -> tuple[object, ...]:
    """Due soonest, oldest asked, store, key; those without a time last; a day in front of its own instants.

    In the settled view the newest settlement comes first.
    """
    due = decision.due
    when: tuple[object, ...] = (1,)
    if view is View.SETTLED:
        settled = decision.settlement.at if decision.settlement else None
        when = (0, -instant(settled).timestamp()) if settled else (1,)
    elif isinstance(due, datetime):
        moment = due.astimezone(UTC)
        when = (0, moment.date(), 1, moment)
    elif due is not None:
        when = (0, due, 0)
    asked = decision.asked_at
    return when, (asked is None, asked or datetime.max.replace(tzinfo=UTC)), store, decision.ref.key


def lists(view: View, decision: Decision) -> bool:
    """By the words of the views, not by the columns."""
    is_open = decision.state in (State.OPEN, State.PROPOSED, State.ESCALATED, State.STALE)
    return {
        View.WAITING: decision.waiting,
        View.PROPOSED: decision.waiting and bool(decision.proposals),
        View.OPEN: is_open,
        View.CONTESTED: Flag.CONTESTED in decision.flags
        or (Flag.CONFLICT in decision.flags and (decision.waiting or is_open)),
        View.NOT_FROM_HERE: Flag.NOT_FROM_HERE in decision.flags,
        View.OUTBOX: bool(
            decision.flags & {Flag.UNSENT, Flag.UNKNOWN_OUTCOME, Flag.REFUSED, Flag.OVERTAKEN, Flag.LOST}
        ),
        View.SETTLED: decision.settlement is not None
        or decision.state in (State.DECIDED, State.DISMISSED, State.STALE),
        View.ALL: True,
    }[view]


def every_decision(ledger: Ledger, records: list[tuple[str, dict[str, object]]]) -> list[Decision]:
    found = [ledger.windows.decision(ref) for ref in {Ref(store, str(said["key"])) for store, said in records}]
    return [each for each in found if each]


def expected(decisions: list[Decision], numbers: Mapping[str, int], query: Query) -> list[Ref]:
    """What a query lists, by looking at every decision."""
    listed = [
        each
        for each in decisions
        if lists(query.view, each)
        and query.store in (None, each.ref.store)
        and all(word.casefold() in each.text.casefold() for word in query.text.split())
    ]
    return [each.ref for each in sorted(listed, key=lambda each: place(each, numbers[each.ref.store], query.view))]


def forward(ledger: Ledger, query: Query, size: int) -> list[Row]:
    rows: list[Row] = []
    rank: Rank | None = None
    while page := ledger.windows.after(query, rank, size):
        rows += page
        rank = page[-1].rank_in(query.view)
    return rows


def backward(ledger: Ledger, query: Query, size: int) -> list[Row]:
    rows: list[Row] = []
    rank: Rank | None = None
    while page := ledger.windows.before(query, rank, size):
        rows[:0] = page
        rank = page[0].rank_in(query.view)
    return rows


@pytest.mark.parametrize("seed", range(2))
def test_windows_put_together_are_the_whole_list_whatever_their_size_and_direction(ledger: Ledger, seed: int) -> None:
    records = some(seed, 160)
    for store, said in records:
        write(ledger, store, said)

    decisions = every_decision(ledger, records)
    numbers = {name: index for index, (name, _) in enumerate(ledger.windows.stores())}
    for view in View:
        for text in ("", "size database" if view is View.ALL else "ship", "ß", "größe 5%"):
            for name in (None, *STORES):
                query = Query(view, text, name)
                refs = expected(decisions, numbers, query)
                for size in (1, 7, 1_000):
                    assert [row.ref for row in forward(ledger, query, size)] == refs
                    assert [row.ref for row in backward(ledger, query, size)] == refs
                assert ledger.windows.count(query) == len(refs)
                everything = tuple({Ref(store, str(said["key"])) for store, said in records})
                assert ledger.windows.matching(query, everything) == set(refs)
                for index in (0, 1, len(refs) // 2, len(refs) - 1, len(refs), len(refs) + 5):
                    start = max(index, 0)
                    assert [row.ref for row in ledger.windows.at(query, index, 3)] == refs[start : start + 3]


@pytest.mark.parametrize("seed", range(2))
def test_ranks_compare_as_the_list_is_ordered(ledger: Ledger, seed: int) -> None:
    for store, said in some(seed, 100):
        write(ledger, store, said)
    for view in View:
        ranks = [row.rank_in(view) for row in forward(ledger, Query(view), 1_000)]
        assert ranks == sorted(ranks)
        assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize("seed", range(2))
def test_counters_agree_with_counting_after_every_write(ledger: Ledger, seed: int) -> None:
    for store, said in some(seed, 60):
        write(ledger, store, said)
        counted = {view: len(forward(ledger, Query(view), 1_000)) for view in View}
        assert {view: ledger.windows.count(Query(view)) for view in View} == counted
        assert ledger.windows.counts() == Counts(
            waiting=counted[View.WAITING],
            proposed=counted[View.PROPOSED],
            contested=counted[View.CONTESTED],
            total=counted[View.ALL],
        )
        for name in STORES:
            assert ledger.windows.count(Query(View.ALL, store=name)) == len(
                forward(ledger, Query(View.ALL, store=name), 1_000)
            )


def test_due_soonest_comes_first_and_what_has_no_due_time_last(ledger: Ledger) -> None:
    write(
        ledger,
        "home",
        {"key": "never", "asked": "2020-01-01T00:00:00+00:00"},
        {"key": "night before in utc", "due": "2026-12-31T01:00:00+02:00"},
        {"key": "on the day", "due": "2026-12-31"},
        {"key": "at noon of it", "due": "2026-12-31T12:00:00+00:00"},
        {"key": "the day after", "due": "2027-01-01"},
        {"key": "long overdue", "due": "2020-02-29"},
    )
    assert [row.ref.key for row in ledger.windows.after(Query(), None, 10)] == [
        "long overdue",
        "night before in utc",
        "on the day",
        "at noon of it",
        "the day after",
        "never",
    ]


def test_of_those_due_alike_the_oldest_asked_comes_first_then_store_and_key(ledger: Ledger) -> None:
    early, late = "2026-10-27T10:00:00+02:00", "2026-10-27T09:00:00+00:00"
    write(ledger, "team", {"key": "b", "asked": late}, {"key": "z", "asked": early})
    write(ledger, "home", {"key": "a", "asked": late}, {"key": "c", "asked": late}, {"key": "unknown"})
    assert [(row.ref.store, row.ref.key) for row in ledger.windows.after(Query(), None, 10)] == [
        ("team", "z"),
        ("team", "b"),
        ("home", "a"),
        ("home", "c"),
        ("home", "unknown"),
    ]


def test_the_newest_settlement_comes_first_and_one_of_unknown_time_last(ledger: Ledger) -> None:
    usual = {"state": "decided", "waiting": False, "settled": True}
    write(
        ledger,
        "home",
        {"key": "old", "settled_at": "2026-10-27T09:00:00+00:00", "due": "2026-01-01", **usual},
        {"key": "unknown", **usual},
        {"key": "new", "settled_at": "2026-10-27T12:00:00+02:00", **usual},
        {"key": "ancient", "settled_at": "0001-01-01T00:00:00+14:00", **usual},
        {"key": "future", "settled_at": "9999-12-31T23:59:59-12:00", **usual},
    )
    rows = ledger.windows.after(Query(View.SETTLED), None, 10)
    assert [row.ref.key for row in rows] == ["future", "new", "old", "ancient", "unknown"]
    assert {row.answer for row in rows} == {"yes"}


def test_a_proposal_moves_no_row(ledger: Ledger) -> None:
    write(ledger, "home", {"key": "a"}, {"key": "b"})
    write(ledger, "home", {"key": "b", "proposed": True, "n": 1})
    rows = ledger.windows.after(Query(), None, 10)
    assert [(row.ref.key, row.confidence) for row in rows] == [("a", None), ("b", 0.9)]


def test_a_row_says_what_its_decision_says(ledger: Ledger) -> None:
    said = {"key": "a", "due": "2026-12-31", "asked": ASKED[1], "flags": ["look-alike"], "title": "T" * 500}
    write(ledger, "home", said)
    row = ledger.windows.rows((Ref("home", "a"),))[Ref("home", "a")]
    decision = ledger.windows.decision(Ref("home", "a"))
    assert decision is not None
    assert (row.due, row.asked_at, row.flags, row.state) == (
        decision.due,
        decision.asked_at,
        decision.flags,
        decision.state,
    )
    assert decision.title.startswith(row.title)
    assert 100 <= len(row.title) <= 500


def test_rows_are_given_whether_or_not_a_view_lists_them_and_what_is_gone_is_absent(ledger: Ledger) -> None:
    write(ledger, "home", {"key": "a", "waiting": False, "state": "withdrawn"})
    refs = (Ref("home", "a"), Ref("home", "b"), Ref("nowhere", "a"))
    assert set(ledger.windows.rows(refs)) == {Ref("home", "a")}
    assert ledger.windows.matching(Query(), refs) == frozenset()
    assert ledger.windows.matching(Query(View.ALL), refs) == {Ref("home", "a")}


def test_who_follows_the_changes_page_by_page_misses_none(ledger: Ledger) -> None:
    write(ledger, "home", {"key": "before"})
    seen = ledger.windows.revision()
    write(ledger, "home", *({"key": f"k{number}"} for number in range(730)))
    write(ledger, "team", {"key": "after"})

    found: list[str] = []
    while page := ledger.windows.changed_since(seen, 100):
        found += [row.ref.key for row in page]
        assert [row.revision for row in page] == sorted(row.revision for row in page)
        seen = page[-1].revision

    assert len(found) == len(set(found)) == 731
    assert found[-1] == "after"
    assert seen == ledger.windows.revision()


def test_the_revision_grows_with_every_change_of_a_row_and_with_nothing_else(ledger: Ledger) -> None:
    numbers = [ledger.windows.revision()]
    write(ledger, "home", {"key": "a"})
    numbers.append(ledger.windows.revision())
    write(ledger, "home", {"key": "a", "n": 1})
    numbers.append(ledger.windows.revision())
    assert numbers == sorted(set(numbers))

    write(ledger, "home", {"key": "a", "n": 1})
    with ledger.writing() as writing:
        writing.mark("x", "y")
    assert ledger.windows.revision() == numbers[-1]


def test_a_decision_that_was_touched_comes_last_among_the_changes(ledger: Ledger) -> None:
    write(ledger, "home", {"key": "a"}, {"key": "b"})
    seen = ledger.windows.revision()
    write(ledger, "home", {"key": "c"})
    write(ledger, "home", {"key": "a", "n": 1})
    assert [row.ref.key for row in ledger.windows.changed_since(seen, 10)] == ["c", "a"]
    assert [row.ref.key for row in ledger.windows.changed_since(0, 10)] == ["b", "c", "a"]


def test_times_in_every_zone_are_compared_as_instants(ledger: Ledger) -> None:
    start = datetime(2026, 12, 31, 12, tzinfo=UTC)
    for number, hours in enumerate((-11, 14, 0, 5.5, -3)):
        zone = timezone(timedelta(hours=hours))
        at = (start + timedelta(minutes=number)).astimezone(zone)
        write(ledger, "home", {"key": f"k{number}", "due": at.isoformat()})
    assert [row.ref.key for row in ledger.windows.after(Query(), None, 9)] == [f"k{number}" for number in range(5)]

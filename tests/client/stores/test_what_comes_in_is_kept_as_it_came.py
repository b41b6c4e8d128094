import json
from collections.abc import Sequence

import pytest

from handoff_records import line, note, raised, settled
from opened import Room, home
from sayso_client.decision import Flag, Ref, State
from sayso_client.inbox import Inbox
from sayso_client.rows import Query, View
from sayso_client.stores.local_acts import TakenIn

KEY = "acme/db"


def sound(key: str = KEY) -> bytes:
    return line(raised(key))


async def taken(inbox: Inbox, *raws: bytes) -> TakenIn:
    return await home(inbox).take_in(raws, "import")


def raws_of(inbox: Inbox, key: str = KEY) -> Sequence[bytes]:
    return [each.raw for each in home(inbox).records(key)]


async def test_bytes_come_back_as_they_came_in_the_order_in_which_they_came(room: Room) -> None:
    odd = [
        b'{ "terms_rev":1 ,"ext":"decisions/0.3","type":"raised","origin":"requester","key":"acme/db",\r\n'
        b'"id":"r:acme\\/db","at":"2026-10-27T09:00:00Z","terms":{"text":"Wh\\u0061t? \xc3\xa9"},"x":{"deep":[1.0]}}',
        line(settled(KEY)),
        line(note(KEY)),
    ]
    with room.inbox() as inbox:
        assert (await taken(inbox, *odd)).new == 3
    with room.inbox() as inbox:
        assert raws_of(inbox) == odd
        assert [each.raw for each in home(inbox).every_record()] == odd
        assert inbox.find(KEY).text == "What? é"


async def test_unknown_fields_and_extensions_are_kept_to_be_given_on(inbox: Inbox) -> None:
    extra = line({**raised(KEY), "later": {"a": [1]}, "sayso": {"by": "cc", "later": True}})
    foreign = line({"ext": "other/9", "key": KEY, "id": "z", "anything": None})

    told = await taken(inbox, extra, foreign)

    assert told == TakenIn(new=2)
    assert raws_of(inbox) == [extra, foreign]
    assert inbox.find(KEY).problems == ()


async def test_taking_in_is_idempotent(inbox: Inbox) -> None:
    both = [sound(), line(settled(KEY))]
    await taken(inbox, *both)
    revision = inbox.revision()

    assert await taken(inbox, *both, *both) == TakenIn(known=4)
    assert raws_of(inbox) == both
    assert inbox.revision() == revision


async def test_the_same_json_in_other_words_is_the_same_record_and_the_first_bytes_stay(inbox: Inbox) -> None:
    record = raised(KEY)
    first = line(record)
    spaced = json.dumps(dict(reversed(record.items())), indent=2, ensure_ascii=True).encode()
    marked = b"\xef\xbb\xbf" + first
    assert first != spaced

    told = await taken(inbox, first, spaced, marked)

    assert (told.new, told.known) == (1, 2)
    assert raws_of(inbox) == [first]


async def test_a_number_written_otherwise_is_another_record(inbox: Inbox) -> None:
    told = await taken(inbox, line({**note(KEY), "n": 1}), line({**note(KEY), "n": 1.0}))
    assert told.new == 2


async def test_one_id_with_two_contents_is_kept_twice_and_reported(inbox: Inbox) -> None:
    other = {**settled(KEY, "sqlite", minutes=6)}

    told = await taken(inbox, sound(), line(settled(KEY)), line(other))

    assert told == TakenIn(new=3)
    assert len(raws_of(inbox)) == 3
    decision = inbox.find(KEY)
    assert Flag.CONTESTED in decision.flags
    assert decision.settlement is not None
    assert decision.settlement.option == "pg"
    assert any("share one id" in each for each in decision.problems)
    assert inbox.counts().contested == 1


async def test_an_agent_that_reuses_the_principals_id_displaces_nothing(inbox: Inbox) -> None:
    early = {**note(KEY, record_id="s1", minutes=-5), "type": "claimed", "outcome": "decided"}
    early |= {"answer": {"text": "sqlite", "option": "sqlite"}, "evidence": {"basis": "I say so"}}

    await taken(inbox, line(early), sound(), line(settled(KEY)))

    decision = inbox.find(KEY)
    assert decision.settlement is not None
    assert (decision.settlement.id, decision.settlement.option) == ("s1", "pg")


DEEP = b"[" * 100_000 + b"]" * 100_000
DAMAGED = {
    "an integer of 5,000 digits": b'{"key":"acme/db","id":"x","ext":"decisions/0.3","n":' + b"9" * 5_000 + b"}",
    "nested 100,000 deep": b'{"key":"acme/db","id":"x","ext":"decisions/0.3","deep":' + DEEP + b"}",
    "half-written": line(raised(KEY))[:-40],
    "not UTF-8": line({**note(KEY), "note": "QQQQ"}).replace(b"QQQQ", b"\xff\xfe\x80"),
    "NaN": b'{"key":"acme/db","id":"x","ext":"decisions/0.3","n":NaN}',
    "a number too large": b'{"key":"acme/db","id":"x","ext":"decisions/0.3","n":1e999}',
    "a wrong type": line({**note(KEY), "type": "noted"}),
    "no time": line({**note(KEY), "at": "yesterday"}),
}


@pytest.mark.parametrize("raw", DAMAGED.values(), ids=DAMAGED)
async def test_a_damaged_record_is_kept_and_shown_as_invalid(inbox: Inbox, raw: bytes) -> None:
    told = await taken(inbox, raw)

    assert (told.new, told.invalid, told.refused) == (1, 1, ())
    assert raws_of(inbox) == [raw]
    decision = inbox.find(KEY)
    assert decision.state is State.INVALID
    assert not decision.waiting
    assert len(decision.problems) == 1
    assert [row.state for row in inbox.after(Query(View.ALL), None, 5)] == [State.INVALID]


@pytest.mark.parametrize("raw", DAMAGED.values(), ids=DAMAGED)
async def test_a_damaged_record_hurts_none_of_the_others(inbox: Inbox, raw: bytes) -> None:
    told = await taken(inbox, sound(), raw, line(settled(KEY)), sound("other"))

    assert (told.new, told.invalid) == (4, 1)
    decision = inbox.find(KEY)
    assert decision.state is State.DECIDED
    assert Flag.INVALID_RECORDS in decision.flags
    assert len(decision.problems) == 1
    assert inbox.find("other").waiting


async def test_an_invalid_record_that_is_known_is_not_counted_again(inbox: Inbox) -> None:
    raw = DAMAGED["half-written"]
    await taken(inbox, raw)
    assert await taken(inbox, raw) == TakenIn(known=1)


@pytest.mark.parametrize("options", [[("a", "A"), ("a", "B")], [("", "A"), ("b", "B")]], ids=["equal", "empty"])
async def test_equal_or_empty_option_ids_make_the_question_invalid_with_the_reason(
    inbox: Inbox, options: list[tuple[str, str]]
) -> None:
    bad = raised(KEY, options=[{"id": name, "label": label} for name, label in options])

    await taken(inbox, line(bad))

    decision = inbox.find(KEY)
    assert decision.state is State.INVALID
    assert "option" in decision.problems[0]
    assert decision.text == "Which database?"


async def test_odd_option_ids_work_as_they_are(inbox: Inbox) -> None:
    names = ["a b", "a/b", "ü\u202e", "[x]", *(f"o{number}" for number in range(251))]
    await taken(inbox, line(raised(KEY, options=[{"id": each, "label": each} for each in names])))

    assert [each.id for each in inbox.find(KEY).options] == names


UNKEEPABLE = {
    "NUL in the key": line({**note("a\0b")}),
    "NUL in the id": line({**note(KEY, record_id="n\0")}),
    "half a surrogate in the key": json.dumps(note("a\ud800b")).encode(),
    "half a surrogate in the id": json.dumps(note(KEY, record_id="\udfff")).encode(),
    "no key": b'{"x":1}',
    "an empty key": line(note("  ")),
    "a key that is no text": b'{"ext":"decisions/0.3","key":7}',
    "not an object": b"[1,2]",
    "nothing": b"",
    "no JSON": b"hello",
    "bytes": b"\xff\xfe",
    "deep, and no key": DEEP,
}


@pytest.mark.parametrize("raw", UNKEEPABLE.values(), ids=UNKEEPABLE)
async def test_what_cannot_be_kept_is_refused_by_line_with_a_sentence_and_the_rest_is_kept(
    inbox: Inbox, raw: bytes
) -> None:
    told = await taken(inbox, sound(), raw, line(settled(KEY)))

    assert (told.new, told.known) == (2, 0)
    ((number, why),) = told.refused
    assert number == 2
    assert why
    assert "Traceback" not in why
    assert inbox.find(KEY).state is State.DECIDED
    assert inbox.counts().total == 1


async def test_lines_are_counted_through_all_batches(inbox: Inbox) -> None:
    many = [line(note(KEY, record_id=f"n{number}")) for number in range(2_500)]
    many[2_222] = b"?"

    told = await taken(inbox, *many)

    assert told.new == 2_499
    assert [number for number, _ in told.refused] == [2_223]
    assert inbox.find(KEY).history_total == 2_499


@pytest.mark.parametrize("key", ["a\0b", "a\ud800b", "\udc80", "x" * 100_000, "", " ", "‮"])
async def test_looking_for_a_key_that_nobody_can_hold_finds_nothing(inbox: Inbox, key: str) -> None:
    await taken(inbox, sound("a?b"), sound("?"), sound("ab"))
    ref = Ref("home", key)

    assert inbox.decision(ref) is None
    assert inbox.rows((ref,)) == {}
    assert inbox.matching(Query(View.ALL), (ref,)) == frozenset()
    assert home(inbox).records(key) == ()


async def test_what_came_in_at_the_edges_of_the_calendar_is_listed_like_the_rest(inbox: Inbox) -> None:
    times = [
        "9999-12-31T23:59:59.999999-14:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59Z",
        "0001-01-01T00:00:00Z",
    ]
    await taken(inbox, *(line({**raised(f"k{index}"), "at": at}) for index, at in enumerate(times)))

    assert {row.ref.key for row in inbox.after(Query(), None, 10)} == {"k0", "k1", "k2", "k3"}
    asked = [row.asked_at for row in inbox.after(Query(), None, 10)]
    assert None not in asked
    assert asked == sorted(each for each in asked if each)


async def test_two_stores_in_one_ledger_hold_the_same_record_each_for_itself(room: Room) -> None:
    with room.inbox(stores=("home", "team")) as inbox:
        assert (await home(inbox, "home").take_in([sound()], "import")).new == 1
        assert (await home(inbox, "team").take_in([sound(), line(settled(KEY))], "import")).new == 2

        assert [len(home(inbox, name).records(KEY)) for name in ("home", "team")] == [1, 2]
        assert inbox.find(KEY, "home").state is State.OPEN
        assert inbox.find(KEY, "team").state is State.DECIDED
        assert inbox.count(Query(View.ALL)) == 2
        assert [inbox.count(Query(View.ALL, store=name)) for name in ("home", "team", "none")] == [1, 1, 0]

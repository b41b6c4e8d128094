"""What one asker may ask at most, and what a refusal says."""

import sqlite3
from contextlib import closing

import pytest

from handoff_records import line, note, raised
from opened import Room, home, run_elsewhere, running_elsewhere
from sayso_client.asking import Ask, Asking
from sayso_client.decision import State
from sayso_client.errors import InvalidRecord, OverLimit
from sayso_client.inbox import Inbox, mint_id
from sayso_client.stores.limits import LARGEST, MOST_OPEN, MOST_OPTIONS


@pytest.fixture
def asking(inbox: Inbox) -> Asking:
    return Asking(home(inbox), clock=inbox.now, mint=mint_id)


def ask(text: str = "Ship it?", by: str | None = "agent-x") -> Ask:
    return Ask(text, by=by)


async def fill(inbox: Inbox, count: int, by: str | None = "agent-x") -> None:
    await home(inbox).take_in([line(raised(f"{by}/{number}", by=by)) for number in range(count)], "import")


def kept(inbox: Inbox) -> tuple[int, int]:
    """Records held, and the ledger's own count of changes."""
    return len(list(home(inbox).every_record())), inbox.revision()


async def test_an_asker_has_at_most_200_open_asks_and_is_told_what_to_do(inbox: Inbox, asking: Asking) -> None:
    await fill(inbox, MOST_OPEN - 1)
    await asking.raise_("last", ask())
    before = kept(inbox)

    with pytest.raises(OverLimit) as error:
        await asking.raise_("one-more", ask())

    assert error.value.limit == "asks"
    for words in ("agent-x has 200 open asks in home", "Nothing was written.", "sayso withdraw", 'by:"agent-x"'):
        assert words in str(error.value)
    assert kept(inbox) == before


async def test_what_the_sentence_says_to_do_helps(inbox: Inbox, asking: Asking) -> None:
    await fill(inbox, MOST_OPEN)
    await asking.withdraw("agent-x/7", "not_needed")
    await asking.raise_("one-more", ask())

    with pytest.raises(OverLimit):
        await asking.raise_("two-more", ask())


async def test_one_who_has_200_may_still_amend_withdraw_note_and_propose(inbox: Inbox, asking: Asking) -> None:
    await fill(inbox, MOST_OPEN)

    assert (await asking.amend("agent-x/3", ask("Ship it now?"))).terms_rev == 2
    assert (await asking.note("agent-x/3", "It got urgent.")).history_total == 3
    assert (await asking.claim("agent-x/3", "told me so", "yes")).claims
    assert (await asking.withdraw("agent-x/4", "settled")).state is State.WITHDRAWN


async def test_a_withdrawn_ask_that_is_asked_anew_counts_again(inbox: Inbox, asking: Asking) -> None:
    await fill(inbox, MOST_OPEN)
    await asking.withdraw("agent-x/1", "not_needed")
    await asking.raise_("instead", ask())

    with pytest.raises(OverLimit):
        await asking.amend("agent-x/1", ask("Again?"))


async def test_an_ask_cannot_be_passed_on_to_an_asker_who_has_200(inbox: Inbox, asking: Asking) -> None:
    await fill(inbox, MOST_OPEN)
    await asking.raise_("mine", ask(by="agent-y"))

    with pytest.raises(OverLimit):
        await asking.amend("mine", ask("Ship it?!", by="agent-x"))


@pytest.mark.parametrize("disguise", ["AGENT-X", " agent-x ", "agent\u200b-x", "\uff41gent-x"])
async def test_another_spelling_of_a_name_is_no_other_asker(inbox: Inbox, asking: Asking, disguise: str) -> None:
    await fill(inbox, MOST_OPEN)
    with pytest.raises(OverLimit):
        await asking.raise_("one-more", ask(by=disguise))


async def test_everybody_without_a_name_is_one_asker_and_is_told_to_give_one(inbox: Inbox, asking: Asking) -> None:
    await fill(inbox, MOST_OPEN, by=None)

    with pytest.raises(OverLimit, match=r"no name have 200 .*--by"):
        await asking.raise_("one-more", ask(by=None))
    await asking.raise_("named", ask(by="agent-y"))


async def test_each_store_counts_for_itself(room: Room) -> None:
    with room.inbox(stores=("home", "team")) as inbox:
        await fill(inbox, MOST_OPEN)
        team = Asking(home(inbox, "team"), clock=inbox.now, mint=mint_id)
        assert (await team.raise_("elsewhere", ask()))[1]


async def test_an_import_is_exempt(inbox: Inbox) -> None:
    await fill(inbox, MOST_OPEN + 50)
    long = raised("long", "x" * (LARGEST + 1), options=[{"id": f"o{n}", "label": f"{n}"} for n in range(300)])
    taken = await home(inbox).take_in([line(long)], "import")

    assert (taken.new, taken.refused) == (1, ())
    assert inbox.counts().waiting == MOST_OPEN + 51


async def test_a_record_of_more_than_64_kib_is_refused_with_its_size(inbox: Inbox, asking: Asking) -> None:
    before = kept(inbox)
    with pytest.raises(OverLimit, match=r"65,536 at most\. Nothing was written\. Shorten") as error:
        await asking.raise_("long", ask("x" * LARGEST))
    assert error.value.limit == "bytes"
    assert kept(inbox) == before

    await asking.raise_("fits", ask("x" * (LARGEST - 500)))


async def test_size_is_counted_in_bytes_and_for_every_kind_of_record(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_("k", ask())
    for refused in (
        asking.amend("k", ask("ü" * (LARGEST // 2))),
        asking.note("k", "x" * LARGEST),
        asking.claim("k", "x" * LARGEST, "yes"),
        asking.propose("k", lambda *_: {"ext": "sayso.proposals/0.1", "key": "k", "reason": "x" * LARGEST}),
    ):
        with pytest.raises(OverLimit):
            await refused
    assert len(home(inbox).records("k")) == 1


async def test_a_question_has_at_most_255_options(inbox: Inbox, asking: Asking) -> None:
    options = tuple((f"o{number}", f"Option {number}") for number in range(MOST_OPTIONS + 1))
    with pytest.raises(OverLimit, match=r"256 options.*255 at most.*Nothing was written") as error:
        await asking.raise_("many", Ask("Which?", options))
    assert error.value.limit == "options"
    assert len((await asking.raise_("many", Ask("Which?", options[1:])))[0].options) == MOST_OPTIONS


async def test_a_record_about_another_decision_is_refused(inbox: Inbox, asking: Asking) -> None:
    await asking.raise_("k", ask())
    with pytest.raises(InvalidRecord, match="about other"):
        await home(inbox).ask("k", lambda _: [note("other", "x")], "cli")
    with pytest.raises(InvalidRecord, match="about other"):
        await home(inbox).ask("k", lambda _: [note("k", "x"), raised("other")], "cli")


async def test_counting_reads_an_index_and_no_table(room: Room, inbox: Inbox) -> None:
    await fill(inbox, 1)
    with closing(sqlite3.connect(room.path)) as db:
        plan = db.execute(
            "EXPLAIN QUERY PLAN SELECT 1 FROM decision WHERE asker = 'a' AND store = 1 AND open = 1 LIMIT 201"
        ).fetchall()
    assert "COVERING INDEX decision_asker" in str(plan)


RACE = """
import asyncio, sys
from pathlib import Path
from opened import Room, home
from sayso_client.asking import Ask, Asking
from sayso_client.errors import OverLimit
from sayso_client.inbox import mint_id
room = Room(Path(sys.argv[1]))
with room.inbox(name=None, principal=False) as inbox:
    asking = Asking(home(inbox), clock=inbox.now, mint=mint_id)
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(20):
        try:
            asyncio.run(asking.raise_(f"{sys.argv[2]}/{number}", Ask("Ship it?", by="agent-x")))
            print("in", flush=True)
        except OverLimit:
            print("out", flush=True)
"""


async def test_of_two_processes_at_199_only_one_gets_the_last_place(room: Room, inbox: Inbox) -> None:
    await fill(inbox, MOST_OPEN - 1)
    folder = room.path.parents[1]
    with running_elsewhere(RACE, folder, "one") as one, running_elsewhere(RACE, folder, "two") as two:
        for each in (one, two):
            assert each.stdin is not None
            each.stdin.write("go\n")
            each.stdin.flush()
        told = []
        for each in (one, two):
            assert each.stdout is not None
            told += each.stdout.read().split()

    assert (told.count("in"), told.count("out")) == (1, 39)
    assert inbox.counts().waiting == MOST_OPEN


def test_the_race_is_run_by_a_program_that_can_fail(room: Room) -> None:
    room.make()
    assert run_elsewhere(RACE.replace("sys.stdin.readline()", "pass"), room.path.parents[1], "k").count("in") == 20

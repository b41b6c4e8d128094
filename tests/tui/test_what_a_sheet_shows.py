"""What one decides on, in the sheet itself; and what changed while it was open."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import Person, text_of
from opened import Room
from sayso_client.decision import Effect
from sayso_client.inbox import Inbox
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
from sayso_tui.screens.was_now import was_and_now
from sayso_tui.widgets.pane.blocks import Block
from sayso_tui.widgets.pane.layout import lay_out

PROPOSAL: dict[str, Any] = {
    "question": "choice",
    "answer": {"option": "pg"},
    "probabilities": {"pg": 0.91, "sqlite": 0.07},
    "confidence": 0.87,
    "threshold": 0.8,
    "model": "jev-1.13.0",
}
SECOND = {**h.TERMS, "options": [{"id": "pg", "label": "PostgreSQL 18"}, {"id": "sqlite", "label": "SQLite"}]}
LATER: dict[str, Any] = {
    "text": "Which database?\n\nThe trial runs out in June.",
    "options": [{"id": "sqlite", "label": "SQLite"}, {"id": "files", "label": "Files"}],
    "default": "files",
    "due": "2026-11-10",
}


def words_of(app: SaysoApp) -> str:
    """The words of what stands on top, in one line."""
    lines = text_of(app).splitlines()
    for leaf in app.screen.query("#sheet"):
        lines = [line[leaf.region.x : leaf.region.right] for line in lines]
    return " ".join("\n".join(lines).replace("▎", " ").replace("│", " ").split())


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)], ids=["120x40", "80x24", "60x20"])
async def test_due_assumption_and_proposal_stand_before_the_text(fill: Any, sit: Any, size: tuple[int, int]) -> None:
    await fill(h.raised(), h.proposed(**PROPOSAL))
    async with sit(size=size) as person:
        await person.press("enter", "c")
        shown = words_of(person.app)
    parts = [
        "Which database?",
        "Due in 7 days (2026-11-03)",
        "goes on with SQLite",
        "jev-1.13.0 proposes PostgreSQL · confidence 0.87 ≥ threshold 0.80",
        "PostgreSQL 0.91 · SQLite 0.07",
        "Answer (●) 1 PostgreSQL",
    ]
    places = [shown.find(part) for part in parts[: 5 if size[1] < 24 else 6]]
    assert -1 not in places, shown
    assert places == sorted(places)


async def test_the_proposal_told_of_is_the_one_that_is_chosen(fill: Any, sit: Any) -> None:
    other: dict[str, Any] = {**PROPOSAL, "answer": {"option": "sqlite"}, "model": "other"}
    await fill(h.raised(), h.proposed("p1", **PROPOSAL), h.proposed("p2", 5, **other))
    async with sit() as person:
        await person.press("c")
        assert "jev-1.13.0 proposes" in words_of(person.app)
        assert "other proposes" in words_of(person.app)
        person.app.screen.set_focus(person.app.screen.query_one("#proposal"))
        await person.press("down")
        assert "other proposes" in words_of(person.app)
        assert "jev-1.13.0 proposes" not in words_of(person.app)


async def test_a_contested_decision_says_so_in_its_sheets(fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.settled("s1", supersedes=["s0"]), h.settled("s2", 6, "sqlite", supersedes=["s0"]))
    async with sit() as person:
        for view in "]]]":
            await person.press(view)
        for opening in ("a", "R"):
            await person.press(opening)
            assert "! contested" in words_of(person.app)
            await person.press("escape")


async def test_two_asks_say_so_in_the_sheet(fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.amended("a2"), h.amended("a3", 11, terms=LATER))
    async with sit() as person:
        await person.press("a")
        assert "contradict one another; the newest" in words_of(person.app)


class TestTermsThatChangeUnderASheet:
    async def test_what_was_and_what_is_now_stand_in_the_sheet(self, fill: Any, sit: Any) -> None:
        await fill(h.raised())
        async with sit() as person:
            await person.press("a")
            await fill(h.amended(terms=LATER))
            await person.press("ctrl+r")
            shown = words_of(person.app)
        for line in (
            "The terms changed, revision 1 → 2",
            "was Which database? The trial runs out in May. now Which database? The trial runs out in June.",
            "option gone: PostgreSQL",
            "option new: Files",
            "assumed was SQLite now Files",
            "due was in 7 days (2026-11-03) now in 14 days (2026-11-10)",
        ):
            assert line in shown, shown

    @pytest.mark.parametrize(
        ("terms", "why"), [(SECOND, "reads otherwise now"), (LATER, "is not offered any more")], ids=["other", "gone"]
    )
    async def test_a_chosen_option_that_changed_is_chosen_no_more_and_that_is_told(
        self, inbox: Inbox, fill: Any, sit: Any, terms: Any, why: str
    ) -> None:
        await fill(h.raised())
        async with sit() as person:
            await person.press("1")
            await fill(h.amended(terms=terms))
            await person.press("ctrl+r")
            assert f"Your choice “PostgreSQL” {why}" in words_of(person.app)
            assert "nothing chosen yet" in words_of(person.app)
            await person.press("ctrl+s")
            assert "Choose an option or write an answer" in words_of(person.app)

    async def test_an_option_that_reads_as_before_stays_chosen(self, fill: Any, sit: Any) -> None:
        await fill(h.raised())
        async with sit() as person:
            await person.press("2")
            await fill(h.amended(terms=SECOND))
            await person.press("ctrl+r")
            assert person.app.screen.option == "sqlite"
            assert "was PostgreSQL now PostgreSQL 18" in words_of(person.app)

    async def test_a_proposal_for_other_terms_is_confirmed_no_more(self, fill: Any, sit: Any) -> None:
        await fill(h.raised(), h.proposed(**PROPOSAL))
        async with sit() as person:
            await person.press("c")
            await fill(h.amended())
            await person.press("ctrl+r")
            assert "does not stand for these terms" in words_of(person.app)
            assert "nothing chosen yet · answered by ana" in words_of(person.app)

    async def test_a_draft_for_older_terms_shows_what_changed_and_lets_its_option_go(self, fill: Any, sit: Any) -> None:
        await fill(h.raised())
        async with sit() as person:
            await person.press("1", "x", "escape")
            await fill(h.amended(terms=SECOND))
            person.app.screen.refresh_live()
            await person.press("a")
            shown = words_of(person.app)
            assert "is back, written against revision 1" in shown
            assert "Your choice “PostgreSQL” reads otherwise now" in shown
            assert "was PostgreSQL now PostgreSQL 18" in shown
            assert person.app.screen.option is None


def lines(blocks: Any, width: int = 100) -> list[str]:
    held: list[Block] = list(blocks)
    return ["".join(piece.text for piece in line) for line in lay_out(held, width)]


def test_of_a_long_text_only_what_changed_is_shown() -> None:
    was = h.projected(h.raised())
    long = "word " * 200
    before = replace(was, text=f"{long}in May, {long}")
    after = replace(was, text=f"{long}in June, {long}")
    (_, line) = lines(was_and_now(before, after, h.START), 200)
    assert "was … word word in May, word word word …" in line
    assert "now … word word in June, word word word …" in line


def test_nothing_is_said_of_terms_that_are_the_same() -> None:
    was = h.projected(h.raised())
    assert lines(was_and_now(was, replace(was, title="other", history_total=9), h.START)) == []


def test_options_in_another_order_are_told_since_their_digits_move() -> None:
    was = h.projected(h.raised())
    turned = replace(was, options=was.options[::-1])
    assert any("another order" in line for line in lines(was_and_now(was, turned, h.START)))


def test_what_an_option_means_or_sets_off_is_part_of_it() -> None:
    was = h.projected(h.raised())
    pg, sqlite = was.options
    told = replace(was, options=(replace(pg, description="runs already", effect=Effect("deploy", risk="low")), sqlite))
    shown = lines(was_and_now(was, told, h.START))
    assert any("was PostgreSQL: nothing said   now PostgreSQL: runs already" in line for line in shown)
    assert any("now PostgreSQL: deploy · low" in line for line in shown)


async def test_a_name_that_is_asked_for_is_asked_for_here(room: Room, fill: Any) -> None:
    await fill(h.raised())
    with room.inbox(name=None, assistant=None) as nameless:
        app = SaysoApp(nameless, Settings())
        async with app.run_test(size=(40, 14), notifications=True) as pilot:
            person = Person(pilot)
            await person.rest()
            await person.press("enter", "1")
            app.screen.query_one("#name").put("")  # type: ignore[attr-defined]
            await person.press("ctrl+s")
            assert "Type your name above (kept for next time)" in words_of(app)
            await person.write("ana")
            assert "Type your name" not in words_of(app)
            assert "answered by ana" in words_of(app)
            await person.press("ctrl+t", "ctrl+t", "ctrl+s")
            assert "Type the assistant's name above" in words_of(app)


async def test_a_refusal_goes_with_the_authority_that_it_was_about(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("1", "ctrl+t", "ctrl+t", "ctrl+s")
        assert "Name the mandate" in words_of(person.app)
        await person.press("ctrl+t")
        assert "Name the mandate" not in words_of(person.app)


async def test_a_dismissal_has_nothing_to_confirm(fill: Any, sit: Any) -> None:
    await fill(h.raised(), h.proposed())
    async with sit() as person:
        await person.press("d")
        assert "confirmed" not in text_of(person.app)
        await person.press("ctrl+t")
        assert "dismissed · delegated by desk-assistant" in words_of(person.app)


BARE: dict[str, Any] = {"question": "choice", "probabilities": {"pg": 0.6}, "model": "m"}


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([], "Nothing is proposed that could be confirmed. You can answer with 1 or 2."),
        ([h.proposed(**BARE)], "This proposal has no option to confirm; answer with 1 or 2."),
        (
            [h.proposed(), h.amended()],
            "It was proposed for older terms, which cannot be confirmed; answer with 1 or 2.",
        ),
        ([h.proposed(), h.dismissed()], "It was dismissed. R takes that back; or answer with 1 or 2."),
    ],
    ids=["nothing", "numbers alone", "older terms", "dismissed"],
)
async def test_why_nothing_can_be_confirmed_and_what_to_do_instead(
    fill: Any, sit: Any, records: list[Any], said: str
) -> None:
    await fill(h.raised(), *records)
    async with sit() as person:
        if any(each.get("outcome") == "dismissed" for each in records):
            await person.press("[")
        await person.press("c")
        assert said in words_of(person.app)


async def test_help_in_a_sheet_opens_at_the_keys_of_a_sheet(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit(size=(80, 24)) as person:
        await person.press("a", "f1")
        shown = text_of(person.app)
        assert "Write the record" in shown
        assert "All keys in a sheet" in shown
        await person.press("escape", "escape", "?")
        shown = text_of(person.app)
        assert "All keys in a sheet" not in shown
        assert shown.index("Silence is never an answer") < shown.index("The first keys")


async def test_help_goes_on_with_the_signs_and_then_all_keys(fill: Any, sit: Any) -> None:
    await fill(h.raised())
    async with sit(size=(80, 120)) as person:
        await person.press("?")
        shown = text_of(person.app)
        assert shown.index("Signs in the list") < shown.index("somebody proposes an answer")
        assert shown.index("somebody proposes an answer") < shown.index("All keys in the inbox")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("retract", "Retract: take an earlier answer back"),
        ("dismiss", "Dismiss: say that no answer is needed"),
        ("note", "Note: add a remark that settles nothing"),
        ("leave", "Leave: leave sayso at once"),
        ("quit", "Leave: back"),
        ("go to", "Go to: go to a decision by its key"),
    ],
)
async def test_the_palette_knows_the_words_of_the_footer(fill: Any, sit: Any, word: str, found: str) -> None:
    await fill(h.raised())
    async with sit() as person:
        await person.press("ctrl+p")
        await person.write(word)
        async with asyncio.timeout(10):
            while found not in text_of(person.app):
                await person.rest()

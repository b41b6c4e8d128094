from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from rich.cells import cell_len

from list_app import NOON, Clocked, ListApp, painted
from sayso_client.decision import Flag, State
from sayso_client.rows import Query, Row, View
from sayso_tui.glyphs import ASCII, UNICODE, Glyphs
from sayso_tui.tones import Tone
from sayso_tui.widgets.decision_list import DecisionList
from sayso_tui.widgets.legend import legend
from sayso_tui.widgets.pane.layout import lay_out
from sayso_tui.widgets.row_line import fit
from sayso_tui.widgets.row_words import WORD, age_word, due_word, is_odd, standing
from sorted_rows import row

TODAY = NOON.date()


def words(each: Row) -> str:
    said = standing(each, NOON, UNICODE)
    return f"{said.glyph} {said.word}"


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, "! today"), (1, "● in 1d"), (31, "● in 31d"), (120, "● in 17w"), (-1, "! 1d late"), (-40, "! overdue")],
)
def test_a_due_day_counts_by_the_local_calendar(days: int, expected: str) -> None:
    assert words(row("a", due=TODAY + timedelta(days))) == expected


def test_a_due_instant_is_overdue_on_the_minute() -> None:
    earlier, later = NOON - timedelta(minutes=1), NOON + timedelta(minutes=1)
    assert words(row("a")._replace(due=earlier)) == "! overdue"
    assert words(row("a")._replace(due=later)) == "! today"


@pytest.mark.parametrize(
    ("zone", "expected"), [("Pacific/Kiritimati", "! 1d late"), ("Pacific/Pago_Pago", "! today"), ("UTC", "! today")]
)
def test_a_due_day_ends_where_the_reader_is(zone: str, expected: str, reader_in: Callable[[str], None]) -> None:
    reader_in(zone)
    assert words(row("a", due=date(2026, 6, 20))) == expected


def test_without_a_due_day_the_age_is_told_as_an_age() -> None:
    ages = [timedelta(seconds=5), timedelta(minutes=5), timedelta(hours=3), timedelta(days=3), timedelta(days=200)]
    said = [words(row("a")._replace(asked_at=NOON - age)) for age in ages]
    assert said == ["● new", "● 5m old", "● 3h old", "● 3d old", "● 28w old"]


@pytest.mark.parametrize(
    ("confidence", "probability", "expected"),
    [
        (0.87, 0.91, "c.87"),
        (None, 0.91, "p.91"),
        (0.0, None, "c0.0"),
        (1.0, None, "c1.0"),
        (None, 0.996, "p>.99"),
        (None, 0.004, "p<.01"),
        (None, 0.07, "p.07"),
        (None, None, "19d old"),
    ],
)
def test_a_number_says_what_it_is_and_none_is_made_up(
    confidence: float | None, probability: float | None, expected: str
) -> None:
    each = row("a", state=State.PROPOSED, confidence=confidence, probability=probability)
    assert words(each) == f"◆ {expected}"


def test_a_proposal_however_sure_has_no_tick() -> None:
    said = standing(row("a", state=State.PROPOSED, confidence=1.0), NOON, UNICODE)
    assert said.glyph != UNICODE.decided
    assert said.tone is not Tone.GOOD


@pytest.mark.parametrize(
    ("days", "expected"),
    [(-1, "◆ 1d late"), (0, "◆ today"), (7, "◆ in 7d"), (8, "◆ c.90")],
)
def test_no_proposal_hides_that_it_is_due_soon(days: int, expected: str) -> None:
    assert words(row("a", due=TODAY + timedelta(days), state=State.PROPOSED, confidence=0.9)) == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"state": State.STALE}, "≈ in 3d"),
        ({"flags": frozenset({Flag.CONFLICT})}, "Y in 3d"),
        ({"votes": "1 of 2"}, "2 in 3d"),
        ({"state": State.DECIDED}, "✓ decided"),
        ({"flags": frozenset({Flag.UNSENT})}, "↑ unsent"),
    ],
)
def test_what_is_due_soon_says_so_whatever_else_it_is(more: dict[str, Any], expected: str) -> None:
    assert words(row("a", due=TODAY + timedelta(3), **more)) == expected


def test_no_age_reads_like_being_late_and_no_word_is_longer_than_its_column() -> None:
    for days in range(0, 40_000, 13):
        age = age_word(row("a")._replace(asked_at=NOON - timedelta(days=min(days, 36_000))), NOON)
        assert age.endswith((" old", "new"))
        due = [due_word(TODAY + timedelta(each), NOON)[0] for each in (days, -days)]
        assert all(len(each) <= WORD and "old" not in each for each in due)
        assert len(age) <= WORD


def test_a_conflict_of_the_askers_is_only_a_mark_once_it_is_answered() -> None:
    answered = row("a", state=State.DECIDED, flags=frozenset({Flag.CONFLICT}))
    assert words(answered) == "✓ decided"
    assert is_odd(answered)
    asked_twice = row("a", flags=frozenset({Flag.CONFLICT}))
    assert words(asked_twice) == "Y 2 asks"
    assert not is_odd(asked_twice)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (State.STALE, "≈ terms"),
        (State.DECIDED, "✓ decided"),
        (State.DISMISSED, "– no need"),  # noqa: RUF001 - the sign is an en dash
        (State.WITHDRAWN, "× gone"),  # noqa: RUF001 - the sign is a multiplication sign
        (State.CLOSED, "■ closed"),
        (State.UNKNOWN, "? unknown"),
        (State.INVALID, "# invalid"),
    ],
)
def test_every_state_is_a_sign_and_a_word_that_fits_its_column(state: State, said: str) -> None:
    assert words(row("a", state=state)) == said
    assert cell_len(said) <= WORD + 2


async def test_titles_stand_in_the_same_column_in_every_view() -> None:
    each = row("a", state=State.DECIDED)
    columns = set()
    for view in (View.SETTLED, View.ALL):
        app = ListApp(Clocked(each), Query(view))
        async with app.run_test(size=(80, 12)) as pilot:
            await pilot.pause()
            columns.add(painted(app)[1].index(each.title))
    assert len(columns) == 1


@pytest.mark.parametrize(
    ("flag", "expected"),
    [
        (Flag.CONTESTED, "Y 3 say"),
        (Flag.UNSENT, "↑ unsent"),
        (Flag.UNKNOWN_OUTCOME, "? sent?"),
        (Flag.OVERTAKEN, "Y 2 sides"),
        (Flag.REFUSED, "! refused"),
        (Flag.LOST, "! lost"),
    ],
)
def test_flags_that_need_the_reader_come_first(flag: Flag, expected: str) -> None:
    assert words(row("a", state=State.DECIDED, flags=frozenset({flag}), sayings=3)) == expected


def test_several_people_are_told_with_their_number() -> None:
    assert words(row("a", votes="1 of 2")) == "& 1 of 2"
    assert words(row("a", votes="3 of 12")) == "& 3 of 12"


def test_each_sign_is_one_cell_and_the_second_set_is_ascii() -> None:
    for sign, in_ascii in zip(UNICODE, ASCII, strict=True):
        assert cell_len(sign) == 1
        assert in_ascii.isascii()
        assert len(in_ascii) == 1


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_help_explains_every_sign_of_a_row(signs: Glyphs) -> None:
    lines = ["".join(piece.text for piece in line) for line in lay_out(legend(ascii_only=signs is ASCII), 100)]
    elsewhere = {"cursor", "live", "not_live", "answer", "more", "order", "between", "dash"}
    for name in set(Glyphs._fields) - elsewhere:
        assert any(line.startswith(f"  {getattr(signs, name)}  ") for line in lines), name


HOSTILE = [
    "[/]",
    "[/",
    "[b + z",
    "[data: /m?x=b-1-]",
    "[0] hi",
    "[@click=app.quit]yes[/]",
    "\x1b]52;c;eA==\x07 \x1b[2J \x1b[?1049h",
    "\x1bP1;2q \x1b_x\x1b\\ \x1bc \x1b] \x9b31m",
    "\u202eevil\u2066 \u200b \ufeff",
    "a\nb\tc",
]


@pytest.mark.parametrize("text", HOSTILE)
async def test_foreign_text_is_painted_as_it_is_written_and_acts_on_nothing(text: str) -> None:
    source = Clocked(row("a", text, asked_by=text[:6]), row("b", "Next?"))
    app = ListApp(source)
    async with app.run_test(size=(120, 12)) as pilot:
        source.settle("b", by=text)
        await app.changes(pilot)
        screen = painted(app)
        shown = "\n".join(screen)
        assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in shown.replace("\n", ""))
        assert not set(shown) & set("\u202e\u2066\u200b\ufeff")
        assert "Next?" in screen[2]
        assert all(cell_len(each) <= 120 for each in screen)
        if text.startswith("["):
            assert text in screen[1]
            assert f"answered by {text}" in screen[2]
        if "\x1b" in text:
            assert "␛" in screen[1]
        if "\u202e" in text:
            assert "⟨U+202E⟩" in screen[1]


def test_wide_and_right_to_left_text_is_cut_by_cells() -> None:
    for text in (
        "日本語のとても長い題名",
        "אישור תקציב לרבעון הבא",
        "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
        "e\u0301" * 20,
        "short",
    ):
        for cells in range(1, 24):
            assert cell_len(fit(text, cells, "…")) == cells


async def test_a_row_is_marked_where_something_about_it_is_odd() -> None:
    app = ListApp(Clocked(row("a", flags=frozenset({Flag.UNSAFE_TEXT})), row("b")))
    async with app.run_test(size=(80, 12)):
        assert "*" in painted(app)[1]
        assert "*" not in painted(app)[2]


async def test_columns_stand_at_the_same_cells_in_every_row() -> None:
    source = Clocked(row("a", due=TODAY), row("b", state=State.PROPOSED, probability=0.5), row("c", "x" * 200))
    app = ListApp(source)
    async with app.run_test(size=(54, 12)):
        lines = painted(app)[1:4]
        assert {each[11] for each in lines} <= {"Q", "x"}
        assert {each.rindex("cc-17") for each in lines} == {47}


async def test_a_settled_row_says_the_answer_when_and_by_whom() -> None:
    when: dict[str, Any] = {"settled_at": NOON - timedelta(minutes=3), "settled_by": "alice"}
    source = Clocked(
        row("a", "Which region?", state=State.DECIDED, answer="EU", **when),
        row("b", "Is it needed?", state=State.DISMISSED, **when),
        row("c", "A long question " * 9, state=State.DECIDED, answer="a long answer " * 9, **when),
    )
    app = ListApp(source, Query(View.SETTLED))
    async with app.run_test(size=(80, 12)):
        first, second, third = (each.split() for each in painted(app)[1:4])
        assert " ".join(first) == "▌✓ 3m ago Which region? → EU alice"
        assert " ".join(second).endswith("3m ago Is it needed? → not needed alice")
        assert "→" in third
        assert sum(each.endswith("…") for each in third) == 2


async def test_a_row_that_waits_shows_no_old_answer() -> None:
    exchanged = row("a", state=State.DECIDED, answer="EU", flags=frozenset({Flag.TERMS_EXCHANGED}))
    app = ListApp(Clocked(exchanged._replace(waiting=True)))
    async with app.run_test(size=(80, 12)):
        assert "EU" not in painted(app)[1]


async def test_the_asker_gives_way_when_it_is_narrow() -> None:
    app = ListApp(Clocked(row("a")))
    async with app.run_test(size=(80, 12)) as pilot:
        assert "cc-17" in painted(app)[1]
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "cc-17" not in painted(app)[1]


async def test_plain_ascii_signs_can_be_chosen() -> None:
    source = Clocked(row("a", due=TODAY), row("b", state=State.DECIDED, settled_by="bob"))
    app = ListApp(source, Query(View.ALL), DecisionList(ascii_only=True, id="list"))
    async with app.run_test(size=(80, 12)):
        assert "".join(painted(app)[1:]).isascii()
        assert painted(app)[1].startswith(">")

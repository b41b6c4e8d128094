"""When a press of the record key counts. Times are the events' own."""

import pytest
from textual import events

from sayso_tui.typed import Noise, Rhythm

RECORD = ("ctrl+s", "f10")


def at(event: events.Event, time: float) -> events.Event:
    event.time = time
    return event


def key(name: str, time: float) -> events.Event:
    return at(events.Key(name, None), time)


def heard(*some: events.Event) -> Rhythm:
    rhythm = Rhythm()
    for event in some:
        rhythm.heard(event, RECORD)
    return rhythm


def test_a_press_after_a_look_and_a_pause_counts() -> None:
    assert heard(key("a", 10.0), key("ctrl+s", 10.35)).too_soon(painted=10.04) is None


def test_the_first_input_of_all_counts_when_the_sheet_was_there() -> None:
    assert heard(key("f10", 5.0)).too_soon(painted=4.0) is None


@pytest.mark.parametrize("painted", [None, 9.9, 10.0, 11.0])
def test_a_sheet_that_was_hardly_seen_does_not_record(painted: float | None) -> None:
    assert "only just been shown" in str(heard(key("ctrl+s", 10.1)).too_soon(painted))


@pytest.mark.parametrize(
    "other",
    [
        events.Key("x", "x"),
        events.Key("enter", None),
        events.Paste("text"),
        events.Paste(""),
        events.MouseDown(None, 1, 1, 0, 0, 1, False, False, False),
        events.MouseUp(None, 1, 1, 0, 0, 1, False, False, False),
        Noise(),
    ],
)
def test_other_input_just_before_makes_it_inert(other: events.Event) -> None:
    rhythm = heard(at(other, 20.0), key("ctrl+s", 20.05))
    assert "together with other input" in str(rhythm.too_soon(painted=1.0))
    rhythm.heard(key("ctrl+s", 20.2), RECORD)
    assert rhythm.too_soon(painted=1.0) is None


def test_a_mouse_that_only_moves_does_not_matter() -> None:
    moved = at(events.MouseMove(None, 1, 1, 0, 0, 0, False, False, False), 20.0)
    assert heard(moved, key("ctrl+s", 20.01)).too_soon(painted=1.0) is None


def test_input_that_is_stamped_later_than_the_key_behind_it_makes_it_inert() -> None:
    rhythm = heard(at(Noise(), 20.001), key("ctrl+s", 20.0))
    assert "together with other input" in str(rhythm.too_soon(painted=1.0))


def test_input_after_the_press_does_not_take_it_back() -> None:
    assert heard(key("ctrl+s", 20.0), key("x", 20.01)).too_soon(painted=1.0) is None


def test_a_key_held_down_since_before_the_sheet_was_there_does_not_record_in_it() -> None:
    rhythm = heard(key("ctrl+s", 10.0), key("ctrl+s", 10.5))
    assert "was down before" in str(rhythm.too_soon(painted=10.1))
    rhythm.heard(key("ctrl+s", 11.0), RECORD)
    assert rhythm.too_soon(painted=10.1) is None


def test_two_presses_that_each_follow_a_look_both_count() -> None:
    assert heard(key("ctrl+s", 10.0), key("ctrl+s", 10.4)).too_soon(painted=9.0) is None

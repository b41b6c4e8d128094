"""Server-sent events out of bytes, however they are cut and whatever line ends they have."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_client.stores.http.events import Event, EventReader, TooMuch

MOST = 1 << 22


def read(*pieces: bytes, most: int = MOST) -> list[Event]:
    reader = EventReader(most)
    return [event for piece in pieces for event in reader.feed(piece)]


TWO = b"id: 1\nevent: record\ndata: a\n\nid: 2\nevent: record\ndata: b\n\n"
BOTH = [Event("record", b"a", "1"), Event("record", b"b", "2")]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_lines_may_end_in_any_way(end: bytes) -> None:
    assert read(TWO.replace(b"\n", end)) == BOTH


@pytest.mark.parametrize(
    ("text", "event"),
    [
        (b"\xef\xbb\xbfdata: a\n\n", Event("message", b"a", "")),
        (b"data: a\ndata: b\ndata\ndata:c\n\n", Event("message", b"a\nb\n\nc", "")),
        (b": still here\n:\ndata:  two blanks\n\n", Event("message", b" two blanks", "")),
        (b"id: 7\n\nevent: record\ndata: a\n\n", Event("record", b"a", "7")),
        (b"id: 7\nid: x\0y\ndata: a\n\n", Event("message", b"a", "7")),
        (b"id: 7\ndata: a\nid\n\n", Event("message", b"a", "")),
        (b"event: reset\nid:\ndata: {}\n\n", Event("reset", b"{}", "")),
        (b"event: reset\n\n", Event("reset", b"", "")),
        (b"colour: red\ndata: a\n\n", Event("message", b"a", "")),
        ("data: zoë\x85\u2028b\n\n".encode(), Event("message", "zoë\x85\u2028b".encode(), "")),
    ],
)
def test_an_event_is_read_as_the_standard_says(text: bytes, event: Event) -> None:
    assert read(text) == [event]


@given(st.lists(st.integers(0, len(TWO)), max_size=8), st.sampled_from([b"\n", b"\r", b"\r\n"]), st.booleans())
def test_where_the_pieces_are_cut_does_not_matter(cuts: list[int], end: bytes, mark: bool) -> None:
    text = b"\xef\xbb\xbf" * mark + TWO.replace(b"\n", end)
    places = [0, *sorted(cuts), len(text)]
    assert read(*(text[start:stop] for start, stop in pairwise(places))) == BOTH


def test_an_event_is_there_as_soon_as_its_last_byte_is() -> None:
    reader = EventReader(MOST)
    assert reader.feed(b"data: a\r\r") == [Event("message", b"a", "")]


def test_an_event_that_the_end_cuts_off_never_comes() -> None:
    assert read(b"data: a\n\ndata: half") == [Event("message", b"a", "")]
    assert read(b"data: a\n\ndata: half\n") == [Event("message", b"a", "")]


def test_an_event_of_a_megabyte_comes_whole_and_at_once() -> None:
    data = b"x" * 1_000_000
    text = b"id: 1\ndata: " + data + b"\n\n"
    began = time.process_time()
    assert read(*(text[at : at + 1_000] for at in range(0, len(text), 1_000))) == [Event("message", data, "1")]
    assert time.process_time() - began < 1


@pytest.mark.parametrize("text", [b"data: " + b"x" * 2_000, b"data\n" * 2_000, b"data: 123456\n" * 200, b":" * 2_000])
def test_a_line_or_an_event_without_an_end_is_too_much(text: bytes) -> None:
    with pytest.raises(TooMuch):
        read(*(text[at : at + 10] for at in range(0, len(text), 10)), most=1_000)


def test_a_comment_is_a_sign_of_life_and_no_event() -> None:
    reader = EventReader(MOST)
    assert reader.feed(b": still here\n") == []
    assert reader.lines == 1


@pytest.mark.parametrize(
    ("said", "seconds"), [(b"1000", 1.0), (b"0", 0.0), (b"1e3", None), (b"-5", None), (b"9" * 40, None)]
)
def test_the_server_says_when_to_come_back(said: bytes, seconds: float | None) -> None:
    reader = EventReader(MOST)
    reader.feed(b"retry: " + said + b"\n\n")
    assert reader.retry == seconds

"""What a server holds arrives as it is; what is no page is told and never taken for one."""

import json
import time
from base64 import b64encode
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile_server import item, page
from sayso_client.stores.contract import Append
from sayso_client.stores.http.items import Page, TooLarge, Unreadable, read_item, read_page

MOST = 1 << 20
ODD = [
    b'{"a":1,"a":2}',
    b'{ "x" : 1.0 , "y" : 1e5 }',
    rb'{"k":"\ud800\u0000\"}","z":"]}"}',
    '{"k":"zoë \u2028 🐢"}'.encode(),
    b'{"n":' + b"9" * 6_000 + b"}",
    b"[" * 3_000 + b"]" * 3_000,
    b'{"t":"' + b"x" * 200_000 + b'"}',
    b"17",
    b'"text"',
    b"null",
    b"{}",
    b"[]",
    b'{"nan":NaN}',
]


def body(raws: list[bytes], cursor: str = "c1", *, more: bool = False) -> bytes:
    return page(raws, cursor, more=more).pieces[0].partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize("raw", ODD, ids=range(len(ODD)))
def test_a_record_keeps_its_bytes(raw: bytes) -> None:
    assert [each.raw for each in read_page(body([raw, b"{}"]), MOST).changes] == [raw, b"{}"]
    assert read_item(item(raw), MOST).raw == raw


def test_a_page_says_where_to_go_on_and_whether_there_is_more() -> None:
    assert read_page(body([], "c9"), MOST) == Page((), "c9", False)
    assert read_page(body([b"{}"], "c9", more=True), MOST).more


def test_when_and_through_whom_it_came_stands_beside_it() -> None:
    at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert read_item(item(b"{}"), MOST) == Append(b"{}", at, "cc-17")
    odd = b'{"record":{},"accepted_from":"a\\u001b[2J\\ud800","accepted_at":"yesterday","more":[{}]}'
    assert read_item(odd, MOST) == Append(b"{}", None, "a␛[2J\ufffd")


def test_bytes_that_are_no_json_come_in_base64() -> None:
    raw = b"\xff{not json\n"
    packed = b'{"raw":"' + b64encode(raw) + b'"}'
    assert read_item(packed, MOST).raw == raw
    with pytest.raises(Unreadable, match="base64"):
        read_item(b'{"raw":"**"}', MOST)


ANY = st.recursive(
    st.none() | st.floats() | st.integers() | st.text(max_size=20),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=5), each, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60)
@given(st.lists(ANY, max_size=4))
def test_any_records_in_any_layout_are_cut_at_their_ends(values: list[object]) -> None:
    pretty = [json.dumps(each, indent=3).encode() for each in values]
    tight = [json.dumps(each, separators=(",", ":"), ensure_ascii=True).encode() for each in values]
    for raws in (pretty, tight):
        found = read_page(body(raws), MOST)
        assert [each.raw for each in found.changes] == raws


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"<html>",
        b'{"records":[',
        b'{"records":[{}],"cursor":"c"}',
        b'{"records":{},"cursor":"c"}',
        b'{"records":[]}',
        b'{"records":[],"cursor":""}',
        b'{"records":[],"cursor":7}',
        b'{"records":[],"cursor":"a\\r\\nX: y"}',
        b'{"records":[],"cursor":"' + b"x" * 600 + b'"}',
        b'{"records":[{"record":{} "x"}],"cursor":"c"}',
        b'{"records":[{"record":{]}],"cursor":"c"}',
        b'{"records":[{"record":"' + b"x" * 100_000,
        b'{"records":[],"cursor":"\xff"}',
        b"{" + b'"' * 3,
        b'{"records":[],"cursor":"c"} {}',
    ],
)
def test_what_is_no_page_is_told(text: bytes) -> None:
    with pytest.raises(Unreadable):
        read_page(text, MOST)


def test_every_cut_of_a_page_is_told() -> None:
    whole = body([b'{"a":[1,"]"]}'], more=True)
    for end in range(len(whole)):
        with pytest.raises(Unreadable):
            read_page(whole[:end], MOST)


def test_a_record_that_is_too_large_is_told() -> None:
    for raw in (b'"' + b"x" * 2_000_000 + b'"', b"[" + b"1," * 1_000_000 + b"1]"):
        with pytest.raises(TooLarge):
            read_page(body([raw]), MOST)


@pytest.mark.parametrize("text", [b'"\\' * 700_000, b"[" * 900_000, b'{"a":' * 250_000, b'["",' * 300_000])
def test_hostile_text_costs_no_more_than_its_length(text: bytes) -> None:
    began = time.process_time()
    with pytest.raises(Unreadable):
        read_page(b'{"records":[{"record":' + text, 1 << 22)
    assert time.process_time() - began < 3

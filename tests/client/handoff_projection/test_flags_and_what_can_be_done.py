import pytest

from handoff_decisions import (
    TERMS,
    amended,
    claimed,
    dismissed,
    held,
    note,
    projected,
    proposed,
    raised,
    related,
    reopened,
    settled,
    withdrawn,
)
from sayso_client.decision import Act, Flag

ALWAYS = {Act.NOTE}
SETTLING = {Act.ANSWER, Act.DISMISS}


@pytest.mark.parametrize(
    ("records", "flag"),
    [
        ([settled("s1"), settled("s2", 6)], Flag.CONTESTED),
        ([settled("s1"), settled("s1", 6)], Flag.CONTESTED),
        ([amended("a2"), amended("b2", 11)], Flag.CONFLICT),
        ([settled(option="mysql")], Flag.MISMATCH),
        ([settled(terms_rev=3)], Flag.MISMATCH),
        ([settled(authority={"kind": "delegated", "by": "desk"})], Flag.INCOMPLETE_AUTHORITY),
        ([settled(authority={"kind": "attested", "by": "desk"})], Flag.INCOMPLETE_AUTHORITY),
        ([settled(authority={"kind": "principal"})], Flag.INCOMPLETE_AUTHORITY),
        ([note(about=" ")], Flag.INVALID_RECORDS),
        ([proposed() | {"terms_rev": 0}], Flag.INVALID_RECORDS),
        ([held(None, 9, ("it is empty",))], Flag.INVALID_RECORDS),
    ],
)
def test_each_oddity_raises_its_flag_alone(records: list[object], flag: Flag) -> None:
    assert projected(raised(), *records).flags == {flag}


def test_what_is_sound_raises_none() -> None:
    sound = [raised(), proposed(), claimed(), note(), related(), settled(), amended(), withdrawn()]

    assert projected(*sound).flags == frozenset()


def test_a_revised_settlements_oddities_no_longer_matter() -> None:
    assert projected(raised(), settled("s1", option="mysql"), settled("s2", 6, supersedes=["s1"])).flags == frozenset()
    assert projected(raised(), settled(option="mysql"), reopened()).flags == frozenset()


def test_labels_that_look_alike_are_flagged() -> None:
    options = [{"id": "1", "label": "Delete all"}, {"id": "2", "label": "De\u200blete  ALL"}]
    flags = projected(raised(terms={"text": "Which?", "options": options})).flags

    assert Flag.LOOK_ALIKE in flags


def in_label(text: str) -> list[object]:
    return [raised(terms={**TERMS, "options": [{"id": "pg", "label": text}]})]


@pytest.mark.parametrize("text", ["a\x1b[2Jb", "a\u202eb", "a\u200bb", "a" + " " * 300 + "b", "a\x9bb", "\U000e0041b"])
def test_unsafe_text_is_flagged_wherever_it_stands(text: str) -> None:
    places: list[list[object]] = [
        in_label(text),
        [raised(terms={"text": text})],
        [raised(terms={**TERMS, "default": text})],
        [raised(sayso={"by": text})],
        [raised(sayso={"subject": text})],
        [raised(sayso={"links": [text]})],
        [raised(), proposed(question="choice", reason=text)],
        [raised(), proposed(question="choice", model=text)],
        [raised(), claimed(evidence={"basis": text})],
        [raised(), related(kind="derived_from", uri=f"https://example.org/{text}")],
        [raised(), settled(note=text)],
    ]
    for records in places:
        assert projected(*records).flags == {Flag.UNSAFE_TEXT}, records


def test_unsafe_text_in_a_note_is_flagged() -> None:
    assert projected(raised(), note(text="a\x1b[2Jb")).flags == {Flag.UNSAFE_TEXT}


@pytest.mark.parametrize("text", ["שלום עולם", "مرحبا", "数据库用哪个", "👩‍👩‍👧 ok ✅", "one\ntwo\tthree", "naïve"])
def test_plain_text_of_any_script_is_not(text: str) -> None:
    assert projected(*in_label(text), note(text=text)).flags == frozenset()


@pytest.mark.parametrize(
    ("records", "acts"),
    [
        ([raised()], ALWAYS | SETTLING),
        ([raised(), proposed()], ALWAYS | SETTLING | {Act.CONFIRM}),
        ([raised(), proposed(question="boolean", probability=0.9)], ALWAYS | SETTLING),
        ([raised(), amended(), proposed(rev=1)], ALWAYS | SETTLING),
        ([raised(), settled()], ALWAYS | SETTLING | {Act.RETRACT}),
        ([raised(), dismissed()], ALWAYS | SETTLING | {Act.RETRACT}),
        ([raised(), proposed(), dismissed()], ALWAYS | SETTLING | {Act.RETRACT}),
        ([raised(), proposed(), settled()], ALWAYS | SETTLING | {Act.RETRACT, Act.CONFIRM}),
        ([raised(), settled(), reopened()], ALWAYS | SETTLING),
        ([raised(), withdrawn()], ALWAYS),
        ([raised(), settled(), withdrawn()], ALWAYS | {Act.RETRACT}),
        ([settled()], ALWAYS | {Act.RETRACT}),
        ([reopened()], ALWAYS),
        ([note()], ALWAYS),
        ([raised(terms_rev=2)], ALWAYS),
    ],
)
def test_what_is_offered_fits_how_it_stands(records: list[object], acts: set[Act]) -> None:
    can = projected(*records).can

    assert can.acts == acts
    assert can.kinds == ("principal", "confirmed", "delegated", "attested")
    assert set(can.refusals) == {str(each) for each in Act} - {str(each) for each in acts}
    assert all(each.endswith(".") for each in can.refusals.values())


def test_a_withdrawn_one_says_why_it_is_not_answered() -> None:
    assert projected(raised(), withdrawn("settled")).can.refusals["answer"].startswith("The asker withdrew it (")


def test_a_confirmation_without_a_proposal_says_why() -> None:
    assert "No proposal" in projected(raised()).can.refusals["confirm"]


def test_a_fork_hidden_by_a_record_that_is_not_held_shows_once_everything_is() -> None:
    records = [raised(), settled("s1"), settled("s3", 9, supersedes=["s2"])]

    assert Flag.CONTESTED not in projected(*records).flags
    assert Flag.CONTESTED in projected(*records, complete=True).flags
    assert any("s2 is replaced but absent" in each for each in projected(*records).problems)

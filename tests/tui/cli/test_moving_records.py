import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from command_line import Sayso
from sayso_tui.sample import records

RAISED = {
    "ext": "decisions/0.3",
    "type": "raised",
    "origin": "requester",
    "key": "k",
    "id": "r:k",
    "at": "2026-11-03T10:00:00Z",
    "terms": {"text": "So?"},
    "terms_rev": 1,
}


def test_what_is_exported_is_what_came_byte_for_byte(alice: Sayso, tmp_path: Path) -> None:
    odd = b'{ "key":"k" , "n":1.0e0,"text":"\\u00fc \xc3\xbc",  "unknown":[1,2] , "id":"x"}'
    assert alice("import", "-", stdin=odd + b"\n").code == 0
    assert alice("export").raw == odd + b"\n"


def test_an_export_taken_in_elsewhere_makes_the_same_decisions(alice: Sayso, tmp_path: Path) -> None:
    lines = b"".join(line + b"\n" for line in records(datetime(2026, 11, 3, 10, tzinfo=UTC)))
    (tmp_path / "all.jsonl").write_bytes(lines)
    first = alice("import", str(tmp_path / "all.jsonl"), "--unattended", "--json")
    assert first.json["refused"] == []
    assert alice("export").raw == lines
    other = Sayso(tmp_path / "other").named()
    other("import", "-", "--unattended", stdin=alice("export").raw)

    def told(each: Sayso) -> list[object]:
        rows = each("list", "--view", "all", "--json").documents
        return [(row["key"], row["state"], row["flags"]) for row in rows]

    assert told(other) == told(alice)


def test_the_same_file_twice_writes_once(sayso: Sayso) -> None:
    line = json.dumps(RAISED)
    assert sayso("import", "-", "--json", stdin=line).json["new"] == 1
    again = sayso("import", "-", "--json", stdin=line)
    assert (again.code, again.json["new"], again.json["known"]) == (0, 0, 1)


def test_what_cannot_be_kept_is_listed_with_line_and_reason_and_the_rest_is_written(sayso: Sayso) -> None:
    lines = ["", json.dumps(RAISED), "not json", '{"no": "key"}', '{"key": "a\\u0000b", "id": "x"}']
    ran = sayso("import", "-", "--json", stdin="\n".join(lines))
    assert ran.code == 1
    assert [each["line"] for each in ran.json["refused"]] == [3, 4, 5]
    assert "line 3: " in ran.err and "NUL" in ran.err
    assert [each["key"] for each in sayso.records()] == ["k"]


def test_an_invalid_record_is_kept_and_said_to_be_invalid(sayso: Sayso) -> None:
    ran = sayso("import", "-", stdin=json.dumps({**RAISED, "terms": {"text": " "}}))
    assert ran.code == 0
    assert "invalid" in ran.err
    assert sayso("show", "k", "--json").json["state"] == "invalid"


def test_records_of_the_principal_need_the_principal(sayso: Sayso) -> None:
    settled = {**RAISED, "type": "settled", "origin": "principal", "id": "s"}
    ran = sayso("import", "-", stdin=json.dumps(settled))
    assert (ran.code, sayso.records()) == (5, [])
    assert "sayso claim" in ran.err and "unattended" not in ran.err
    marked = sayso("import", "-", "--unattended", stdin=json.dumps(settled), environ={"CLAUDECODE": "1"})
    assert (marked.code, sayso.records()) == (5, [])
    assert sayso("import", "-", "--unattended", stdin=json.dumps(settled)).code == 0


def test_records_of_others_need_nobody(sayso: Sayso) -> None:
    assert sayso("import", "-", stdin=json.dumps(RAISED), environ={"SAYSO_AGENT": "1"}).code == 0


def test_a_file_that_cannot_be_read_ends_with_1(sayso: Sayso, tmp_path: Path) -> None:
    ran = sayso("import", str(tmp_path / "none.jsonl"))
    assert (ran.code, ran.out) == (1, "")
    assert "none.jsonl" in ran.err


def test_a_filter_exports_whole_decisions(alice: Sayso) -> None:
    alice.ask("acme/db")
    alice.ask("shop/x", "--subject", "warehouse")
    alice("note", "shop/x", "Hm.")
    exported = [json.loads(line) for line in alice("export", "--filter", "warehouse").raw.splitlines()]
    assert [each["type"] for each in exported] == ["raised", "note"]
    assert {each["key"] for each in exported} == {"shop/x"}


def test_exporting_nothing_prints_nothing(sayso: Sayso) -> None:
    assert (sayso("export").code, sayso("export").raw) == (0, b"")


QUESTIONS = [
    {
        "event": "asked",
        "key": "q1",
        "at": "2026-05-01T10:00:00Z",
        "text": "Which?",
        "options": [{"id": "a", "label": "A"}],
    },
    {
        "event": "answered",
        "key": "q1",
        "id": "1",
        "at": "2026-05-02T10:00:00Z",
        "answer": {"text": "A", "option": "a"},
        "decided_by": "principal",
        "by": "alice",
    },
    {
        "event": "answered",
        "key": "q1",
        "id": "2",
        "at": "2026-05-03T10:00:00Z",
        "answer": "B",
        "decided_by": "assistant",
        "by": "desk",
    },
    {
        "event": "answered",
        "key": "q1",
        "id": "3",
        "at": "2026-05-03T10:00:00Z",
        "answer": "B",
        "decided_by": "principal",
    },
    {"event": "withdrawn", "key": "q1", "id": "4", "at": "2026-05-04T10:00:00Z", "reason": "not_needed"},
]


def test_questions_are_converted_and_what_cannot_be_is_listed_never_guessed(alice: Sayso) -> None:
    lines = [*map(json.dumps, QUESTIONS), "{"]
    ran = alice("import", "-", "--from", "questions-0.1", "--unattended", "--json", stdin="\n".join(lines))
    assert ran.code == 1
    assert [each["line"] for each in ran.json["refused"]] == [3, 4, 6]
    assert "mandate" in ran.json["refused"][0]["reason"]
    assert alice.types() == ["raised", "settled", "withdrawn"]


def test_names_that_an_old_file_leaves_out_can_be_given(alice: Sayso) -> None:
    words = ("import", "-", "--from", "questions-0.1", "--unattended", "--principal", "alice")
    assert alice(*words, stdin="\n".join(json.dumps(QUESTIONS[at]) for at in (0, 3))).code == 0
    assert next(alice.settlements())["authority"] == {"kind": "principal", "by": "alice"}


@pytest.mark.parametrize("form", ["questions-0.2", "csv"])
def test_another_form_is_not_known(sayso: Sayso, form: str) -> None:
    assert sayso("import", "-", "--from", form).code == 2


def test_half_written_and_wrong_records_are_shown_as_invalid_and_the_others_as_ever(sayso: Sayso) -> None:
    sayso.ask("sound")
    half = '{"ext":"decisions/0.3","type":"raised","origin":"requester","key":"half","id":"r","terms":{"text":"So'
    wrong = '{"ext":"decisions/0.3","type":"raised","origin":"requester","key":"wrong","id":"r","terms":7}'
    foreign = '{"ext":"other/9","key":"sound","id":"z","anything":null}'
    ran = sayso("import", "-", "--json", stdin=f"{half}\n{wrong}\n{foreign}\n")
    assert ran.code == 0
    assert (ran.json["new"], ran.json["invalid"], ran.json["refused"]) == (3, 2, [])
    states = {each["key"]: each["state"] for each in sayso("list", "--view", "all", "--json").documents}
    assert states == {"sound": "open", "half": "invalid", "wrong": "invalid"}
    assert [each["key"] for each in sayso("list", "--json").documents] == ["sound"]
    assert sayso("show", "half", "--json").json["problems"]
    assert half in sayso("export").out.splitlines()
    assert sayso("show", "sound", "--json").json["problems"] == []
    assert sayso("doctor", "--json").json["well"]

"""Each code of chant is a sentence: what happened, what was kept, what to do; and it is known what comes next."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from chant_telling import AT, telling
from chant_workspaces import CAPTURED, make_workspace
from sayso_client.errors import Denied, Unreachable
from sayso_client.stores.chant import outcome, output, sentences
from sayso_client.stores.chant.running import Ran
from sayso_client.stores.chant.sentences import CODES, Then
from sayso_client.stores.contract import Parcel
from sayso_client.verdict import ReceiptKind
from sayso_client.vocabulary import Ref

ASKED = "agent-question-27255b2f0819"
PARCEL = Parcel("v", Ref("work", ASKED), b"{}", "seen", "principal: 2", AT)
OF_WRITES = [
    "kind-unreadable",
    "kind-invalid",
    "schema-unreadable",
    "schema-id-mismatch",
    "schema-invalid",
    "location-missing",
    "write-usage-invalid",
    "write-input-invalid",
    "points-undeclared",
    "points-invalid",
    "point-unknown",
    "point-inputs-invalid",
    "point-decider-failed",
    "answer-not-candidate",
    "quorum-not-met",
    "answer-in-steward-turn",
    "principal-unidentified",
    "answer-not-answered",
    "answer-field-unsupported",
    "point-candidates-invalid",
    "write-lock-timeout",
    "write-lock-not-held",
    "record-not-found",
    "record-closed",
    "record-id-taken",
    "record-unparseable",
    "record-schema-invalid",
    "record-id-duplicate",
    "record-supersedes-unknown",
    "record-supersedes-conflict",
    "record-remediates-unknown",
    "record-remediates-not-closed",
    "record-seal-mismatch",
    "session-seal-mismatch",
    "session-verdict-unknown-record",
    "record-path-unmatched",
]
"""All codes with which chant answers a write."""
OF_READING = [
    "declaration-missing",
    "declaration-ambiguous",
    "declaration-unparseable",
    "declaration-invalid",
    "placement-invalid",
    "reader-too-old",
    "root-chant-required",
    "not-a-git-repository",
    "revision-unknown",
]
"""Codes with which it answers in place of reading a workspace."""
LATER = {"write-lock-timeout", "write-lock-not-held", "record-id-taken"}
STOP = {"answer-in-steward-turn", "root-chant-required", "reader-too-old"}
PRINTED = {each.stem: each.read_bytes() for each in sorted((CAPTURED / "json").glob("*.json"))}
ERRORS = {name: json.loads(raw)["error"] for name, raw in PRINTED.items() if "error" in json.loads(raw)}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("chant") / "w", state="asked")


def test_every_code_is_known() -> None:
    assert sorted(CODES) == sorted([*OF_WRITES, *OF_READING])


@pytest.mark.parametrize("code", [*OF_WRITES, *OF_READING, "a-code-of-tomorrow"])
def test_a_code_is_told_as_a_sentence_and_what_was_said_is_kept(code: str) -> None:
    sentence, how = _told(code, "the \x1b[31mwords\nof chant")
    assert how == ("later" if code in LATER else "stop" if code in STOP else "refused")
    # Where it is tried again, whoever shows it says that it is kept, and what comes next.
    assert ("Nothing was written." in sentence) is (how == "refused")
    assert sentence.endswith("chant says: “the ␛[31mwords of chant”.")
    assert sentences.refusal(code).do in sentence
    assert sentence.isprintable()


def _told(code: str, message: str) -> tuple[str, str]:
    """What comes of a run that printed that code and wrote nothing."""
    printed = {"contract": 1, "verb": "answer", "error": {"code": code, "message": message}}
    try:
        receipt = outcome.unwritten(PARCEL, Ran(1, json.dumps(printed).encode(), b""), 110, "chant workspace points")
    except Unreachable as error:
        assert error.retry_after is not None
        return str(error), "later"
    except Denied as error:
        return str(error), "stop"
    assert receipt.kind is ReceiptKind.REFUSED
    return receipt.sentence, "refused"


@pytest.mark.parametrize("code", ["points-invalid", "record-closed", "write-lock-timeout", "answer-in-steward-turn"])
async def test_a_code_that_the_program_printed_leaves_the_record_alone(code: str, asked: Path) -> None:
    desk = telling(asked, error=code)
    before = (asked / "answers" / f"{ASKED}.md").read_bytes()
    with suppress(Unreachable, Denied):
        assert (await desk.say(desk.answer(ASKED, "2", "alice"))).kind is ReceiptKind.REFUSED
    assert (asked / "answers" / f"{ASKED}.md").read_bytes() == before


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_is_one_that_a_person_understands(code: str) -> None:
    known = CODES[code]
    later = code in LATER
    assert bool(known.do) is not later
    for each in filter(None, (known.happened, known.do)):
        assert each[0].isupper() or each.startswith("chant")
        assert each.endswith(".")
        assert code not in each
    told = (known.happened, "" if later or code in STOP else "Nothing was written.", known.do)
    assert sentences.sentence(code, "") == " ".join(filter(None, told))


@pytest.mark.parametrize("name", ERRORS)
def test_what_chant_answered_in_a_captured_run_is_understood(name: str) -> None:
    error: dict[str, Any] = ERRORS[name]
    assert output.read(PRINTED[name]) == output.Error(error["code"], error["message"])
    assert error["code"] in CODES
    assert error["message"][:60] in sentences.sentence(error["code"], error["message"])


@pytest.mark.parametrize("name", [each for each in PRINTED if each not in ERRORS])
def test_what_chant_wrote_in_a_captured_run_is_understood(name: str) -> None:
    printed = json.loads(PRINTED[name])
    expected = output.Done(printed["written"]) if "written" in printed else None
    assert output.read(PRINTED[name]) == expected


@pytest.mark.parametrize(
    "out",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe{}",
        b"[" * 200_000,
        b'{"error":null}',
        b'{"error":"x","written":true,"question":{"id":"x"}}',
        b'{"error":{"code":7}}',
        b'{"written":"true","question":{"id":"x"}}',
        b'{"written":true,"question":[]}',
        b"<html>502</html>",
        b'{"written":true} trailing',
    ],
)
def test_any_other_output_says_nothing(out: bytes) -> None:
    assert output.read(out) is None


def test_a_code_of_tomorrow_waits_for_the_person() -> None:
    assert sentences.refusal("x\x1b").then is Then.REFUSED
    assert "x␛" in sentences.sentence("x\x1b", "")


def test_a_name_that_is_not_identified_is_told_with_the_form_that_is_wanted() -> None:
    assert 'as = "github:alice"' in _told("principal-unidentified", "alice is no forge identity")[0]

"""A kind file is a JavaScript module; what it says is read, and it is never run."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chant_workspaces import CAPTURED, kind_module
from sayso_client.stores.chant import javascript, kind_file
from sayso_client.stores.chant.literal import NotData
from sayso_client.stores.chant.model import AnswerKind, DeclaredKind, Reason

ROOT = Path("/w")
DECLARED = DeclaredKind("answers/answer.kind.mjs", ROOT / "answers" / "answer.kind.mjs", "app")
KIND: dict[str, Any] = json.loads((CAPTURED / "answers" / "answer.kind.json").read_text())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text().filter("__proto__".__ne__), inner, max_size=4)
    ),
    max_leaves=12,
)
BUSY = [
    "{a:",
    "[",
    "[[],",
    "/*",
    "//",
    "/**/",
    "'\\n",
    "`$",
    "'\\",
    ";",
    "\ufeff",
    "a",
    "export const recordKind = ",
    "9",
]


def read(text: str) -> AnswerKind | Reason | None:
    return kind_file.read(text.encode(), DECLARED, ROOT)


def literal(text: str) -> object:
    found = javascript.read(f"export const recordKind = {{ value: {text} }};", "recordKind")
    assert found is not None
    return found["value"]


def refusal(text: str) -> str:
    found = read(text)
    assert isinstance(found, Reason)
    assert found.code == "kind-unreadable"
    assert "was not run" in found.message
    return found.message


def without(*path: str) -> dict[str, Any]:
    kind: dict[str, Any] = json.loads(json.dumps(KIND))
    holder = kind
    for each in path[:-1]:
        holder = holder[each]
    del holder[path[-1]]
    return kind


def test_the_kind_of_a_workspace_says_where_everything_is() -> None:
    assert read(kind_module(KIND)) == AnswerKind(
        file=ROOT / "answers" / "answer.kind.mjs",
        declared="answers/answer.kind.mjs",
        dir=ROOT / "answers",
        match=r"^[a-z][a-z0-9-]*-[0-9a-f]{12}\.md$",
        schema_id="urn:intentius:chant:point-answer:1",
        schema_path=ROOT / "answers" / "answer.schema.json",
        points_file=ROOT / "decisions" / "points.json",
        name="answer",
        member="app",
    )


def test_comments_quotes_and_trailing_commas_are_read_as_javascript_reads_them() -> None:
    assert literal("""{ /* a */ "b": 'it\\'s', // c
        c: `two\r\nlines, $5 and \\${x}`, 10: [1, -2.5, .5e3, 5., ], 2: [], $d_: {}, }""") == {
        "2": [],
        "10": [1, -2.5, 500, 5],
        "b": "it's",
        "c": "two\nlines, $5 and ${x}",
        "$d_": {},
    }
    assert (
        literal(
            r"'\x41\u0042\u{1F600}\uD83D\uDE00\0\n\q\
'"
        )
        == "AB\U0001f600\U0001f600\0\nq"
    )


@given(VALUES)
def test_any_json_value_is_read_as_it_is(value: object) -> None:
    assert literal(json.dumps(value)) == value
    assert literal(json.dumps(value, ensure_ascii=False, indent=2)) == value


def test_a_module_may_begin_with_a_byte_order_mark_or_a_shebang_and_end_with_a_default() -> None:
    text = "export const recordKind = {a: 1}\nexport default recordKind"
    for before in ("\ufeff", "#!/usr/bin/env node\n", "// one\r", "/* two */ ;"):
        assert javascript.read(before + text, "recordKind") == {"a": 1}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("f()", "a call of f"),
        ("require('child_process')", "a call of require"),
        ('import("child_process")', "a call of import"),
        ("new Date", "the name new"),
        ("name", "the name name"),
        ("undefined", "the name undefined"),
        ("process.env.HOME", "the name process"),
        ("'a' + 'b'", "something that is worked out (+)"),
        ("'a'.repeat(9)", "something that is worked out (.)"),
        ("1 ? 2 : 3", "something that is worked out (?)"),
        ("`a${1}`", "a template with something put in"),
        ("tag`a`", "the name tag"),
        ("/^a$/", "a regular expression"),
        ("[...x]", "a spread"),
        ("{...x}", "a spread"),
        ("{[x]: 1}", "a name that is worked out"),
        ("{x}", "x without a value of its own"),
        ("{get x() { return 1 }}", "get without a value of its own"),
        ("{x() {}}", "x without a value of its own"),
        ("{async *x() {}}", "async without a value of its own"),
        ("{a: 1, a: 2}", "a name that the object has already"),
        ("{__proto__: {}}", "a prototype"),
        ("() => 1", "no plain value"),
        ("(1)", "no plain value"),
        ("!0", "no plain value"),
        ("0x10", "no plain value"),
        ("1n", "no plain value"),
        ("010", "no plain value"),
        ("'\\1'", "an escape that is not read"),
        ("'\\u{110000}'", "an escape that is not read"),
        ("'a\nb'", "a string that has no end"),
        ("[,]", "no plain value"),
        ("[" * 64 + "]" * 64, "nested deeper than 64 levels"),
    ],
)
def test_what_would_have_to_be_run_is_refused_with_what_to_name_instead(value: str, why: str) -> None:
    message = refusal(f"\nexport const recordKind = {{ value: {value} }};")
    assert why in message
    assert "line 2" in message or "line 3" in message
    assert "answers, the folder with the answer records, and points, the file with the decision points" in message


@pytest.mark.parametrize(
    "text",
    [
        'import fs from "fs";\nexport const recordKind = {};',
        "const recordKind = {};\nexport { recordKind };",
        "export let recordKind = {};",
        "export const recordKind = {}, other = f();",
        "export const recordKind = {};\nrecordKind.name = 'x';",
        "export const recordKind = {}\n(f)",
        "export const recordKind = {}\nexport const recordKind = {};",
        "// a\u2028recordKind.name = 'x'\nexport const recordKind = {};",
        "export const recordKind = Object.freeze({});",
        "export const recordKind = [];",
        "export const recordKind = ",
        "export default {};",
        "<html>",
    ],
)
def test_any_other_statement_is_refused(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize("part", BUSY)
def test_a_file_that_is_made_to_keep_a_reader_busy_is_refused_at_once(part: str) -> None:
    text = "export const recordKind = {a: " + part * (200_000 // len(part.encode()))
    refusal(text)


def test_a_file_that_is_too_large_or_no_text_is_refused() -> None:
    assert "more than 262,144 bytes" in refusal(" " * 262_145)
    found = kind_file.read(b"// \xff", DECLARED, ROOT)
    assert isinstance(found, Reason)
    assert "byte 4 is no UTF-8" in found.message


def test_a_record_kind_without_answers_is_none_of_ours() -> None:
    assert read(kind_module(without("answers"))) is None


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (without("name"), "name is no text"),
        (KIND | {"name": "An Answer"}, "its name is not"),
        (KIND | {"location": "."}, "location is no object"),
        (KIND | {"location": {"dir": 1, "match": "a"}}, "location.dir is no text"),
        (KIND | {"location": {"dir": "../..", "match": "a"}}, "location.dir is outside the workspace"),
        (KIND | {"location": {"dir": "/etc", "match": "a"}}, "location.dir is outside the workspace"),
        (KIND | {"location": {"dir": ".", "match": "(a+)+$"}}, "location.match is a pattern that is not taken here"),
        (KIND | {"format": "json"}, "its format is not markdown-front-matter"),
        (KIND | {"idField": "key"}, 'its idField is not "id"'),
        (without("stateField"), 'its stateField is not "state"'),
        (without("schema", "id"), "schema.id is no text"),
        (KIND | {"schema": {"id": "a", "path": "../../x"}}, "schema.path is outside the workspace"),
        (KIND | {"answers": True}, "answers is no object"),
        (KIND | {"answers": {"points": "../../points.json"}}, "answers.points is outside the workspace"),
        (KIND | {"answers": {"points": "a\x1b[2J"}}, "answers.points holds characters that cannot be seen"),
    ],
)
def test_a_literal_that_is_no_answer_kind_is_invalid(kind: dict[str, Any], why: str) -> None:
    found = read(kind_module(kind))
    assert isinstance(found, Reason)
    assert found.code == "kind-invalid"
    assert why in found.message


def test_a_module_that_exports_no_kind_is_invalid() -> None:
    for text in ("", "// nothing", ";"):
        assert read(text) == Reason(
            "kind-invalid", "kind file answers/answer.kind.mjs is not a record kind: it has no recordKind export"
        )


def test_two_places_told_by_the_person_stand_in_for_a_kind_that_cannot_be_read() -> None:
    found = kind_file.told(DECLARED, ROOT / "answers", ROOT / "decisions" / "points.json")
    usual = read(kind_module(KIND))
    assert isinstance(usual, AnswerKind)
    assert (found.dir, found.match, found.schema_path) == (usual.dir, usual.match, usual.schema_path)
    assert (found.points_file, found.name, found.member) == (usual.points_file, usual.name, usual.member)


def test_nothing_of_a_workspace_runs_while_it_is_read(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    touch = f"require('fs').writeFileSync({json.dumps(str(marker))}, '')"
    modules = [
        f"{touch};\nexport const recordKind = {{}};",
        f"export const recordKind = {{ get name() {{ {touch}; return 'answer' }} }};",
        f"export const recordKind = {{ name: ({touch}, 'answer') }};",
        f"import('child_process').then(m => m.execSync('touch {marker}'));\nexport const recordKind = {{}};",
        f"export const recordKind = {{ name: `${{{touch}}}` }};",
        f"__import__('pathlib').Path({str(marker)!r}).touch()",
        f"export const recordKind = {{ name: __import__('pathlib').Path({str(marker)!r}).touch() }};",
    ]
    for number, each in enumerate(modules):
        (tmp_path / f"{number}.mjs").write_text(each)
    program = (
        "import pathlib, sys\n"
        "from sayso_client.stores.chant import kind_file\n"
        "from sayso_client.stores.chant.model import DeclaredKind\n"
        "root = pathlib.Path(sys.argv[1])\n"
        "sys.addaudithook(lambda name, _: print(name) if name in "
        "('exec', 'subprocess.Popen', 'os.system', 'os.posix_spawn', 'os.exec', 'os.fork') else None)\n"
        "for each in sorted(root.glob('*.mjs')):\n"
        "    print(kind_file.read(each.read_bytes(), DeclaredKind(each.name, each, None), root).code)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["kind-unreadable"] * len(modules)
    assert not marker.exists()


def test_a_phrase_of_the_file_cannot_act_on_the_terminal() -> None:
    for text in ("export const recordKind = {a: \x1b[2J}", "export const recordKind = {\u202e: 1}"):
        assert refusal(text).isprintable()


def test_the_reader_itself_tells_line_and_column() -> None:
    with pytest.raises(NotData) as refused:
        javascript.read("// one\nexport const recordKind = {\n  a: b,\n};", "recordKind")
    assert (refused.value.line, refused.value.column) == (3, 7)

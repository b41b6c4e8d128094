"""Loading the settings: what is read, from where, and what is said about what cannot be."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_config.document import read_document
from sayso_config.problems import Problem
from sayso_config.settings import HOME, Loaded, Mandate, Me, StoreSetting, Ui, load

GOOD = """\
# my settings
[me]
name = "github:alice"
assistant = "desk-assistant"

[[store]]
name = "home"
kind = "local"

[[store]]
name = "side"
kind = "local"
as = "alice"

[keys]
answer = "a"
refresh = ["r", "ctrl+r"]
snooze = ""
sheet.record = "ctrl+s,f10"

[ui]
theme = "ansi-dark"
ascii = true
animation = "none"
mouse = false

[notify]
bell = true

[[mandate]]
id = "storage"
text = "mandate 7: storage choices"

[[backend]]
name = "systemone"
url = "http://127.0.0.1:8788"

[[view]]
name = "due this week"
filter = "is:waiting due:<7d"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def loaded(file: Path, text: str | bytes, **environ: str) -> Loaded:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(file, environ)


def only(found: Loaded) -> Problem:
    assert len(found.problems) == 1, found.problems
    return found.problems[0]


def test_a_good_file_is_read_without_a_word(file: Path) -> None:
    found = loaded(file, GOOD)
    assert found.problems == ()
    settings = found.settings
    assert settings.me == Me("github:alice", "desk-assistant")
    assert settings.stores == (StoreSetting("home"), StoreSetting("side", "local", "alice"))
    assert settings.ui == Ui("ansi-dark", True, "none", False)
    assert settings.mandates == (Mandate("storage", "mandate 7: storage choices"),)
    assert settings.keys == {
        "answer": ("a",),
        "refresh": ("r", "ctrl+r"),
        "snooze": (),
        "sheet.record": ("ctrl+s", "f10"),
    }


def test_nothing_needs_to_be_configured(file: Path) -> None:
    found = load(file, {})
    assert not found.found
    assert found.problems == ()
    assert found.settings.me == Me(None, None)
    assert found.settings.stores == (StoreSetting(HOME),)
    assert found.hindrances(HOME) == ()
    assert not file.exists()


def test_home_is_there_even_when_only_others_are_named(file: Path) -> None:
    found = loaded(file, '[[store]]\nname = "side"\nkind = "local"\n')
    assert [store.name for store in found.settings.stores] == ["home", "side"]


def test_a_flag_beats_a_variable_beats_the_file_beats_the_default(file: Path) -> None:
    file.write_text('[ui]\nanimation = "none"\n')
    assert load(file.with_name("missing"), {}).settings.ui.animation == "full"
    assert load(file, {}).settings.ui.animation == "none"
    assert load(file, {"SAYSO_UI_ANIMATION": "full"}).settings.ui.animation == "full"
    flagged = load(file, {"SAYSO_UI_ANIMATION": "full"}, {"ui.animation": "none", "ui.theme": None})
    assert flagged.settings.ui.animation == "none"


@pytest.mark.parametrize("variable", ["SAYSO_ME_NAME", "SAYSO_ME__NAME"])
def test_a_variable_says_who_decides(file: Path, variable: str) -> None:
    found = loaded(file, GOOD, **{variable: "bob"})
    assert found.settings.me.name == "bob"
    assert found.problems == ()


def test_an_empty_variable_counts_as_not_set(file: Path) -> None:
    assert loaded(file, GOOD, SAYSO_ME_NAME="").settings.me.name == "github:alice"


@pytest.mark.parametrize(("word", "switch"), [("1", True), ("Yes", True), ("off", False), ("false", False)])
def test_a_switch_can_be_spoken_in_a_variable(file: Path, word: str, switch: bool) -> None:
    assert loaded(file, "[ui]\nascii = false\n", SAYSO_UI_ASCII=word).settings.ui.ascii is switch


def test_a_bad_value_falls_back_alone_and_is_named_with_its_line(file: Path) -> None:
    found = loaded(file, '[ui]\ntheme = "ansi-dark"\n\n  animation = "nome"\nascii = true\n')
    problem = only(found)
    assert (problem.path, problem.line, problem.column, problem.file) == ("ui.animation", 4, 3, file)
    assert problem.sentence == "ui.animation must be one of full, none; the nearest is none."
    assert found.settings.ui == Ui("ansi-dark", True, "full", True)
    assert found.hindrances(HOME) == ()


@pytest.mark.parametrize(
    ("text", "path", "sentence", "line", "fatal"),
    [
        ("[ui]\nascii = 1", "ui.ascii", "ui.ascii must be true or false, not a number.", 2, False),
        ("[ui]\ntheme = []", "ui.theme", "ui.theme must be text in quotes, not a list.", 2, False),
        ("[ui]\nacsii = true", "ui.acsii", "The setting ui.acsii is not known; did you mean ui.ascii?", 2, False),
        ("ui = 3", "ui", "[ui] must be a table, not a number.", 1, False),
        ("keys = 3", "keys", "[keys] must be a table, not a number.", 1, False),
        ("[uii]\n", "uii", "The section uii is not known; did you mean ui?", 1, False),
        ("[zzzzz]\n", "zzzzz", "The section zzzzz is not known.", 1, False),
        ("[me]\nname = 5", "me.name", "me.name must be text in quotes, not a number.", 2, True),
        ("[me]\nname = '  '", "me.name", "me.name must not be blank.", 2, True),
        ('[me]\nname = "a\\u202Eb"', "me.name", "me.name must hold no control or invisible characters.", 2, True),
        ("[me]\nnmae = 'alice'", "me.nmae", "The setting me.nmae is not known; did you mean me.name?", 2, True),
        ("me = 'alice'", "me", "[me] must be a table, not text.", 1, True),
        ("[[stroe]]\nname='x'", "stroe", "The section stroe is not known; did you mean store?", 1, True),
        ("[store]\nname = 'x'", "store", "Stores are written as [[store]], in two brackets each.", 1, True),
        ("[[store]]\nkind = 'local'", "store[1]", 'This store has no name; write name = "…".', 1, True),
        ("[[store]]\nname = ''", "store[1].name", "The name of a store must not be blank.", 2, True),
        ("mandate = 1", "mandate", "Mandates are written as [[mandate]], in two brackets each.", 1, False),
        (
            "[keys]\nanswer = 1",
            "keys.answer",
            'The key for answer must be keys in quotes, like "r,ctrl+r". It keeps its default.',
            2,
            False,
        ),
        (
            "[[mandate]]\nid = 'a'",
            "mandate[1]",
            "A mandate needs an id and a text; one of them must not be blank. It is not offered.",
            1,
            False,
        ),
    ],
)
def test_each_mistake_has_its_own_sentence(
    file: Path, text: str, path: str, sentence: str, line: int, fatal: bool
) -> None:
    problem = only(loaded(file, text))
    assert (problem.path, problem.sentence, problem.line) == (path, sentence, line)
    assert (problem.fatal_for_writing, problem.store) == (fatal, None)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('[me]\nname = "alice\n', 2, 14, "not TOML"),
        ('[me]\nname "alice"\n', 2, 6, "not TOML"),
        ('[me]\nname = "a"\nname = "b"\n', 3, 11, "given twice"),
        ('[me]\nname = "a"\n[me]\n', 3, 4, "given twice"),
        ("a = [1, 2", 1, None, "not TOML"),
        (b"[me]\nname = '\x00\x01'", 2, None, "binary"),
        (b"[me]\n\nname = '\xe9'", 3, None, "not UTF-8"),
        ("[me]\n".encode("utf-16"), None, None, "UTF-16"),
        (f"a = {'9' * 5000}", None, None, "too long"),
        (f"a = {'[' * 5000}{']' * 5000}", None, None, "nested too deeply"),
        ("#" * (1 << 20) + "\n", None, None, "larger than 1 MiB"),
    ],
)
def test_a_file_that_cannot_be_parsed_never_stops_reading_but_stops_writing(
    file: Path, text: str | bytes, line: int | None, column: int | None, words: str
) -> None:
    found = loaded(file, text)
    problem = only(found)
    assert words in problem.sentence
    assert (problem.line, problem.column, problem.path) == (line, column, "")
    assert found.hindrances("home") == found.hindrances("any other") == (problem,)
    assert found.settings.stores == (StoreSetting(HOME),)


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    assert "This is a folder" in only(load(tmp_path, {})).sentence


def test_a_file_that_cannot_be_opened_is_told_with_the_reason(tmp_path: Path) -> None:
    loop = tmp_path / "config.toml"
    loop.symlink_to(loop)
    problem = only(load(loop, {}))
    assert problem.sentence.startswith("The file cannot be read (")
    assert problem.fatal_for_writing
    below_a_file = tmp_path / "file"
    below_a_file.write_text("")
    assert "cannot be read" in only(load(below_a_file / "config.toml", {})).sentence


def test_what_is_not_a_file_is_not_waited_for() -> None:
    assert "not an ordinary file" in only(load(Path("/dev/zero"), {})).sentence


@pytest.mark.parametrize("text", ["", " \n", "# nothing yet\n"])
def test_a_file_that_sets_nothing_is_well(file: Path, text: str) -> None:
    found = loaded(file, text)
    assert (found.problems, found.found, found.sets_nothing) == ((), True, True)


def test_the_null_device_is_an_empty_file() -> None:
    found = load(Path("/dev/null"), {})
    assert (found.problems, found.sets_nothing) == ((), True)


def test_a_byte_order_mark_is_no_mistake(file: Path) -> None:
    assert loaded(file, b"\xef\xbb\xbf" + GOOD.encode()).settings.me.name == "github:alice"


def test_a_bad_name_is_never_replaced_by_a_weaker_one(file: Path) -> None:
    found = loaded(file, GOOD, SAYSO_ME_NAME=" \t")
    assert found.settings.me.name is None
    assert only(found).path == "SAYSO_ME_NAME"
    assert found.hindrances(HOME) == found.problems


def test_a_good_variable_makes_up_for_a_bad_name_in_the_file(file: Path) -> None:
    found = loaded(file, "[me]\nname = 5\n", SAYSO_ME_NAME="bob")
    assert found.settings.me.name == "bob"
    assert only(found).path == "me.name"
    assert found.hindrances(HOME) == ()


def test_a_mistyped_variable_about_me_is_told_and_stops_writing(file: Path) -> None:
    found = loaded(file, GOOD, SAYSO_ME_NMAE="bob")
    assert only(found).sentence.endswith("did you mean SAYSO_ME_NAME?")
    assert found.hindrances(HOME) == found.problems
    other = loaded(file, GOOD, SAYSO_UI_THEEM="x", SAYSO_HOME="/x", SAYSO_AGENT="1")
    assert not only(other).fatal_for_writing


def test_two_spellings_of_a_variable_that_differ_leave_in_doubt_who_decides(file: Path) -> None:
    found = loaded(file, GOOD, SAYSO_ME_NAME="bob", SAYSO_ME__NAME="carol")
    assert "set twice" in only(found).sentence
    assert found.hindrances(HOME) == found.problems
    assert loaded(file, GOOD, SAYSO_ME_NAME="bob", SAYSO_ME__NAME="bob").problems == ()


@pytest.mark.parametrize("kind", ["postgres", "xema"])
def test_a_kind_of_a_later_version_stops_writing_to_that_store_alone(file: Path, kind: str) -> None:
    found = loaded(file, f'[[store]]\nname = "team"\nkind = "{kind}"\nas = "alice"\n')
    problem = only(found)
    assert problem.sentence == f"Store team is of kind {kind}, which is not in this version yet; it is left alone."
    assert (problem.path, problem.line) == ("store[1].kind", 3)
    assert found.hindrances("Team") == (problem,)
    assert found.hindrances(HOME) == ()
    assert found.settings.stores == (StoreSetting(HOME), StoreSetting("team", kind, "alice", usable=False))


def test_a_home_that_is_configured_as_something_else_is_not_replaced(file: Path) -> None:
    found = loaded(file, '[[store]]\nname = "home"\nkind = "http"\n')
    assert [store.usable for store in found.settings.stores] == [False]
    assert found.hindrances(HOME)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('kind = "locla"', "has a kind that is not known; did you mean local?"),
        ('kind = "zzz"', 'has a kind that is not known; write kind = "local".'),
        ("kind = 3", "has a kind that is not known"),
        ("", "does not say its kind"),
        ('kind = "local"\naS = "alice"', "store[1].aS is not known; did you mean store[1].as?"),
        ('kind = "local"\nas = 3', "store[1].as must be text in quotes, not a number."),
        ('kind = "local"\npath = "/x"', "takes no path"),
    ],
)
def test_a_store_in_doubt_stops_writing_to_it_alone(file: Path, lines: str, words: str) -> None:
    found = loaded(file, f'[[store]]\nname = "side"\n{lines}\n')
    problem = only(found)
    assert words in problem.sentence
    assert found.hindrances("side") == (problem,)
    assert found.hindrances(HOME) == ()


def test_two_stores_of_one_name_are_told_and_neither_is_written_to(file: Path) -> None:
    store = '[[store]]\nname = "side"\nkind = "local"\n'
    found = loaded(file, store + store.replace("side", "SIDE"))
    assert (only(found).path, only(found).line) == ("store[2].name", 5)
    assert found.hindrances("side") == found.hindrances("SIDE") == found.problems


SECRET = "sk-5up3rS3cret"


@pytest.mark.parametrize(
    "text",
    [
        f'[[store]]\nname = "team"\nkind = "http"\nkey = "{SECRET}"\n',
        f'[[store]]\nname = "team"\nkind = "http"\nkey = {{ value = "{SECRET}" }}\n',
        f'[[store]]\nname = "team"\nkind = "postgres"\ndsn = "postgres://me:{SECRET}@db/x"\n',
        f'[[store]]\nname = "team"\nkind = "postgres"\ndsn = "host=db password={SECRET}"\n',
        f'[[store]]\nname = "team"\nkind = "http"\nurl = "https://me:{SECRET}@host"\n',
        f'[[store]]\nname = "team"\nkind = "local"\nkey = "{SECRET}"\n',
        f'[[store]]\nname = "team"\nkind = "{SECRET}"\n',
        f'[[backend]]\nname = "b"\nkey = "{SECRET}"\n',
        f'[me]\nname = "{SECRET}\n',
        f'[ui]\nanimation = "{SECRET}"\n',
        f'[[store]]\nname = "team"\ntoken = "{SECRET}"\nkind = "http"\n',
    ],
)
def test_a_secret_in_the_file_is_refused_and_never_repeated(file: Path, text: str) -> None:
    found = loaded(file, text, SAYSO_UI_ANIMATION=SECRET)
    assert len(found.problems) >= 2
    assert SECRET not in repr(found).replace(f"kind='{SECRET}'", "")
    assert not any(SECRET in str(problem) for problem in found.problems)


def test_a_literal_key_comes_with_the_way_to_write_it(file: Path) -> None:
    found = loaded(file, f'[[store]]\nname = "my team"\nkind = "http"\nkey = "{SECRET}"\n')
    problem = next(each for each in found.problems if each.path == "store[1].key")
    assert 'key = { env = "MY_TEAM_TOKEN" }' in problem.sentence
    assert (problem.line, problem.fatal_for_writing, problem.store) == (4, True, "my team")


@pytest.mark.parametrize("key", ['{ env = "T" }', '{ keyring = "sayso" }', '{ command = ["pass", "t"] }'])
def test_a_key_that_names_its_keeper_is_accepted(file: Path, key: str) -> None:
    found = loaded(file, f'[[store]]\nname = "team"\nkind = "http"\nurl = "https://a.example"\nkey = {key}\n')
    assert found.problems == ()
    assert found.settings.stores[1].usable


def test_a_problem_reads_as_one_line_that_cannot_act_on_a_terminal(file: Path) -> None:
    problem = only(loaded(file, '[ui]\n"a\\u001b[2J" = 1\n'))
    assert str(problem) == f"{file}, line 2, column 1: The setting ui.a\\u001b[2J is not known."


def test_loading_takes_a_few_milliseconds(file: Path) -> None:
    file.write_text(GOOD)

    def loading() -> float:
        start = time.process_time()
        load(file, {})
        return time.process_time() - start

    assert min(loading() for _ in range(10)) < 0.005


def test_loading_imports_neither_a_screen_nor_a_model_library(file: Path) -> None:
    file.write_text(GOOD)
    code = (
        "import sys; from pathlib import Path; from sayso_config.settings import load; import sayso_config.write;"
        f"assert not load(Path({str(file)!r}), {{}}).problems;"
        "print(sorted({'textual', 'rich', 'pydantic', 'platformdirs', 'tomli_w', 'difflib'} & set(sys.modules)))"
    )
    path = [folder for folder in sys.path if folder]
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": ":".join(path)}, check=True
    )
    assert ran.stdout.strip() == "[]"


values = st.recursive(
    st.one_of(st.booleans(), st.integers(-9, 9), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "kind", "key", "id", "ascii", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)
trees = st.dictionaries(st.sampled_from(["me", "store", "ui", "keys", "mandate", "notify", "backend", "x"]), values)


@given(tree=trees)
def test_no_toml_whatever_raises(tree: dict[str, object], tmp_path_factory: pytest.TempPathFactory) -> None:
    import tomli_w

    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_text(tomli_w.dumps(tree), encoding="utf-8")
    found = load(file, {})
    assert found.settings.stores
    assert all(problem.sentence.endswith((".", "?")) for problem in found.problems)


@given(raw=st.binary(max_size=60))
def test_no_bytes_whatever_raise(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.toml"
    file.write_bytes(raw)
    assert read_document(file).found

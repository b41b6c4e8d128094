from command_line import Sayso

MEMBERS = [
    "store",
    "key",
    "state",
    "waiting",
    "title",
    "text",
    "options",
    "working_assumption",
    "due",
    "terms_rev",
    "proposals",
    "claims",
    "settlement",
    "history",
    "flags",
    "records",
    "asked_by",
    "asked_at",
    "to",
    "subject",
    "links",
    "relations",
]


def test_the_document_has_all_that_a_program_needs(alice: Sayso) -> None:
    alice.ask("acme/db", "--default", "sqlite")
    alice.settle("answer", "acme/db", "--option", "pg", "--as", "delegated", "--under", "mandate 7", "--note", "Go.")
    shown = alice("show", "acme/db", "--json").json
    assert set(MEMBERS) <= set(shown)
    assert (shown["sayso"], shown["kind"], shown["store"], shown["key"]) == (1, "decision", "home", "acme/db")
    assert (shown["state"], shown["waiting"], shown["terms_rev"]) == ("decided", False, 1)
    settled = shown["settlement"]
    assert (settled["outcome"], settled["option"], settled["text"]) == ("decided", "pg", "PostgreSQL")
    assert settled["authority"] == {"kind": "delegated", "by": "desk", "under": "mandate 7", "basis": None}
    assert (settled["note"], settled["via"]) == ("Go.", "unattended")


def test_the_document_holds_the_records_as_they_are(sayso: Sayso) -> None:
    sayso.ask()
    sayso("note", "acme/db", "Hm.")
    shown = sayso("show", "acme/db", "--json").json
    assert [each["type"] for each in shown["records"]] == ["raised", "note"]
    assert shown["records"] == sayso.records()


def test_a_record_that_cannot_be_read_is_shown_as_what_could_be_read(sayso: Sayso) -> None:
    sayso("import", "-", stdin='{"key": "acme/db", "id": "x", "n": 1e999}\n')
    shown = sayso("show", "acme/db", "--json").json
    assert shown["state"] == "invalid"
    assert shown["records"] == [{"key": "acme/db", "id": "x", "n": None}]


def test_for_people_it_has_option_ids_and_what_is_assumed_meanwhile(sayso: Sayso) -> None:
    sayso.ask("acme/db", "--default", "sqlite")
    out = sayso("show", "acme/db").out
    assert "Which database?" in out
    assert "  pg      PostgreSQL\n" in out
    assert "cc-17 goes on with SQLite.  Not an answer." in out


def test_a_text_of_any_length_is_shown_whole(sayso: Sayso) -> None:
    text = "Which?\n\n" + "\n".join(f"line {n}" for n in range(5000))
    sayso("raise", "long", "--text", "-", stdin=text)
    assert "▏ line 4999\n" in sayso("show", "long").out


def test_what_is_not_held_ends_with_1(sayso: Sayso) -> None:
    ran = sayso("show", "acme/nothing", "--json")
    assert (ran.code, ran.out) == (1, "")
    assert "acme/nothing" in ran.err


def test_a_key_may_be_anything(sayso: Sayso) -> None:
    for key in ("-x", "a b/c d", "名前", "a=b;c"):
        assert sayso("raise", "--text", "So?", "--", key).out == f"{key}\n"
        assert sayso("show", "--json", "--", key).json["key"] == key

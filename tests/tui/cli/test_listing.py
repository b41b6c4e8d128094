import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from command_line import Sayso
from sayso_client.rows import Rank, Row
from sayso_client.vocabulary import Ref, State
from sayso_tui.cli.cells import cell_len
from sayso_tui.cli.table import Table
from sayso_tui.sample import records

HOSTILE = "Now\x1b]0;mine\x07\x1b[2J \u202eevil\u202c \u200bhidden\x9b5n"


@pytest.fixture
def full(alice: Sayso) -> Sayso:
    """A ledger with all sample decisions."""
    lines = b"\n".join(records(datetime(2026, 11, 3, 10, tzinfo=UTC)))
    assert alice("import", "-", "--unattended", stdin=lines).code == 0
    return alice


def test_an_empty_list_says_so_beside_stdout(sayso: Sayso) -> None:
    ran = sayso("list")
    assert (ran.code, ran.out, ran.err) == (0, "", "Nothing waits.\n")


def test_each_row_has_state_key_title_and_asker(sayso: Sayso) -> None:
    sayso.ask()
    assert sayso("list").out.split() == ["●", "open", "just", "now", "acme/db", "Which", "database?", "cc-17"]


def test_overdue_comes_first_then_what_is_due_soonest(sayso: Sayso) -> None:
    sayso("raise", "c", "--text", "C?")
    sayso("raise", "b", "--text", "B?", "--due", "2999-01-01")
    sayso("raise", "a", "--text", "A?", "--due", "2001-01-01")
    ran = sayso("list")
    assert next(line.split()[2] for line in ran.out.splitlines()) == "overdue"
    assert [each["key"] for each in sayso("list", "--json").documents] == ["a", "b", "c"]
    assert [each["overdue"] for each in sayso("list", "--json").documents] == [True, False, False]


@pytest.mark.parametrize("columns", ["40", "60", "80", "120", "300"])
def test_no_line_is_wider_than_the_terminal(full: Sayso, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = full("list", "--view", "all").out.splitlines()
    assert len(lines) > 40
    assert max(map(cell_len, lines)) <= int(columns)


def test_columns_stand_under_one_another(full: Sayso) -> None:
    lines = full("list", "--view", "all").out.splitlines()
    keys = [each["key"] for each in full("list", "--view", "all", "--json").documents]
    starts = {cell_len(line[: line.index(key)]) for line, key in zip(lines, keys, strict=True)}
    assert len(starts) == 1


def test_hostile_text_in_any_column_cannot_act_on_the_terminal(sayso: Sayso) -> None:
    sayso("raise", "key\x1b[2J", "--text", HOSTILE, "--by", "cc\x1b[31m", "--option", "a=\x9bx", "--default", HOSTILE)
    for words in (("list",), ("show", "key\x1b[2J"), ("wait", "key\x1b[2J", "--timeout", "0")):
        ran = sayso(*words)
        told = ran.out + ran.err
        assert not any(each in told for each in ("\x1b", "\x07", "\x9b", "\u202e", "\u200b"))
    assert "␛]0;mine␇" in sayso("list").out
    assert "[unsafe-text]" in sayso("list").out


def test_json_rows_are_ascii_and_keep_the_text_as_it_came(sayso: Sayso) -> None:
    sayso("raise", "schlüssel", "--text", HOSTILE)
    ran = sayso("list", "--json")
    assert ran.raw.isascii()
    row = ran.json
    assert (row["sayso"], row["kind"], row["key"]) == (1, "row", "schlüssel")
    assert row["title"] == HOSTILE


def test_views_and_filters_narrow_the_list(full: Sayso) -> None:
    def keys(*words: str) -> set[str]:
        return {each["key"] for each in full("list", "--json", *words).documents}

    assert "acme/rename-api" in keys("--view", "contested")
    assert "acme/audit-db" in keys("--view", "proposed")
    assert "acme/style-guide" in keys("--view", "settled")
    assert keys("--filter", "audit database") == {"acme/audit-db"}
    assert keys("--view", "all", "--filter", "no such words") == set()


def test_limit_stops_the_list(full: Sayso) -> None:
    assert len(full("list", "--limit", "3").out.splitlines()) == 3
    assert len(full("list", "--limit", "3", "--json").documents) == 3
    assert full("list", "--limit", "0").code == 2


def test_a_list_longer_than_a_window_is_complete(sayso: Sayso) -> None:
    def raised(number: int) -> str:
        key = f"k/{number:04d}"
        record = {"ext": "decisions/0.3", "type": "raised", "origin": "requester", "key": key, "id": f"r:{key}"}
        return json.dumps({**record, "at": "2026-11-03T10:00:00Z", "terms": {"text": "So?"}, "terms_rev": 1})

    assert sayso("import", "-", stdin="\n".join(map(raised, range(1203)))).code == 0
    assert [each["key"] for each in sayso("list", "--json").documents] == [f"k/{n:04d}" for n in range(1203)]


def test_a_store_that_is_not_there_is_named(sayso: Sayso) -> None:
    ran = sayso("list", "--store", "nowhere")
    assert (ran.code, ran.out) == (1, "")
    assert "nowhere" in ran.err


def test_with_several_stores_the_table_names_them(sayso: Sayso) -> None:
    sayso.home.mkdir()
    (sayso.home / "config.toml").write_text('[[store]]\nname = "lab"\nkind = "local"\n')
    sayso.ask("acme/db")
    sayso.ask("acme/db", "--store", "lab")
    assert [line.split()[4] for line in sayso("list").out.splitlines()] == ["home", "lab"]
    assert len(sayso("list", "--store", "lab").out.splitlines()) == 1
    assert sayso("show", "acme/db").code == 2
    assert sayso("show", "acme/db", "--store", "lab").code == 0
    assert sayso("export").code == 2


@pytest.mark.parametrize(
    ("ahead", "told"),
    [
        (timedelta(minutes=30, seconds=30), "30m ahead"),
        (timedelta(hours=47, seconds=30), "47h ahead"),
        (timedelta(days=99, seconds=30), "99d ahead"),
        (timedelta(days=200), "<1y ahead"),
        (timedelta(days=26_329), "72y ahead"),
        (timedelta(days=2_000_000), "far ahead"),
    ],
)
def test_a_clock_that_runs_ahead_is_told_without_a_cut(ahead: timedelta, told: str) -> None:
    now = datetime(2026, 11, 3, 10, tzinfo=UTC)
    row = Row(Ref("home", "a"), Rank("", "", 1, "a"), State.OPEN, waiting=True, title="A?", asked_at=now + ahead)
    assert f" {told} " in Table([row], now, 80, stores=False).line(row)


@pytest.mark.parametrize(("due", "told"), [("9999-12-31", r"due \d{4}y "), ("2999-01-01", r"due \d{3}y ")])
def test_a_day_far_off_is_told_in_years_and_never_cut(sayso: Sayso, due: str, told: str) -> None:
    sayso("raise", "a", "--text", "A?", "--due", due)
    assert re.search(told, sayso("list").out)

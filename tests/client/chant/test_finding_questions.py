"""A filter finds a question of a workspace by whatever its row shows, and by who asked it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chant_desk import ChantDesk, chant_desk
from opened import Room
from sayso_client.decision import Act
from sayso_client.rows import Query, View

HUD = "agent-question-27255b2f0819"


@pytest.fixture
def desk(tmp_path: Path, objects: dict[str, Any]) -> Iterator[ChantDesk]:
    with chant_desk(Room(tmp_path), objects) as found:
        yield found


def keys(desk: ChantDesk, text: str) -> set[str]:
    return {row.ref.key for row in desk.inbox.after(Query(View.ALL, text), None, 1_000)}


def test_every_word_of_every_row_is_found(desk: ChantDesk, objects: dict[str, Any]) -> None:
    rows = desk.inbox.after(Query(View.ALL), None, 1_000)
    assert {row.ref.key for row in rows} == set(objects)
    for row in rows:
        shown = f"{row.ref.key} {row.title} {row.asked_by or ''} {row.answer or ''} {row.settled_by or ''}"
        for word in shown.split():
            assert row.ref.key in keys(desk, word), word


def test_who_asked_an_ad_hoc_question_is_found_and_is_its_asker(desk: ChantDesk) -> None:
    assert desk.see(HUD).asked_by == "hud:session-7"
    assert ("ask.by", "hud:session-7") in {(each.name, each.value) for each in desk.see(HUD).inputs}
    assert HUD in keys(desk, "by:hud")
    assert keys(desk, "by:hud") == keys(desk, 'by:"hud:session-7"') == keys(desk, "session-7")


def test_what_an_ad_hoc_question_says_of_its_asker_takes_nobody_s_vote_away(
    tmp_path: Path, objects: dict[str, Any]
) -> None:
    question = {**objects[HUD]["question"], "state": "escalated", "inputs": {"ask.id": "req-1", "ask.by": "alice"}}
    with chant_desk(Room(tmp_path), {HUD: {**objects[HUD], "question": question}}) as desk:
        assert desk.see(HUD).asked_by == "alice"
        assert Act.ANSWER in desk.see(HUD).can.acts


def test_an_input_of_that_name_is_no_asker_where_the_question_is_not_ad_hoc(
    tmp_path: Path, objects: dict[str, Any]
) -> None:
    question = {**objects[HUD]["question"], "asked": None}
    with chant_desk(Room(tmp_path), {HUD: {**objects[HUD], "question": question}}) as desk:
        assert desk.see(HUD).asked_by is None


def test_rows_of_an_older_sayso_are_found_by_their_titles_once_it_was_updated(
    tmp_path: Path, objects: dict[str, Any]
) -> None:
    room = Room(tmp_path)
    with chant_desk(room, objects) as before:
        title = before.see(HUD).title
    with closing(sqlite3.connect(room.path)) as db, db:
        db.execute("UPDATE mark SET value = '5' WHERE name = 'fold'")
        db.execute("INSERT INTO search (search) VALUES ('delete-all')")
        db.execute("UPDATE decision SET words = 'of old'")
        db.execute("INSERT INTO search (rowid, words) SELECT num, words FROM decision")
    with chant_desk(room, {}) as after:
        assert HUD in keys(after, title)


def test_a_text_of_any_length_leaves_room_for_what_the_row_shows(tmp_path: Path, objects: dict[str, Any]) -> None:
    long = {"question": "Which way? " + "word " * 20_000, "criteria": {"left": "", "right": ""}}
    question = {**objects[HUD]["question"], "asked": long, "subject": "needle-in-it"}
    with chant_desk(Room(tmp_path), {HUD: {**objects[HUD], "question": question}}) as desk:
        assert keys(desk, "needle-in-it") == keys(desk, HUD) == keys(desk, "by:hud") == {HUD}

"""Where a store keeps days and no time of day, nothing on the screen says more than the day."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from sayso_client.rows import Rank, Row
from sayso_client.vocabulary import Ref, State
from sayso_tui.widgets.pane.when import ago, clock
from sayso_tui.widgets.row_words import age_word, ago_word

NOW = datetime(2026, 11, 4, 10, tzinfo=UTC)
CASES = [
    (date(2026, 11, 4), "today", "today", "today"),
    (date(2026, 11, 3), "yesterday", "1d old", "1d ago"),
    (date(2026, 10, 30), "5 d ago", "5d old", "5d ago"),
    (date(2025, 11, 4), "365 d ago", "52w old", "52w ago"),
    (date(2026, 11, 6), "2 d ahead of this clock", "ahead", "ahead"),
]


@pytest.mark.parametrize(("day", "in_the_pane", "open_row", "settled_row"), CASES)
def test_a_day_is_told_as_a_day(day: date, in_the_pane: str, open_row: str, settled_row: str) -> None:
    row = Row(Ref("work", "x"), Rank("~", "~", 1, "x"), State.OPEN, True, "Which?", asked_at=day)

    assert ago(day, NOW) == in_the_pane
    assert age_word(row, NOW) == open_row
    assert ago_word(day, NOW) == settled_row
    assert clock(day, NOW) == day.isoformat()


def test_the_day_is_that_of_the_store_and_not_of_the_readers_zone() -> None:
    late = datetime(2026, 11, 3, 23, tzinfo=timezone(timedelta(hours=-8)))

    assert ago(date(2026, 11, 4), late) == "today"

"""The decision moved while I wrote, in lines: what happened, and the ways on of the sheet on the screen."""

from sayso_client.decision import Decision
from sayso_client.differences import SETTLED, Moved, moved
from sayso_tui.cli.cells import screen_width
from sayso_tui.plain import fields
from sayso_tui.plain.code import FASTEST
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.dialogue import Left
from sayso_tui.plain.reading import in_lines
from sayso_tui.plain.written import Written
from sayso_tui.screens.choosing import Way, Ways
from sayso_tui.screens.was_now import was_and_now
from sayso_tui.widgets.pane.changed_around import around, changed_around, something_else
from sayso_tui.widgets.pane.clash import Clash
from sayso_tui.widgets.pane.news import what_changed
from sayso_tui.widgets.pane.settlement import settlement
from sayso_tui.widgets.pane.whole import whole


def kept(written: Written) -> str:
    """That nothing was recorded, and what became of the words."""
    return "Nothing was recorded; your words are kept." if written.draft.words else "Nothing was recorded."


def way_on(desk: Desk, written: Written, latest: Decision) -> Way:
    """Tell what happened and have a way on chosen; the one that writes nothing unless another is.

    What it takes to go that way is put into `written`: the decision as it stands, or a note. Nothing is recorded.

    Raises:
        SaysoError: what is written is not to be composed as it stands.
    """
    _tell(desk, written, latest)
    now, draft = desk.inbox.now().astimezone(), written.meant().draft
    clash = Clash(written.decision, latest, draft, written.me, now)
    ways = Ways(draft, written.decision, latest, clash.happened[0], clash.whole)
    way = _chosen(desk, ways)
    if way is Way.NOTE:
        written.say_as_note(ways.upon(way), latest)
    return way


def _tell(desk: Desk, written: Written, latest: Decision) -> None:
    now, was, say = desk.inbox.now().astimezone(), written.decision, desk.dialogue.say
    news = what_changed(was, latest, now, written.me, desk.inbox.came_from_here)
    say(f"! {news or 'it changed meanwhile'}. {kept(written)}")
    say(*in_lines([*was_and_now(was, latest, now), *settlement(latest, now)]))
    happened = moved(was, latest)
    if beside := around(was, latest, settled=bool(SETTLED & set(happened))):
        say(*in_lines([*changed_around(beside)]))
    elif happened == (Moved.OTHERWISE,):
        say(*in_lines([*something_else(latest, known=True), *whole(latest, now, screen_width())]))


def _chosen(desk: Desk, ways: Ways) -> Way:
    """By number. Leaving, and whatever was typed before all this could be read, chooses nothing."""
    dialogue, choices = desk.dialogue, []
    dialogue.say("What is to be done:")
    for number, (way, each) in enumerate(zip(ways.order, ways.choices(desk.inbox), strict=True), 1):
        dialogue.say(f"  {number} {each.label}: {each.refused or each.meaning}")
        choices.append(fields.Choice(number, str(way), each.label, each.refused.removeprefix("not possible: ")))
    dialogue.forget_typed_ahead()
    try:
        while True:
            index = fields.choose(dialogue, "Way", choices, 0, "none")
            if not index or dialogue.took >= FASTEST:
                return ways.order[index or 0]
            dialogue.say("That came faster than anybody reads. Choose again.")
    except Left:
        return Way.KEEP

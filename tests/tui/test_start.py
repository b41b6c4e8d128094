"""What the inbox may load before its first frame, and what has to come right after it."""

import asyncio
import json
from pathlib import Path

import handoff_decisions as h
from opened import Room, home, run_elsewhere

LOOK = """
import asyncio, gc, json, sys
from pathlib import Path
from sayso_client.inbox import open_inbox
from sayso_client.via import Via
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp

told = {}

class Told(SaysoApp):
    def _display(self, screen, renderable):
        super()._display(screen, renderable)
        told.setdefault("first", sorted(sys.modules))

    def on_ready(self):
        self.run_worker(self.look())

    async def look(self):
        await self.screen.furnished()
        told.update(then=sorted(sys.modules), collects=gc.isenabled(), frozen=gc.get_freeze_count())
        self.exit()

gc.disable()
inbox = open_inbox(Path(sys.argv[1]), Settings(), via=Via("inbox"))
Told(inbox, Settings()).run(headless=True, size=(120, 40))
inbox.close()
sys.__stdout__.write(json.dumps(told))
"""
"""Argument: the ledger. Prints what was loaded with the first frame and once the decision was there, as JSON."""

UPDATED = """
import asyncio, json, sys
from pathlib import Path
from sayso_client.inbox import open_inbox
from sayso_client.via import Via
from sayso_config.model import Me, Settings
from sayso_tui.ahead import names
from sayso_tui.app import SaysoApp

class Gone:
    asked = []
    def find_spec(self, name, path=None, target=None):
        if name.startswith("sayso_"):
            self.asked.append(name)
            raise ImportError(f"{name} was replaced by another version")

async def main():
    settings = Settings(me=Me(name="ana", assistant=None))
    inbox = open_inbox(Path(sys.argv[1]), settings, via=Via("inbox"))
    app = SaysoApp(inbox, settings)
    async with app.run_test(size=(120, 40)) as pilot, asyncio.timeout(60):
        while not set(names()) <= sys.modules.keys():
            await pilot.pause()
        sys.meta_path.insert(0, Gone())
        await pilot.press("1", *"Because.")
        while inbox.find(sys.argv[2]).waiting:
            await pilot.press("ctrl+s")
        await pilot.press("u", "escape", "question_mark", "escape", "n", "x", "escape", "ctrl+q")
    held = [each.value for each in inbox.store().every_record()]
    inbox.close()
    print(json.dumps({"held": held, "asked": Gone.asked}))

asyncio.run(main())
"""
"""Arguments: the ledger with one decision, and its key. Answers it after sayso's own files have gone."""

WIRES = {"pydantic", "httpx", "mcp", "psycopg", "starlette"}
NOT_FOR_A_LIST = {
    "asyncinotify",
    "sayso_client.asked",
    "sayso_client.compose",
    "sayso_client.decision",
    "sayso_client.draft",
    "sayso_client.drafts",
    "sayso_client.hidden",
    "sayso_client.ledger.elsewhere",
    "sayso_client.ledger.outbox",
    "sayso_client.ledger.presence",
    "sayso_client.ledger.writing",
    "sayso_client.lookalike",
    "sayso_client.made_plain",
    "sayso_client.stores.contract",
    "sayso_client.ledger.moves",
    "sayso_client.stores.replica_acts",
    "sayso_client.stores.replica_asking",
    "sayso_client.verdict",
    "sayso_config.scan",
    "sayso_config.write",
    "sayso_tui.ahead",
    "sayso_tui.outbox_words",
    "sayso_tui.screens.help",
    "sayso_tui.screens.sheet",
    "sayso_tui.screens.sheets",
    "sayso_tui.screens.too_small",
    "sayso_tui.widgets.decision_pane",
    "sayso_tui.widgets.empty",
    "sayso_tui.widgets.filter_bar",
    "sayso_tui.widgets.page",
    "sayso_tui.widgets.pane",
    "textual.widgets._markdown",
    "textual.widgets._text_area",
    "tomllib",
}
MOST = 80
"""So many modules of our own may come before the first frame (a configuration file adds some that read it). Each costs
about a seventh of a millisecond, whatever is in it; whoever needs one more looks for one that can wait.
"""


def test_the_first_frame_needs_nothing_that_a_list_can_do_without(tmp_path: Path) -> None:
    told = json.loads(run_elsewhere(LOOK, Room(tmp_path).make()).splitlines()[-1])
    first, then = set(told["first"]), set(told["then"])
    assert "sayso_tui.widgets.decision_list" in first
    assert first & (WIRES | NOT_FOR_A_LIST | {"click", "tomli_w"}) == set()
    assert "sayso_tui.widgets.decision_pane" in then - first
    assert not then & WIRES


def test_few_modules_of_our_own_come_before_the_first_frame(tmp_path: Path) -> None:
    told = json.loads(run_elsewhere(LOOK, Room(tmp_path).make()).splitlines()[-1])
    ours = [name for name in told["first"] if name.partition(".")[0] in {"sayso_client", "sayso_config", "sayso_tui"}]
    assert len(ours) <= MOST


def test_a_store_elsewhere_is_called_only_behind_the_first_frame(tmp_path: Path) -> None:
    shared = "Settings(stores=(StoreSetting('home'), StoreSetting('team', 'http', url='http://127.0.0.1:9')))"
    code = LOOK.replace("Settings()", shared).replace("import Settings", "import Settings, StoreSetting")
    told = json.loads(run_elsewhere(code, Room(tmp_path).make()).splitlines()[-1])
    loaded = {"sayso_client.sync", "sayso_client.stores.http", *WIRES, *NOT_FOR_A_LIST}
    assert set(told["first"]) & loaded == set()


def test_an_update_of_its_files_while_it_runs_costs_no_word(tmp_path: Path) -> None:
    room = Room(tmp_path)
    with room.inbox() as inbox:
        asyncio.run(home(inbox).take_in([json.dumps(h.raised()).encode()], "import"))
    told = json.loads(run_elsewhere(UPDATED, room.path, h.KEY).splitlines()[-1])
    assert told["asked"] == []
    assert [(each["type"], each.get("answer", {}).get("text")) for each in told["held"]] == [
        ("raised", None),
        ("settled", "Because."),
    ]


def test_garbage_is_looked_for_from_the_first_frame_on(tmp_path: Path) -> None:
    told = json.loads(run_elsewhere(LOOK, Room(tmp_path).make()).splitlines()[-1])
    assert told["collects"]
    assert told["frozen"] > 0

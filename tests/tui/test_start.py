"""What the inbox may load before its first frame."""

from pathlib import Path

from opened import Room, run_elsewhere

LOOK = """
import sys, asyncio
from pathlib import Path
from opened import Room
from sayso_config.model import Settings
from sayso_tui.app import SaysoApp
async def main():
    with Room(Path(sys.argv[1])).inbox() as inbox:
        app = SaysoApp(inbox, Settings())
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            print(*sorted(sys.modules))
asyncio.run(main())
"""


def test_nothing_heavy_is_loaded_before_the_first_frame(tmp_path: Path) -> None:
    Room(tmp_path).make()
    loaded = set(run_elsewhere(LOOK, tmp_path).split())
    assert "sayso_tui.screens.inbox" in loaded
    unwanted = {"pydantic", "httpx", "mcp", "psycopg", "starlette", "tomli_w", "click"}
    unwanted |= {"textual.widgets._text_area", "textual.widgets._markdown"}
    unwanted |= {"sayso_tui.screens.sheet", "sayso_tui.screens.help"}
    assert not unwanted & loaded

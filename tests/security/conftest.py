from pathlib import Path
from typing import Any

import pytest

from command_line import Sayso
from opened import home
from sayso_client.inbox import Inbox


@pytest.fixture
def sayso(tmp_path: Path) -> Sayso:
    """The command line of ana, with a question in her ledger."""
    sayso = Sayso(tmp_path / "home").named("ana", "desk-assistant")
    sayso.ask()
    return sayso


@pytest.fixture
def take_in(inbox: Inbox) -> Any:
    """Take records in, as they come from elsewhere."""
    import json

    async def take(*records: dict[str, Any], door: str = "import") -> None:
        await home(inbox).take_in([json.dumps(each).encode() for each in records], door)

    return take

"""Whether chant may be run in a workspace. It evaluates the workspace's own code, so only the person can say."""

import shlex
from typing import TYPE_CHECKING

from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_config.model import StoreSetting


def why_not(setting: "StoreSetting") -> str | None:
    """Why nothing is written to a workspace from here; None when it may be."""
    if setting.trust:
        return None
    name = one_line(setting.name, 40)
    return (
        f"{name} is only read: answers are written by chant, which runs the workspace's own code with your rights, and "
        f"you have not said that it may. Say so once: sayso store trust {shlex.quote(name)}"
    )

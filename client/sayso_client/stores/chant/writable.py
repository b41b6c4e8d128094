"""Whether anything can be written to a workspace at this moment: trust, and a program that may be started. No run."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.errors import Denied, Unreachable
from sayso_client.stores.chant import command, trusting

if TYPE_CHECKING:
    from sayso_config.model import StoreSetting


def why_not(setting: "StoreSetting", root: Path, environ: Mapping[str, str]) -> str | None:
    """Why nothing can be written there now, with the way out; a sentence, or None. Blocks for a few looks at files.

    Args:
        setting: Of the store, as it was read when this process began; what its file says now counts.
        root: The workspace's folder.
        environ: With the PATH.
    """
    try:
        now = trusting.at_present(setting)
        if refused := trusting.why_not(now):
            return refused
        command.find(now, root, environ)
    except (Denied, Unreachable) as error:
        return str(error)
    return None

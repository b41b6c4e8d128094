"""Whether chant may be run in a workspace. It evaluates the workspace's own code, so only the person can say."""

import shlex
from pathlib import Path

from sayso_client.errors import Unreachable
from sayso_client.text import one_line
from sayso_config.document import read_document
from sayso_config.findings import Findings
from sayso_config.model import StoreSetting


def why_not(setting: StoreSetting) -> str | None:
    """Why nothing is written to a workspace from here; None when it may be."""
    if setting.trust:
        return None
    return (
        "This workspace is only read: answers are written by chant, which runs its code with your rights, and you "
        f"have not said that it may. Say so once: “sayso store trust {shlex.quote(one_line(setting.name, 40))}”."
    )


def why_not_now(setting: StoreSetting) -> str | None:
    """As `why_not`, of the setting as its file has it now."""
    try:
        return why_not(at_present(setting))
    except Unreachable as error:
        return str(error)


def at_present(setting: StoreSetting) -> StoreSetting:
    """The setting with trust and command as its file has them now: trust that was taken back holds at once.

    Args:
        setting: As it was read when this process began.

    Raises:
        Unreachable: the file cannot be read now, so that nobody knows.
    """
    if setting.file is None:
        return setting
    from sayso_config.stores import read_stores

    document = read_document(Path(setting.file))
    if document.problem is not None:
        raise Unreachable(f"Whether chant may be run is not known now. {document.problem}")
    stores = read_stores(document.tree.get("store"), Findings(document))
    now = next((each for each in stores if each.name == setting.name and each.kind == setting.kind), None)
    if now is None or not now.usable or now.path != setting.path:
        return setting._replace(trust=False)
    return setting._replace(trust=now.trust, command=now.command)

"""A record that chant wrote after something was said, and that reads as before all the same: somebody put it back."""

import json
from datetime import datetime
from typing import TYPE_CHECKING

from sayso_client.stores.chant import seam

if TYPE_CHECKING:
    from sayso_client.stores.chant.workspace import Workspace
    from sayso_client.stores.contract import Parcel


def is_put_back(parcel: "Parcel", workspace: "Workspace") -> bool:
    """Whether chant's journal has a write of it since, which is not what stands there. Only files are in the journal.

    Args:
        parcel: What was said, upon the record as it reads now.
        workspace: As it is now.
    """
    raw = workspace.objects().get(parcel.ref.key)
    whole: object = None if raw is None else json.loads(raw)
    if not isinstance(whole, dict):
        return False
    entry = workspace.ground.journal.get(seam.text(whole, "file") or "")
    # The journal's time is shown as the record's as long as the record is what was written then.
    if entry is None or entry[1] == seam.text(whole, "seen_at"):
        return False
    return datetime.fromisoformat(entry[1]) > parcel.queued

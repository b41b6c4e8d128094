"""The inbox without a screen: what others import of it stands here, each side of it in a file of its own."""

from sayso_client.inbox.inbox import Inbox
from sayso_client.inbox.opening import open_inbox
from sayso_client.inbox.own_time_and_ids import mint_id, system_clock
from sayso_client.inbox.store_by_name import StoreLine

__all__ = ["Inbox", "StoreLine", "mint_id", "open_inbox", "system_clock"]

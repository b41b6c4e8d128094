"""Samples with something wrong in their records: forks, strange options, missing grounds, nothing that can be read."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sayso_client.handoff.json_door import digest
from sayso_tui.sample.story import ME, Story

H, D = timedelta(hours=1), timedelta(days=1)
BY_ME = {"kind": "principal", "by": ME}


def stories(now: datetime) -> Iterator[Story]:
    """The decisions, in no order that matters."""
    yield (
        Story(now, "shop/holiday-hours", "cc-17")
        .raised(4 * D, "Which hours on the holiday?", {"short": "10 to 14", "closed": "Closed"}, default="short", due=9)
        .amended(7 * H, "Which hours on the holiday and the day after?", {"short": "10 to 14", "closed": "Closed"})
        .amended(
            6 * H,
            "Which hours on the holiday, shop and phone?",
            {"short": "10 to 14", "full": "As always"},
            name="b2",
            fork=True,
        )
    )
    yield (
        Story(now, "shop/carrier", "drafter")
        .raised(5 * D, "Which carrier for bulky goods?", {"post": "The post", "north": "Northline"}, default="post")
        .wrote(
            4 * D,
            type="settled",
            origin="principal",
            id="s1",
            outcome="decided",
            answer={"text": "Northline, but only north of the river.", "option": "northline"},
            authority=BY_ME,
            terms_rev=1,
        )
    )
    yield (
        Story(now, "acme/log-level", "cc-31")
        .raised(6 * D, "Which log level in production?", {"info": "info", "warn": "warning"}, default="info")
        .wrote(
            5 * D,
            type="settled",
            origin="principal",
            id="s1",
            outcome="decided",
            answer={"text": "warning", "option": "warn"},
            authority={"kind": "delegated", "by": "desk"},
            terms_rev=1,
        )
    )
    other = digest({"text": "Which licence for the small client library?", "options": [{"id": "mit", "label": "MIT"}]})
    yield (
        Story(now, "acme/licence", "codex-3")
        .raised(
            9 * D, "Which licence for all client libraries?", {"mit": "MIT", "apache": "Apache-2.0"}, default="apache"
        )
        .wrote(
            8 * D,
            type="settled",
            origin="principal",
            id="s1",
            outcome="decided",
            answer={"text": "MIT", "option": "mit"},
            authority=BY_ME,
            terms_rev=1,
            sayso={
                "saw": {"need": "r:acme/licence", "terms": other},
                "via": {"kind": "inbox", "host": "demo", "tty": "demo"},
            },
        )
    )
    yield Story(now, "acme/moved-question", "cc-02").wrote(
        3 * D,
        type="note",
        origin="requester",
        id="n1",
        about="acme/moved-question",
        note="The question itself was sent to the other ledger.",
        sayso={"by": "cc-02"},
    )
    yield Story(now, "acme/double-option", "cc-44").wrote(
        2 * D,
        type="raised",
        origin="requester",
        id="r:acme/double-option",
        terms={"text": "Which one?", "options": [{"id": "a", "label": "This"}, {"id": "a", "label": "That"}]},
        terms_rev=1,
        sayso={"by": "cc-44"},
    )
    yield (
        Story(now, "acme/backup-window", "cc-31")
        .raised(40 * H, "May the backup run during the day?", {"yes": "Yes", "no": "No"}, default="no")
        .wrote(39 * H, type="withdrawn", origin="requester", id="w1", reason="changed my mind")
    )

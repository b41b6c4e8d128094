"""Samples that are over: decided on each ground, dismissed, withdrawn for either reason."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sayso_tui.sample.story import A, C, D, Story

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def stories(now: datetime) -> Iterator[Story]:
    """The decisions, in no order that matters."""
    yield (
        Story(now, "acme/style-guide", "cc-02")
        .raised(
            10 * DAY, "Tabs or spaces in the new repository?", {"tabs": "Tabs", "spaces": "Spaces"}, default="spaces"
        )
        .settled(9 * DAY, "spaces", note="As everywhere else.")
    )
    yield (
        Story(now, "acme/queue")
        .raised(
            14 * DAY, "Which queue for the mails?", {"pg": "A table in PostgreSQL", "rabbit": "RabbitMQ"}, default="pg"
        )
        .proposed(
            14 * DAY,
            question="choice",
            answer={"option": "pg"},
            confidence=0.93,
            threshold=0.8,
            model="bosun-v3.1-1.7b",
        )
        .settled(13 * DAY, "pg", kind=C)
    )
    yield (
        Story(now, "acme/blob-store")
        .raised(
            6 * DAY,
            "Where do uploaded files go?",
            {"disk": "The server's disk", "s3": "Object storage"},
            default="disk",
        )
        .settled(5 * DAY, "s3", kind=D, under="mandate 7: storage choices")
    )
    yield (
        Story(now, "shop/price-cap", "drafter")
        .raised(20 * DAY, "Is there a cap on the summer discount?", due=-12)
        .settled(18 * DAY, text="Yes, 25 %.", kind=A, basis="mail of 3 June to the shop team")
    )
    yield (
        Story(now, "shop/gift-wrap", "cc-17")
        .raised(8 * DAY, "Offer gift wrapping?", {"yes": "Yes", "no": "No"}, default="no")
        .claimed(7 * DAY, "yes", "said in the weekly call, minute 12")
        .settled(6 * DAY, "yes", kind=A, basis="said in the weekly call, minute 12", claim="c1")
    )
    yield (
        Story(now, "acme/error-budget", "release")
        .raised(16 * DAY, "Which error budget for the API?", {"1": "0.1 %", "5": "0.5 %"}, default="5")
        .proposed(
            16 * DAY,
            question="choice",
            answer={"option": "5"},
            probabilities={"1": 0.3, "5": 0.7},
            model="bosun-v3.1-1.7b",
        )
        .settled(15 * DAY, "5", name="s1")
        .settled(11 * DAY, "1", name="s2", over=["s1"], note="After the outage of last week.")
    )
    yield (
        Story(now, "shop/legacy-theme", "codex-3")
        .raised(22 * DAY, "Repair the legacy theme?", {"yes": "Yes", "no": "No"}, default="no")
        .settled(21 * DAY, note="Nobody uses it any more.")
    )
    yield (
        Story(now, "shop/banner-text", "drafter")
        .raised(
            3 * DAY, "Which text for the banner?", {"a": "Free returns", "b": "Returns within 30 days"}, default="b"
        )
        .claimed(40 * HOUR, "a", "answered in the drafting session, line 88")
        .withdrawn(40 * HOUR, "settled")
    )
    yield (
        Story(now, "acme/old-runner", "cc-31")
        .raised(4 * DAY, "Renew the licence of the old runner?", {"yes": "Yes", "no": "No"}, default="no")
        .withdrawn(30 * HOUR, "not_needed", "The runner was switched off.")
    )
    yield (
        Story(now, "shop/packing-slips", "cc-17")
        .raised(17 * DAY, "Print packing slips in colour?", {"yes": "Yes", "no": "No"}, default="no")
        .settled(16 * DAY, "no", via=None)
    )

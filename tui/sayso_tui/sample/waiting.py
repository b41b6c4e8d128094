"""Samples that wait, with and without a day by which they do, and those that wait for somebody else."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sayso_tui.sample.story import ME, P, Story

H, D = timedelta(hours=1), timedelta(days=1)
YES_NO = {"yes": "Yes", "no": "No"}

REFUND = """Refund above policy limit. Approve?

Order 1182, 412.00 EUR, bought 41 days ago; the policy allows 30 days.
The customer writes that the parcel came damaged and that our form was down in week 3, which the status page confirms.

Declining means a chargeback is likely: they announced one."""

ROLLOUT = "How shall the new checkout be rolled out?\n\n" + "\n".join(
    f"{hour:02d}:00  {shops:3d} shops switched, error rate {rate / 100:.2f} %, {orders:6,d} orders"
    for hour, shops, rate, orders in ((n % 24, n * 7, (n * 13) % 47, 800 + n * 311) for n in range(1, 39))
)

REGIONS = {
    f"{area}-{n}": f"{name} {n}"
    for area, name in (("eu", "Europe"), ("us", "America"), ("ap", "Asia"), ("af", "Africa"))
    for n in range(1, 7)
}


def stories(now: datetime) -> Iterator[Story]:
    """The decisions, in no order that matters."""
    yield (
        Story(now, "shop/refund-1182", "drafter")
        .raised(
            3 * D,
            REFUND,
            {"approve": "Approve the whole refund", "part": "Refund the goods, not the postage", "decline": "Decline"},
            default="decline",
            due=-1,
            subject="order 1182",
            links=("https://shop.example/orders/1182",),
        )
        .noted(26 * H, "The customer asked again this morning.")
    )
    yield Story(now, "acme/ship-4.2", "release").raised(
        5 * H,
        "May release 4.2 pass the ship gate?\n\nTwo tests are skipped on arm64; both are known to be flaky.",
        {"ship": "Ship it", "hold": "Hold it until they pass"},
        default="hold",
        due=0,
        subject="release 4.2",
    )
    yield Story(now, "shop/importer-flag").raised(
        2 * D, "Ship the importer behind a flag?", YES_NO, default="yes", due=3, to=ME
    )
    yield Story(now, "acme/csv-export", "codex-3").raised(
        5 * D,
        "Keep the legacy CSV export?",
        {"keep": "Keep it", "warn": "Keep it for a year, with a warning", "drop": "Drop it in 5.0"},
        default="The export stays untouched in this branch.",
        due=24,
    )
    yield Story(now, "acme/onboarding", "codex-3").raised(
        9 * D,
        "What do we promise on the first screen after sign-up?\n\nOne sentence is enough; I have left the place empty.",
    )
    yield Story(now, "acme/pin-node", "cc-02").raised(31 * D, "Pin node 20 in CI?", YES_NO, default="no")
    yield Story(now, "shop/checkout-rollout", "release").raised(
        7 * H, ROLLOUT, {"all": "Everybody tonight", "ramp": "5 % a day", "stop": "Stop and look again"}, default="ramp"
    )
    yield Story(now, "shop/first-region", "cc-17").raised(
        30 * H, "Which region gets the new warehouse routing first?", REGIONS, default="eu-1", due=12
    )
    yield (
        Story(now, "acme/cache-layer", "cc-09")
        .raised(4 * D, "Put a cache before the price service?", {"redis": "Redis", "none": "No cache"}, default="none")
        .settled(3 * D, "redis")
        .reopened(20 * H, ["s1"], "The new figures say that it is fast enough without.")
        .related(19 * H, uri="https://acme.example/inquiries/204")
        .related(18 * H, key="shop/cache-layer")
    )
    yield Story(now, "acme/key-rotation", "cc-31").raised(
        timedelta(minutes=-18), "Rotate the signing key before the freeze?", YES_NO, default="yes", due=2
    )
    yield (
        Story(now, "acme/tax-number", "drafter")
        .raised(6 * D, "Which tax number goes on the Swiss invoices?", due=8)
        .noted(5 * D, "Dana keeps the books.", to="dana", reason="not mine")
    )
    yield Story(now, "shop/press-quote", "drafter").raised(
        3 * D, "May the press release quote the customer by name?", YES_NO, default="no", to=["dana", "kim"], due=6
    )
    yield (
        Story(now, "shop/refund-window", "cc-17")
        .raised(
            2 * D, "How long is the refund window for sale items?", {"14": "14 days", "30": "30 days"}, default="14"
        )
        .claimed(5 * H, "30", "said in the shop channel at 10:05, in answer to Kim")
    )
    yield (
        Story(now, "acme/rename-api", "cc-09")
        .raised(
            8 * D,
            "Rename the public API before 1.0?",
            {"rename": "Rename it", "keep": "Keep the names"},
            default="keep",
        )
        .settled(3 * D, "rename", name="s1")
        .settled(50 * H, "keep", kind=P, by="kim", name="s2")
    )
    yield (
        Story(now, "acme/python-310", "cc-09")
        .raised(12 * D, "Drop Python 3.10 support?", YES_NO, default="no", due=15)
        .settled(9 * D, "yes")
        .amended(
            28 * H,
            "Drop Python 3.10 and 3.11 support?",
            {"yes": "Yes, both", "only-310": "Only 3.10", "no": "No"},
            default="no",
            due=10,
        )
    )

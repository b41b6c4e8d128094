"""Samples with proposals: choice, score and P(true), sound and unsound, agreeing and not."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sayso_tui.sample.story import Story

H, D = timedelta(hours=1), timedelta(days=1)
BOSUN = {"model": "bosun-v3.1-1.7b", "backend": "systemone"}
LEVELS = {"0": "cosmetic", "1": "annoying", "2": "harmful", "3": "urgent"}


def stories(now: datetime) -> Iterator[Story]:
    """The decisions, in no order that matters."""
    yield (
        Story(now, "acme/audit-db")
        .raised(
            25 * H,
            "Which database for the audit log?\n\nIt is written by four services at once and read once a month.",
            {"pg": "PostgreSQL", "sqlite": "SQLite", "files": "Plain files"},
            default="sqlite",
            due=4,
            subject="audit log",
        )
        .proposed(
            24 * H,
            question="choice",
            answer={"option": "pg", "text": "PostgreSQL"},
            probabilities={"pg": 0.91, "sqlite": 0.07, "files": 0.02},
            confidence=0.87,
            threshold=0.8,
            reason="Four writers at once; the others lock.",
            usage={"tokens": 412},
            **BOSUN,
        )
    )
    yield (
        Story(now, "acme/finding-118", "cc-02")
        .raised(
            30 * H, "How bad is finding F-118?\n\nA wrong total on the printed invoice when a line is removed.", LEVELS
        )
        .proposed(
            29 * H,
            question="score",
            answer={"option": "2", "text": "harmful"},
            score=1.8,
            legend=LEVELS,
            probabilities={"0": 0.04, "1": 0.26, "2": 0.56, "3": 0.14},
            confidence=0.64,
            threshold=0.8,
            **BOSUN,
        )
    )
    yield (
        Story(now, "shop/duplicate-account", "drafter")
        .raised(9 * H, "Are accounts 5012 and 7730 the same person?", {"yes": "Yes", "no": "No"}, default="no", due=1)
        .proposed(
            8 * H, question="boolean", probability=0.5, reason="Same street, other spelling of the name.", **BOSUN
        )
    )
    yield (
        Story(now, "shop/tax-rounding", "codex-3")
        .raised(
            11 * H,
            "Round the tax a line or a basket?",
            {"line": "Each line", "basket": "The whole basket"},
            default="basket",
        )
        .proposed(
            10 * H,
            question="choice",
            answer={"option": "line", "text": "Each line"},
            probabilities={"line": "0.9", "basket": 0.33, "both": 0.33},
            confidence=1.2,
            threshold="high",
            model="homegrown-7",
        )
    )
    yield (
        Story(now, "acme/work-item-size", "cc-17")
        .raised(
            2 * H,
            "Which builder tier builds W-002?",
            {"small": "Small", "medium": "Medium", "large": "Large"},
            default="The run waits.",
            due=7,
        )
        .proposed(
            90 * timedelta(minutes=1),
            "p1",
            question="choice",
            answer={"option": "small", "text": "Small"},
            probabilities={"small": 0.51, "medium": 0.5, "large": 0.08},
            confidence=0.55,
            **BOSUN,
        )
        .proposed(
            80 * timedelta(minutes=1),
            "p2",
            question="choice",
            answer={"option": "medium", "text": "Medium"},
            reason="It touches the shared schema.",
        )
    )
    yield (
        Story(now, "acme/retention-days", "cc-31")
        .raised(7 * D, "How many days of raw logs do we keep?", {"30": "30", "90": "90"}, default="30")
        .proposed(6 * D, question="choice", answer={"option": "90", "text": "90"}, confidence=0.71, **BOSUN)
        .amended(
            4 * H,
            "How many days of raw logs do we keep, now that they hold no addresses?",
            {"30": "30", "90": "90", "365": "365"},
            default="30",
        )
    )

"""Samples in other scripts, and samples whose text tries to act on the terminal, to hide, or to pass for another."""
# ruff: noqa: RUF001 - letters that can be confused are the data of this file

from collections.abc import Iterator
from datetime import datetime, timedelta

from sayso_tui.sample.story import Story

H, D = timedelta(hours=1), timedelta(days=1)


def stories(now: datetime) -> Iterator[Story]:
    """The decisions, in no order that matters."""
    yield Story(now, "acme/hotfix", "cc-\x1b[31m44").raised(
        50 * H,
        "Apply the hotfix?\x1b]0;All clear\x07\x1b[2J\n\nThe script is called \u202etxt.ezilaitini\u202c and "
        "says \u200bnothing\u200b else. [bold]Safe[/bold] [@click=app.quit]here[/].",
        {"yes": "Yes \x1b[8mand delete the backups\x1b[0m", "no": "No"},
        default="no",
    )
    yield Story(now, "shop/payment-host", "cc-44").raised(
        45 * H,
        "Which host may take payments?",
        {"a": "paypal.example", "b": "раураl.example", "c": "neither"},
        default="c",
    )
    yield Story(now, "shop/名前", "翻訳係").raised(
        20 * H,
        "新しい店舗の名前はどれにしますか？\n\n看板は来週の月曜日に印刷されます。",
        {"sakura": "さくら商店", "minato": "みなと商店"},
        default="sakura",
        due=5,
    )
    yield Story(now, "shop/hebrew", "cc-17").raised(
        33 * H, "האם לשלוח את ההזמנה 1182 היום?", {"yes": "כן, היום", "no": "לא, מחר"}, default="no"
    )
    yield Story(now, "shop/arabic", "cc-17").raised(
        34 * H, "هل نوافق على العرض رقم 7؟", {"yes": "نعم", "no": "لا"}, default="no"
    )
    yield Story(now, "acme/mascot", "drafter").raised(
        60 * H,
        "Which mascot for the release? 🎉",
        {"fox": "🦊 the fox", "family": "👩‍👩‍👧 the family", "flag": "🏴󠁧󠁢󠁳󠁣󠁴󠁿 the flag", "none": "none"},
        default="none",
    )

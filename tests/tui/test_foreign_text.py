"""Text from outside: shown as it is, never obeyed, never markup."""

import re
from pathlib import Path
from typing import Any

import pytest

import handoff_decisions as h
from at_the_keys import text_of
from sayso_tui.foreign import foreign, foreign_line, in_brief

TUI = Path(__file__).parents[2] / "tui" / "sayso_tui"
MARKUP = ["[/]", "[/", "[b + z", "[data: /m?x=b-1-]", "[0] hi", "[@click=app.quit]yes[/]", "[link=https://x]y[/link]"]
ACTING = [
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]0;title\x07",
    "\x1b[2J",
    "\x1b[10A",
    "\x1b[?1049l",
    "\x1bP1$q\x1b\\",
    "\x1b_apc\x1b\\",
    "\x1bc",
    "\x1b]never ended",
    "\x9b31m",
    "a\u202eb",
    "\u2066x\u200b\ufeff",
]


def everywhere(text: str) -> tuple[dict[str, Any], ...]:
    terms = {
        "text": f"Q {text}\nmore {text}",
        "options": [{"id": "pg", "label": f"L {text}"}, {"id": "sqlite", "label": "SQLite"}],
        "default": f"D {text}",
    }
    asked = h.raised(terms=terms, sayso={"by": f"A {text}", "subject": f"S {text}", "links": [f"https://{text}"]})
    claim = h.claimed(answer={"text": f"C {text}", "option": "pg"}, evidence={"basis": f"B {text}"})
    proposal = h.proposed(
        minutes=20,
        question="choice",
        answer={"text": f"P {text}", "option": "pg"},
        model=f"M {text}",
        reason=f"R {text}",
        metadata={f"K {text}": f"V {text}"},
    )
    return asked, claim, proposal, h.note(text=f"N {text}")


@pytest.mark.parametrize("text", [" ".join(MARKUP), MARKUP[1]])
async def test_markup_is_literal_in_list_pane_and_every_sheet(fill: Any, sit: Any, text: str) -> None:
    await fill(*everywhere(text))
    async with sit(size=(200, 70)) as person:
        assert text_of(person.app).count(text[:14]) >= 6
        for opening in ("1", "c", "d", "n"):
            await person.press(opening)
            assert f"Q {text[:14]}" in text_of(person.app)
            await person.write("[/] [")
            assert "[/] [" in text_of(person.app)
            await person.press("escape")
        await person.press("/")
        await person.write(text)
        await person.press("enter")
        await person.press("escape", "1", "ctrl+s")
        assert "written to home" in text_of(person.app)


@pytest.mark.parametrize("text", [" ".join(ACTING), ACTING[9]])
async def test_nothing_reaches_the_terminal_that_acts_on_it(fill: Any, sit: Any, text: str) -> None:
    await fill(*everywhere(text))
    async with sit(size=(200, 70)) as person:
        for opening in ("a", "c", "d", "n"):
            assert_harmless(text_of(person.app))
            await person.press(opening)
            await person.paste(text)
            assert_harmless(text_of(person.app))
            await person.press("escape")
        await person.press("/")
        await person.paste(text)
        assert_harmless(text_of(person.app))


def assert_harmless(shown: str) -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\ufeff\u202a-\u202e\u2066-\u2069]", shown)
    assert re.search("[␀-␟]|⟨U\\+", shown)


async def test_plain_hebrew_arabic_cjk_and_emoji_are_unharmed(fill: Any, sit: Any) -> None:
    words = "שלום עולם · مرحبا · 数据库 · 👩‍💻"
    await fill(h.raised(terms={"text": words}))
    async with sit() as person:
        shown = "".join(person.app.screen.pane.page.lines)
    assert words in shown
    assert "⟨U+" not in shown


def test_foreign_text_is_plain_and_without_styles() -> None:
    content = foreign("[b]x[/b]\x1b[2J")
    assert (content.plain, content.spans) == ("[b]x[/b]␛[2J", [])
    assert foreign_line("a\nb").plain == "a b"


def test_a_long_sentence_keeps_its_beginning_and_its_end() -> None:
    brief = in_brief("answered: " + "word " * 500 + "· written to home")
    assert len(brief) <= 245
    assert brief.startswith("answered:")
    assert brief.endswith("written to home")


def test_no_widget_is_given_text_that_it_would_read_as_markup() -> None:
    """Each Static, Label and notify has markup=False or gets Content; nothing sets a border title."""
    faults = []
    for path in sorted(TUI.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for call in re.finditer(r"\b(Static|Label|notify)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", source):
            inside = call.group(2).strip()
            if inside and not re.search(r"markup=False|foreign|Content|self\._head\(\)|self, |Static\)", inside):
                faults.append(f"{path.name}: {call.group()}")
        faults += [
            f"{path.name}: {each}" for each in re.findall(r"border_title|border_subtitle|\.tooltip|from_markup", source)
        ]
    assert faults == []

"""What `plain` does to text that would act on a terminal or hide, and what it leaves alone."""
# ruff: noqa: RUF001 - foreign letters are what is tested

import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sayso_client.text import plain

ATTACKS = {
    "OSC 52 clipboard": "\x1b]52;c;cHduZWQ=\x07",
    "OSC 8 link": "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "OSC 0 title": "\x1b]0;pwn\x07",
    "OSC 2 title": "\x1b]2;pwn\x1b\\",
    "clear screen": "\x1b[2J",
    "cursor up": "\x1b[10A",
    "alternate screen": "\x1b[?1049h",
    "device control": "\x1bPq#0\x1b\\",
    "application program command": "\x1b_Gf=100\x1b\\",
    "reset": "\x1bc",
    "unterminated OSC": "\x1b]",
    "8-bit CSI": "\x9b2J",
    "8-bit OSC": "\x9d0;pwn\x9c",
    "backspaces": "yes\b\b\bno",
    "end of a paste": "\x1b[201~\x13",
    "form feed and vertical tab": "a\x0cb\x0bc",
    "delete": "a\x7fb",
}

HARMLESS = {
    "ASCII": "Which database? [deploy] {now} ~ `x` | 100 %\n\tindented",
    "French": "Où est l’été ? « Là-bas » — naïve cœur…",
    "decomposed accents": "e\u0301te\u0301",
    "Hebrew": "האם להעביר את שירות ההזמנות?",
    "pointed Hebrew": "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים",
    "Hebrew with a mark of direction": "שלום C++\u200e!",
    "Arabic": "هل ننقل الخدمة إلى السحابة؟",
    "vowelled Arabic": "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ",
    "Persian with a non-joiner": "می\u200cخواهم کتاب\u200cها را",
    "the Hijri year": "۱۴۰۳ ه\u200d.",
    "Devanagari with a joiner": "क्\u200dष और र\u094d\u200d",
    "Devanagari with a non-joiner": "क्\u200cष",
    "Bengali": "র\u200d\u09cdযাম",
    "Sinhala": "ශ්\u200dරී ලංකා",
    "Tamil and Thai": "தமிழ் ภาษาไทย น้ำ",
    "Tibetan stack": "བོད་སྐད་ རྫོགས",
    "Chinese": "我们应该使用哪个数据库？",
    "Japanese with the wide space": "データベース\u3000どちら",
    "a Japanese name with a variant": "葛\U000e0100飾区",
    "Korean": "어떤 데이터베이스",
    "decomposed Korean": unicodedata.normalize("NFD", "어떤 데이터베이스"),
    "Mongolian with a variant": "ᠮᠣᠩᠭᠣᠯ \u1828\u180b",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a profession with skin tone": "👩🏽\u200d💻 👍🏿",
    "a couple with a heart": "👩\u200d❤\ufe0f\u200d👨",
    "the rainbow flag": "🏳\ufe0f\u200d🌈",
    "country flags": "🇩🇪🇯🇵",
    "the flag of Scotland": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "keycaps": "1\ufe0f\u20e3 #\ufe0f\u20e3",
    "emoji and text presentation": "❤\ufe0f ☎\ufe0e ©\ufe0f",
    "an emoji newer than Python's tables": "\U0001fae9",
    "boxes and arrows": "┌─┐ → ⇒ ✓ ●",
    "an Arabic number sign": "\u0601 ۱۲",
}

SHOWN = {
    "escape": ("a\x1bb", "a␛b"),
    "null": ("\x00", "␀"),
    "delete": ("\x7f", "␡"),
    "C1": ("\x9b", "⟨U+009B⟩"),
    "next line": ("\x85", "⟨U+0085⟩"),
    "override": ("safe\u202eexe", "safe⟨U+202E⟩exe"),
    "isolate": ("\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"),
    "zero width space": ("a\u200bb", "a⟨U+200B⟩b"),
    "byte order mark": ("\ufeffa", "⟨U+FEFF⟩a"),
    "soft hyphen": ("a\u00adb", "a⟨U+00AD⟩b"),
    "grapheme joiner": ("a\u034fb", "a⟨U+034F⟩b"),
    "Hangul filler": ("a\u3164b", "a⟨U+3164⟩b"),
    "word joiner": ("a\u2060b", "a⟨U+2060⟩b"),
    "private use": ("\ue000", "⟨U+E000⟩"),
    "unassigned": ("\u0378", "⟨U+0378⟩"),
    "noncharacter": ("\uffff", "⟨U+FFFF⟩"),
    "hidden tag letters": ("a\U000e0068\U000e0069", "a⟨U+E0068⟩⟨U+E0069⟩"),
    "tags without their end": ("🏴\U000e0067\U000e0062\U000e0065", "🏴⟨U+E0067⟩⟨U+E0062⟩⟨U+E0065⟩"),
    "lone surrogate": ("\ud800", "\ufffd"),
    "joiner between Latin letters": ("a\u200db", "a⟨U+200D⟩b"),
    "non-joiner between Latin letters": ("a\u200cb", "a⟨U+200C⟩b"),
    "two non-joiners in Persian": ("می\u200c\u200cخ", "می⟨U+200C⟩⟨U+200C⟩خ"),
    "joiner at the end of a family": ("👨\u200d", "👨⟨U+200D⟩"),
    "selector after a letter": ("a\ufe0f", "a⟨U+FE0F⟩"),
    "selector after a lone digit": ("1\ufe0f", "1⟨U+FE0F⟩"),
    "two selectors": ("❤\ufe0f\ufe0f", "❤\ufe0f⟨U+FE0F⟩"),
    "ideographic selector after a letter": ("a\U000e0100", "a⟨U+E0100⟩"),
    "direction mark among Latin letters": ("a\u200eb\u200f", "a⟨U+200E⟩b⟨U+200F⟩"),
    "two direction marks": ("שלום\u200f\u200f", "שלום\u200f⟨U+200F⟩"),
    "carriage return": ("yes\rno", "yes\nno"),
    "CRLF": ("a\r\nb", "a\nb"),
    "line and paragraph separator": ("a\u2028b\u2029c", "a\nb\nc"),
    "odd spaces": ("a\u00a0b\u202fc\u2800d", "a b c d"),
    "stacked marks": ("z" + "\u0301" * 43, "z" + "\u0301" * 6 + "⟨+37 marks⟩"),
    "Korean vowels on one another": ("가" + "\u1161" * 9, "가" + "\u1161" * 6 + "⟨+3 marks⟩"),
    "a mark that would sit on what precedes": ("\u0301a\n\u0302b", "◌\u0301a\n◌\u0302b"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_no_sequence_reaches_the_terminal(name: str) -> None:
    shown = plain(f"before {ATTACKS[name]} after")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)
    assert shown.startswith("before ")
    assert shown.endswith(" after")


@pytest.mark.parametrize("name", HARMLESS)
def test_what_people_write_is_unharmed(name: str) -> None:
    assert plain(HARMLESS[name]) == HARMLESS[name]


@pytest.mark.parametrize("name", SHOWN)
def test_what_hides_is_shown(name: str) -> None:
    text, shown = SHOWN[name]
    assert plain(text) == shown


# Characters that meet the rules, put together more often than chance would.
DELICATE = "a1क\u094dم\u0647ש\u200c\u200d\u200e\u200f\u061c\ufe0e\ufe0f\u20e3\u0301\u034f👨🏴\U0001f3fd❤葛\ufa6f"
DELICATE += "\U000e0067\U000e0062\U000e0065\U000e007f\U000e0100\u180b\u1828\n\t\r \u2028\x1b\x9b\u202e\ud800\u1161ᄀ"
texts = st.one_of(
    st.text(st.characters(), max_size=60),
    st.text(st.sampled_from(DELICATE), max_size=60),
    st.lists(st.sampled_from([*HARMLESS.values(), *ATTACKS.values()]), max_size=4).map("".join),
)
HIDERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufff8\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e001f\U000e0080-\U000e00ff"
    "\U000e01f0-\U0010ffff]"
)
ALLOWED = re.compile(
    "🏴[\U000e0030-\U000e007a]{3,6}\U000e007f"  # a flag of tags
    "|(?<=[^\\x00-\\x7f])[\u200c\u200d\ufe0e]"  # joiners and selectors follow what is not ASCII
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[^\\x00-\\x7f])[\ufe0f\u180b-\u180d\u180f\ufe00-\ufe02\U000e0100-\U000e01ef]"
)


@given(texts)
@example("\u0647\u200d")
@example("葛\U000e0100\U000e0101")
@example("\ufa6e\U000e0100")
@example("क" + "\u094d" * 9 + "\u200d")
def test_nothing_hidden_is_left(text: str) -> None:
    shown = plain(text)
    assert not HIDERS.search(shown)
    rest = ALLOWED.sub("", shown)
    assert not re.search("[\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e01ef]", rest)
    if re.search("[\u200e\u200f\u061c]", rest):
        assert any(unicodedata.bidirectional(char) in ("R", "AL") for char in rest if char not in "\u200f\u061c")
        assert not re.search("[\u200e\u200f\u061c]{2}", rest)


@given(texts)
def test_no_base_carries_more_than_six_marks(text: str) -> None:
    marks = "".join("m" if unicodedata.category(char) in ("Mn", "Me") else "." for char in plain(text))
    assert "m" * 8 not in marks  # six, and a variation selector or a keycap among them


@given(texts)
@example("\u0301\u200d")
@example("\x1b\u0301")
def test_doing_it_again_changes_nothing(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_printable_ascii_stays_as_it_is(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "\x1b",
        "\u200d",
        "\u0301",
        "👨\ufe0f\u200d",
        "a\u0301\u200d",
        "\u200f",
        "—",
        "\n\u0301",
        "汉",
        "\u1161",
        " ",
    ],
)
def test_the_time_grows_no_faster_than_the_text(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        start = time.process_time()
        plain(text)
        return time.process_time() - start

    small = min(seconds(20_000) for _ in range(3))
    assert seconds(200_000) < 40 * small + 0.05

"""The one way in which foreign text reaches a widget: made plain, and never read as markup."""

from textual.content import Content

from sayso_client.text import isolate, one_line, plain


def foreign(text: str, style: str = "") -> Content:
    """Text from outside as it may be painted: it cannot act on the terminal, hide, or style anything."""
    return _content(plain(text), style)


def foreign_line(text: str, cells: int | None = None, style: str = "") -> Content:
    """The same on one line, cut with "…" behind so many code points."""
    return _content(isolate(one_line(text, cells)), style)


def in_brief(sentence: str, cells: int = 240) -> str:
    """A sentence with foreign words in it, short enough for a line or two; its beginning and its end stay."""
    line = one_line(sentence)
    return line if len(line) <= cells else f"{line[: cells - 80]} … {line[-77:]}"


def _content(text: str, style: str) -> Content:
    return Content.styled(text, style) if style else Content(text)

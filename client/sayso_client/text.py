"""Foreign text made safe for a terminal, and what a reader is told about it.

Records, keys and ids stay raw, since they must match. Whatever is painted passes `plain` or `one_line` once.
"""


def plain(text: str) -> str:
    """Text that can neither act on a terminal nor hide.

    C0 controls become their pictures (␛, DEL ␡). C1 controls, bidi controls and every invisible, private or unassigned
    character become ⟨U+202E⟩; lone surrogates U+FFFD. Marks beyond six on one base become ⟨+37 marks⟩, and a mark that
    begins a line gets a ◌ to stand on. Tab and newline stay; CR, CRLF, U+2028 and U+2029 become newlines; no-break and
    other odd spaces become a space, but for the wide one of CJK (U+3000). LRM and RLM stay beside right-to-left
    letters; joiners, variation selectors and flag tags where script or emoji needs them.

    Costs time linear in the text, never raises, and changes nothing when applied again.
    """
    if text.isascii() and (text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()):
        return text
    # Imported here, as below: plain text, which most of it is, needs none of those tables.
    from sayso_client.made_plain import made_plain

    return made_plain(text)


def one_line(text: str, cells: int | None = None) -> str:
    """Plain text on one line, every run of white space one space, for rows and titles.

    Args:
        text: Foreign text of any length; only a beginning that surely suffices is looked at.
        cells: At most so many code points, the last a "…" when something was cut. The screen cuts by its own cells.
    """
    whole = text.strip()
    head = whole if cells is None else whole[: max(cells, 1) * 8 + 64]
    line = " ".join(plain(head).split())
    if cells is None or (len(line) <= cells and len(head) == len(whole)):
        return line
    if cells <= 0:
        return ""
    cut = line[: cells - 1]
    if cut.isascii():
        return f"{cut.rstrip()}…"
    from sayso_client.made_plain import without_a_loose_end

    return f"{without_a_loose_end(cut)}…"


def unsafe(text: str) -> tuple[str, ...]:
    """Phrases for what `plain` made visible and for long blanks; empty when there is nothing to tell.

    For example "3 control characters", "1 text-direction control", "a run of 300 spaces".
    """
    from sayso_client.made_plain import what_was_hidden

    return what_was_hidden(text, plain(text))


def isolate(text: str) -> str:
    """One line of plain text that cannot pull our own words beside it into its right-to-left run.

    Terminals either do no bidi at all or apply the implicit rules to a whole row, and several draw U+2066 to U+2069 as
    garbage. So a text with right-to-left letters gets an LRM on either side, which every such terminal draws with no
    width and which keeps neighbouring digits and punctuation where they are. All other text is returned as it is.
    """
    if text.isascii():
        return text
    from sayso_client.made_plain import reads_right_to_left

    return text if not reads_right_to_left(text) else f"\u200e{text}\u200e"

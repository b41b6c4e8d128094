"""What a terminal whose locale is not UTF-8 can show: other signs for ours, and "?" for what it does not know.

Of the bytes of UTF-8 such a terminal makes other characters, and some of those act on it. So it gets none.
"""

import sys
from collections.abc import Mapping

from sayso_tui.channels import knows_ascii_only

UTF_8 = "utf-8"
HANDLER = "sayso-screen"
"""Under which Python knows how the screen stands in for a character."""


def encoding_of(environ: Mapping[str, str]) -> str:
    """What the terminal understands, as Python calls it: utf-8 unless the locale says otherwise.

    A locale that names no known character set is taken for ASCII.
    """
    if knows_ascii_only(environ):
        return "ascii"
    said = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    if not said or "utf" in said.lower():
        return UTF_8
    import codecs
    from locale import normalize

    try:
        return codecs.lookup(normalize(said).partition(".")[2].partition("@")[0]).name
    except LookupError:
        return "ascii"


def fit_terminal(environ: Mapping[str, str]) -> str | None:
    """Write only what the terminal understands from now on.

    Returns:
        A sentence about what will be missing; None when it is UTF-8 and nothing will.
    """
    encoding = encoding_of(environ)
    if encoding == UTF_8:
        return None
    import codecs

    codecs.register_error(HANDLER, _stand_in)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding=encoding, errors=HANDLER)  # type: ignore[union-attr]  # real streams at a terminal
    named = next((f"{name}={environ[name]}" for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    return (
        f"This terminal is no UTF-8 one ({named}): signs are ASCII, and letters that it does not know are shown as ?."
    )


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_sign, error.object[error.start : error.end])), error.end


def _sign(char: str) -> str:
    """As many cells of ASCII as the character takes."""
    from rich.cells import cell_len

    from sayso_tui.glyphs import stand_ins

    known = stand_ins().get(char)
    return known if known is not None else "?" * cell_len(char)

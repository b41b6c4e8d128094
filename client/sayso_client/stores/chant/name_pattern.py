r"""A kind's pattern of file names: a JavaScript regular expression from the workspace, so it may be hostile.

Only a row of characters, classes and dots is taken, each with one quantifier at most, and at most two of those without
a fixed length: then no file name takes long. chant's own pattern, `^[a-z][a-z0-9-]*-[0-9a-f]{12}\.md$`, has one.
"""

import re

MOST_ELASTIC = 2
"""Parts without a fixed length. Each multiplies the steps that a name of 255 characters may take."""
LONGEST = 500

_PART = re.compile(
    r"""(?P<class>\[\^?(?:[^\]\[\\^&|~]|\\[\\\]\[^.*+?(){}|/$dw-])+\])
      | (?P<escape>\\[\\.*+?()\[\]{}|/^$dw-])
      | (?P<dot>\.)
      | (?P<plain>[^\\.*+?()\[\]{}|^$])""",
    re.VERBOSE,
)
_TIMES = re.compile(r"\{(\d{1,3})(,(\d{0,3}))?\}|[*+?]")


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern for `search`, with what JavaScript means by `$`, `.` and word characters.

    Raises:
        ValueError: it has groups, choices or more loose parts than we take; the text is a phrase that says why.
    """
    if len(pattern) > LONGEST:
        raise ValueError(f"longer than {LONGEST} characters")
    body = pattern.removeprefix("^")
    starts = len(body) < len(pattern)
    ends = body.endswith("$") and not body.endswith("\\$")
    body = body.removesuffix("$") if ends else body
    elastic = 0 if starts else 1
    parts: list[str] = []
    at = 0
    while at < len(body):
        part = _PART.match(body, at)
        if part is None or (part["class"] and "--" in part["class"]):
            raise ValueError("more than characters, classes and dots in a row")
        times = _TIMES.match(body, part.end())
        parts.append(_ours(part) + (times[0] if times else ""))
        elastic += times is not None and _is_elastic(times)
        at = times.end() if times else part.end()
    if elastic > MOST_ELASTIC:
        raise ValueError(f"more than {MOST_ELASTIC} parts without a fixed length")
    try:
        return re.compile(("^" if starts else "") + "".join(parts) + (r"\Z" if ends else ""), re.ASCII)
    except re.error as error:
        raise ValueError(f"no regular expression ({error.msg})") from None


def _ours(part: re.Match[str]) -> str:
    if part["dot"]:
        return "[^\\n\\r\u2028\u2029]"
    return part[0] if part["class"] or part["escape"] else re.escape(part[0])


def _is_elastic(times: re.Match[str]) -> bool:
    return times[1] is None or (times[2] is not None and times[3] != times[1])

"""The one JavaScript module that is read: comments and `export const NAME = {…}`, an object literal of plain values.

Whatever would have to be run to know the value (calls, names, spreads, imports, concatenation, getters, templates with
something put in) is refused with its place. Nothing is ever evaluated.
"""

import re

from sayso_client.stores.chant.literal import LiteralReader, whole

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_NUMBER = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?![\w$.])")
_WHOLE = re.compile(r"(?:0|[1-9][0-9]{0,14})(?![\w$.])")
_PLAIN = {'"': re.compile(r'[^"\\\r\n]*'), "'": re.compile(r"[^'\\\r\n]*"), "`": re.compile(r"[^`\\$]*")}
_ESCAPE = re.compile(
    r"""\\(?:x(?P<byte>[0-9A-Fa-f]{2})
         | u(?P<unit>[0-9A-Fa-f]{4})
         | u\{0*(?P<code>10[0-9A-Fa-f]{4}|[0-9A-Fa-f]{1,5})\}
         | (?P<nothing>\r\n|[\r\n\u2028\u2029])
         | (?P<null>0(?![0-9]))
         | (?P<char>[^0-9xu]))""",
    re.VERBOSE,
)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}
_WORDS = {"true": True, "false": False, "null": None}
_REGEX = "a regular expression; only text in quotes is read"


class _ModuleReader(LiteralReader):
    blanks = re.compile("[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
    line_end = re.compile("[\n\r\u2028\u2029]")

    def scalar(self) -> object:
        if self.here in _PLAIN:
            return self._string()
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            number = float(found[0])
            return int(number) if number.is_integer() and abs(number) < 2**53 else number
        found = _NAME.match(self.text, self.at)
        if found and found[0] in _WORDS:
            self.at = found.end()
            return _WORDS[found[0]]
        raise self.fail(self._refusal(found))

    def key(self) -> str:
        at = self.at
        if self.here == "`":
            raise self.fail("a template as a name")
        if self.here in _PLAIN:
            name = self._string()
        elif found := _NAME.match(self.text, self.at) or _WHOLE.match(self.text, self.at):
            name = found[0]
            self.at = found.end()
        else:
            raise self.fail(
                "a spread" if self.text.startswith("...", at) else "a name that is worked out, or none at all"
            )
        self.skip()
        if self.here != ":":
            raise self.fail(f"{name[:40]} without a value of its own (a getter, a method or a short form)", at)
        if name == "__proto__":
            raise self.fail("a prototype", at)
        return name

    def value(self) -> object:
        found = super().value()
        self.skip()
        if self.here not in (",", "}", "]", ";", "") and self.depth:
            raise self.fail(f"something that is worked out ({self.here})")
        return found

    def object(self) -> dict[str, object]:
        """The object that comes next."""
        self.skip()
        if self.here == "{":
            return self.members()
        self.scalar()
        raise self.fail("a value that is no object")

    def word(self, *words: str) -> bool:
        """Pass over these words, one after the other; if they do not all come, over none."""
        before = self.at
        for word in words:
            self.skip()
            found = _NAME.match(self.text, self.at)
            if found is None or found[0] != word:
                self.at = before
                return False
            self.at = found.end()
        return True

    def _string(self) -> str:
        quote, start = self.here, self.at
        self.at += 1
        parts: list[str] = []
        while True:
            plain = _PLAIN[quote].match(self.text, self.at)
            assert plain is not None
            parts.append(plain[0].replace("\r\n", "\n").replace("\r", "\n"))
            self.at = plain.end()
            if self.here == quote:
                self.at += 1
                return whole("".join(parts))
            parts.append(self._unusual(start))

    def _unusual(self, start: int) -> str:
        """What stands for something else inside a string."""
        if self.here == "$" and not self.text.startswith("${", self.at):
            self.at += 1
            return "$"
        if self.here == "$":
            raise self.fail("a template with something put in")
        escape = _ESCAPE.match(self.text, self.at)
        if escape is None:
            raise self.fail("an escape that is not read" if self.here == "\\" else "a string that has no end", start)
        self.at = escape.end()
        if escape["char"]:
            return _LETTERS.get(escape["char"], escape["char"])
        code = escape["byte"] or escape["unit"] or escape["code"]
        return chr(int(code, 16)) if code else "\0" if escape["null"] else ""

    def _refusal(self, name: re.Match[str] | None) -> str:
        if name is not None:
            self.at = name.end()
            self.skip()
            return f"{'a call of' if self.here == '(' else 'the name'} {name[0][:40]}"
        if self.here == "/":
            return _REGEX
        if self.text.startswith("...", self.at):
            return "a spread"
        return "no plain value" if self.here else "the end of the file, where a value should be"


def read(text: str, name: str) -> dict[str, object] | None:
    """The object literal that a module exports under a name; None when it exports nothing under it.

    Args:
        text: The module.
        name: Such as `recordKind`.

    Raises:
        NotData: the module holds anything else than this one literal (`export default NAME` may follow).
    """
    reader = _ModuleReader(text.removeprefix("\ufeff"))
    if reader.text.startswith("#!"):
        reader.at = (reader.text + "\n").index("\n")
    found: dict[str, object] | None = None
    while True:
        reader.skip()
        at = reader.at
        if not reader.here:
            return found
        if reader.take(";"):
            continue
        if found is None and reader.word("export", "const", name) and reader.take("="):
            found = reader.object()
        elif found is None or not reader.word("export", "default", name):
            raise reader.fail("a statement that would have to be run", at)

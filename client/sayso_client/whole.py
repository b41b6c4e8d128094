"""Sentences that others follow: a command at the end of one is set off, so that the next does not run into it."""

import re

_STOPS = (".", "!", "?", "…")
_COMMAND = re.compile(r": (?P<command>(?:sayso|chant|pip|pipx|git) [^\n]*)\Z")


def whole(sentence: str) -> str:
    """The sentence so that another one can stand behind it.

    A command behind its colon, where it is easily copied, gets quotation marks and the full stop that it had not; words
    that end without any stop get one. A command whose last word is a dot is known by the space before that.

    Args:
        sentence: One or several, plain.
    """
    text = sentence.rstrip()
    found = _COMMAND.search(text)
    command = found["command"] if found else ""
    if found and ". " not in command and (not command.endswith(_STOPS) or command.endswith(" .")):
        return f"{text[: found.start()]}: “{command}”."
    return text if not text or text.endswith(_STOPS) else f"{text}."


def in_a_row(*sentences: str) -> str:
    """Sentences one behind the other, empty ones left out; a command at the very end stays as it is."""
    told = [each for each in sentences if each]
    return " ".join((*map(whole, told[:-1]), *told[-1:]))

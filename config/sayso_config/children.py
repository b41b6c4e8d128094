"""The variables of every program that sayso starts, such as an editor: all but those that are named as secrets."""

from collections.abc import Iterable, Mapping

_KEPT_BACK: set[str] = set()


def keep_back(names: Iterable[str]) -> None:
    """From now on, no program that this process starts gets these variables."""
    _KEPT_BACK.update(names)


def child_environ(environ: Mapping[str, str], more: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a program is started with.

    Args:
        environ: The variables of this process.
        more: What the program gets beside them.
    """
    return {name: value for name, value in {**environ, **(more or {})}.items() if name not in _KEPT_BACK}

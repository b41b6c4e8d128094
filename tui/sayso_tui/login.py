"""The name that somebody without a configured one is offered."""

import getpass


def offered_name() -> str:
    """The login name; never root, empty when there is none."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    return "" if name == "root" else name

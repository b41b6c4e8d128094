"""Reading a key from where it is kept: a variable, the keyring of the system, or what a command prints.

A key lives in memory only. No text made here holds one, nor what a command printed.
"""

from collections.abc import Mapping

from sayso_config.key_command import LONGEST, Hold, NoKey, printed
from sayso_config.key_ring import kept
from sayso_config.model import Secret
from sayso_config.problems import quoted

__all__ = ["PATIENCE_S", "Hold", "NoKey", "read_key"]

PATIENCE_S = 60.0
"""How long a command or a keyring may take; some ask for a finger or a passphrase first."""


def read_key(
    secret: Secret, environ: Mapping[str, str], *, patience_s: float = PATIENCE_S, hold: Hold | None = None
) -> str:
    """The key itself. Blocks: a keyring or a command may ask its owner first.

    Args:
        secret: Where it is kept.
        environ: The variables of this process.
        patience_s: How long a command or a keyring may take.
        hold: With which a command can be ended from another thread, when nobody waits any more. A keyring cannot be
            ended: its thread keeps no program from ending.

    Raises:
        NoKey: there is none, or none that can be sent. The sentence says what to do.
    """
    match secret.way:
        case "env":
            key, where = environ.get(secret.at[0], ""), f"The variable {quoted(secret.at[0])}"
            if not key.strip():
                raise NoKey(f"{where} is not set, and the key is kept there; set it and start sayso again.")
        case "keyring":
            key, where = kept(secret.at[0], patience_s), f"The keyring's entry {quoted(secret.at[0])}"
        case _:
            key, where = printed(secret.at, environ, patience_s, hold or Hold()), f"What {quoted(secret.at[0])} printed"
    key = key.strip()
    if not key:
        raise NoKey(f"{where} is empty, and a key was expected.")
    if len(key) > LONGEST or not (key.isascii() and key.isprintable()) or " " in key:
        raise NoKey(f"{where} is no key: it must be one word of at most {LONGEST:,} printable ASCII characters.")
    return key

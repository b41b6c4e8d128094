"""Reading a key from where it is kept: a variable, the keyring of the system, or what a command prints.

A key lives in memory only. No text made here holds one, nor what a command printed.
"""

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread
from typing import IO

from sayso_config.children import child_environ
from sayso_config.model import Secret
from sayso_config.problems import ConfigError, quoted

SERVICE = "sayso"
"""Under which service the keyring is asked: `keyring set sayso NAME`."""
LONGEST = 8_192
"""Characters of a key. Servers take no longer header."""
PATIENCE_S = 60.0
"""How long a command may take; some ask for a finger or a passphrase first."""


class NoKey(ConfigError):
    """A key cannot be had. Nothing was sent."""


def read_key(secret: Secret, environ: Mapping[str, str], *, patience_s: float = PATIENCE_S) -> str:
    """The key itself. Blocks: a keyring or a command may ask its owner first.

    Args:
        secret: Where it is kept.
        environ: The variables of this process.
        patience_s: How long a command may take.

    Raises:
        NoKey: there is none, or none that can be sent. The sentence says what to do.
    """
    match secret.way:
        case "env":
            key, where = environ.get(secret.at[0], ""), f"The variable {quoted(secret.at[0])}"
            if not key.strip():
                raise NoKey(f"{where} is not set, and the key is kept there; set it and start sayso again.")
        case "keyring":
            key, where = _from_keyring(secret.at[0]), f"The keyring's entry {quoted(secret.at[0])}"
        case _:
            key, where = _from_command(secret.at, environ, patience_s), f"What {quoted(secret.at[0])} printed"
    key = key.strip()
    if not key:
        raise NoKey(f"{where} is empty, and a key was expected.")
    if len(key) > LONGEST or not (key.isascii() and key.isprintable()) or " " in key:
        raise NoKey(f"{where} is no key: it must be one word of at most {LONGEST:,} printable ASCII characters.")
    return key


def _from_keyring(name: str) -> str:
    # Imported where one is asked for: it is an extra, and it looks for its back ends when it is imported.
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        raise NoKey(
            "The key is kept in the keyring, and this sayso was installed without it; install sayso[keyring]."
        ) from None
    try:
        key = keyring.get_password(SERVICE, name)
    except KeyringError:
        raise NoKey("The keyring could not be asked; is it there, and unlocked?") from None
    if key is None:
        raise NoKey(
            f"The keyring holds no key named {quoted(name)}; put it there with: keyring set {SERVICE} {quoted(name)}"
        )
    return str(key)


def _from_command(argv: tuple[str, ...], environ: Mapping[str, str], patience_s: float) -> str:
    """What the command prints, of several lines the first. It shares neither input nor error channel with us."""
    name = quoted(argv[0])
    try:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environ(environ),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its words cannot be passed"
        raise NoKey(f"{name}, which prints the key, cannot be started ({reason}).") from None
    out: list[bytes] = []
    assert process.stdout is not None
    reader = Thread(target=_read, args=(process.stdout, out), daemon=True)
    reader.start()
    reader.join(patience_s)
    try:
        # The channel may also be held open by a child of its own, after the command itself has ended.
        late = reader.is_alive()
        code = process.wait(0 if late else patience_s)
    except subprocess.TimeoutExpired:
        late, code = True, 0
    if late:
        _end(process)
        raise NoKey(f"{name}, which prints the key, did not end within {patience_s:g} seconds.")
    if not out:
        raise NoKey(f"{name}, which prints the key, printed more than a key.")
    if code:
        raise NoKey(f"{name}, which prints the key, ended with {code}; run it yourself to see why.")
    try:
        return out[0].decode().strip().partition("\n")[0]
    except UnicodeDecodeError:
        raise NoKey(f"What {name} printed is no key: it is no text.") from None


def _read(stream: IO[bytes], out: list[bytes]) -> None:
    with suppress(OSError, ValueError), stream:
        data = stream.read(LONGEST * 4 + 1)
        if len(data) <= LONGEST * 4:
            out.append(data)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the command, and whatever it started in its session."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()

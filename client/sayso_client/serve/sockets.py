"""Where the server listens: an address of this machine, or a Unix socket."""

import ipaddress
import os
import socket
import ssl
import stat
from pathlib import Path

from sayso_client.errors import SaysoError
from sayso_client.serve.guard import is_loopback

MODE = 0o660
"""Of a Unix socket: its owner and its group, which may be an agent's."""


_WAITING = 512
"""Connections that may wait to be taken."""


class CannotListen(SaysoError):
    """The address cannot be had."""


def reaches_only_here(host: str) -> bool:
    """Whether nobody but this machine can reach a server that listens there."""
    if is_loopback(host):
        return True
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return bool(found) and all(ipaddress.ip_address(str(each[4][0]).partition("%")[0]).is_loopback for each in found)


def tcp(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 picks a free one.

    Raises:
        CannotListen: it cannot.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        # "localhost" is both; most clients try the older one first.
        family, _, _, _, address = min(found, key=lambda each: each[0] != socket.AF_INET)
        return _listening(family, address)
    except (OSError, OverflowError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotListen(
            f"Nothing is served: {host} port {port} cannot be had ({why}). Another --port may be free; 0 picks one."
        ) from error


def _listening(family: socket.AddressFamily, address: tuple[object, ...]) -> socket.socket:
    # With the protocol spelled out: only then asyncio sees that it is TCP and lets small answers go at once, instead of
    # 40 ms later (TCP_NODELAY).
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(_WAITING)
    except BaseException:
        made.close()
        raise
    return made


def refuse_certificate(chain: Path, key: Path) -> None:
    """Raise CannotListen when a certificate cannot be served; its key is not asked for a password."""
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(chain, key, password=lambda: "")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotListen(
            f"Nothing is served: the certificate {chain} with the key {key} cannot be used ({why}). "
            "Both are PEM files, and the key has no password."
        ) from error


def unix(path: Path) -> socket.socket:
    """A Unix socket at a path, for its owner and its group. One that a killed server left is replaced.

    Raises:
        CannotListen: it cannot be made, or something else lies there, or a server answers there.
    """
    _remove_what_nobody_serves(path)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # Made for nobody else from the first moment on; the umask is the process's, and no thread runs yet.
    before = os.umask(0o777 & ~MODE)
    try:
        made.bind(str(path))
        path.chmod(MODE)
        made.listen(_WAITING)
    except OSError as error:
        made.close()
        raise CannotListen(f"Nothing is served: {path} cannot be made ({error.strerror or error}).") from error
    finally:
        os.umask(before)
    return made


def _remove_what_nobody_serves(path: Path) -> None:
    try:
        found = path.lstat()
    except OSError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise CannotListen(f"Nothing is served: {path} is there already and is no socket. It was left as it is.")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knocking:
        knocking.settimeout(2)
        try:
            knocking.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            raise CannotListen(f"Nothing is served: {path} is in use ({error.strerror or error}).") from error
    raise CannotListen(f"Nothing is served: another server answers at {path} already.")

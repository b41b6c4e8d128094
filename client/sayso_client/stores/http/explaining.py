"""What may go wrong on the way to a server, in sentences. Stands on httpx, as `calls` does."""

import socket
import ssl
from collections.abc import Iterator

import httpx

from sayso_client.errors import StoreError, Unreachable, WrongServer
from sayso_client.stores.http.answers import AGAIN, Voice
from sayso_client.stores.http.unpacking import CannotUnpack, Changed
from sayso_client.text import one_line

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)


class Explaining:
    """A block in which every failure of the way becomes a StoreError."""

    def __init__(self, voice: Voice, writes: bool) -> None:
        """Begin.

        Args:
            voice: How the store is spoken of.
            writes: Whether something may have been written once it was sent.
        """
        self._voice = voice
        self._writes = writes

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        match error:
            case TimeoutError():
                raise self._cut("it took too long") from None
            case Changed():
                raise self._cut("what came was changed on the way") from None
            case CannotUnpack():
                raise self._cut("its answer cannot be unpacked") from None
            case httpx.TransportError() | httpx.StreamError() | OSError():
                # httpx lets an SSLError through that comes after the handshake.
                raise self._lost(error) from None
            case httpx.InvalidURL() | UnicodeError():
                raise WrongServer(f"The address of {self._voice.store} is none that can be called.") from None
            case _:
                return

    def _lost(self, error: httpx.TransportError | httpx.StreamError | OSError) -> StoreError:
        causes = tuple(_causes(error))
        if untrusted := next((each for each in causes if isinstance(each, ssl.SSLCertVerificationError)), None):
            return self._untrusted(untrusted)
        if any(isinstance(each, ssl.SSLError) for each in causes) and isinstance(error, httpx.ConnectError):
            # Also what a garbled line looks like, so it is tried again.
            return Unreachable(
                f"{self._voice.both} does not speak TLS as an https address does, or the line is garbled. Nothing was "
                "sent; should it stay so, see its address."
            )
        why = _in_words(error, causes)
        if isinstance(error, _NOT_SENT):
            return Unreachable(f"{self._voice.both} cannot be reached: {why}{'' if why.endswith('?') else '.'} {AGAIN}")
        return self._cut(why)

    def _cut(self, why: str) -> StoreError:
        if self._writes:
            return self._voice.unknown(why)
        return Unreachable(f"{self._voice.both} was cut off: {why}. {AGAIN}")

    def _untrusted(self, error: ssl.SSLCertVerificationError) -> StoreError:
        why = one_line(error.verify_message or "it is not trusted", 160).rstrip(".")
        return WrongServer(
            f"The certificate of {self._voice.both} does not verify: {why}. Nothing was sent. Ask who runs it; an "
            "authority of your own is named by its file in SSL_CERT_FILE."
        )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and what lies below it."""
    below: BaseException | None = error
    while below is not None:
        yield below
        below = below.__cause__ or below.__context__


_WORDS: tuple[tuple[type[BaseException], str], ...] = (
    (FileNotFoundError, "there is no such socket; is the server running?"),
    (PermissionError, "the socket may not be opened by this user"),
    (ConnectionRefusedError, "nothing listens there; is the server running?"),
    (httpx.ConnectTimeout, "it does not answer in time"),
    (httpx.PoolTimeout, "earlier calls are still waiting"),
    (httpx.ReadTimeout, "nothing was heard for too long"),
    (httpx.WriteTimeout, "it took in nothing for too long"),
    (httpx.ProxyError, "the proxy between does not let us through"),
    (ssl.SSLError, "what came was garbled"),
    (httpx.RemoteProtocolError, "the connection ended in the middle, or what came was no HTTP"),
)


def _in_words(error: Exception, causes: tuple[BaseException, ...]) -> str:
    if any(isinstance(each, socket.gaierror) for each in causes):
        return "its name is not known here; is this machine online?"
    found = (words for kind, words in _WORDS for each in causes if isinstance(each, kind))
    return next(found, None) or _of_system(causes) or f"the connection failed ({type(error).__name__})"


def _of_system(causes: tuple[BaseException, ...]) -> str | None:
    return next((each.strerror.lower() for each in causes if isinstance(each, OSError) and each.strerror), None)

"""What the keyring of the system keeps as a key.

It is asked in a thread that nobody waits for at the end. A process of its own could be killed, and would cost a third
of a second and a way for the key from one process to the other. A keyring that hangs does no harm in a thread, and
there is one such thread for an entry, however often it is asked for.
"""

from concurrent.futures import Future
from threading import Lock, Thread

from sayso_config.key_command import NoKey
from sayso_config.problems import quoted

SERVICE = "sayso"
"""Under which service the keyring is asked: `keyring set sayso NAME`."""

_lock = Lock()
_asked: dict[str, "Future[str]"] = {}


def kept(name: str, patience_s: float) -> str:
    """The key of that name. Blocks: a keyring that is locked asks its owner first.

    Raises:
        NoKey: there is none, or the keyring did not say in time.
    """
    with _lock:
        answer = _asked.get(name)
        if answer is None:
            answer = _asked[name] = Future()
            Thread(target=_ask, args=(name, answer), name="keyring", daemon=True).start()
    try:
        return answer.result(patience_s)
    except TimeoutError:
        raise NoKey(
            f"The keyring did not say within {patience_s:g} seconds which key it holds; is it there, and unlocked?"
        ) from None


def _ask(name: str, answer: "Future[str]") -> None:
    try:
        answer.set_result(_held(name))
    except BaseException as error:  # handed on to whoever waits for it
        answer.set_exception(error)
    finally:
        # Asked anew the next time: it may have been unlocked, or hold another one.
        with _lock:
            _asked.pop(name, None)


def _held(name: str) -> str:
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

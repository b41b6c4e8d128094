"""The settings as the rest of sayso reads them: checked, frozen, complete with defaults.

Named tuples, as elsewhere on the way to the first frame: a dataclass costs half a millisecond at every start.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

HOME = "home"
"""The store that is always there and needs no configuration."""


class Me(NamedTuple):
    """Who decides here."""

    name: str | None = None
    """authority.by for principal and confirmed; None until somebody says it, never guessed."""
    assistant: str | None = None
    """authority.by for delegated and attested."""


class Asker(NamedTuple):
    """How agents and scripts ask here."""

    store: str | None = None
    """Where they ask when no store is named; one of `Settings.stores`. None = the first of them."""


class Secret(NamedTuple):
    """Where a key is kept. Never the key itself."""

    way: str
    """env, keyring or command."""
    at: tuple[str, ...]
    """The variable's name, the name in the keyring, or the program with its arguments."""

    def __str__(self) -> str:
        """For people. Of a command only the program: its arguments may say more than they should."""
        return f"{self.way} {self.at[0]}{' …' if len(self.at) > 1 else ''}"


class StoreSetting(NamedTuple):
    """One place where decisions live."""

    name: str
    kind: str = "local"
    as_: str | None = None
    """Who I am there; None = what the store says, and on local stores me.name."""
    usable: bool = True
    """False when this version cannot open it or its section is wrong; `Loaded.hindrances(name)` says why."""
    url: str | None = None
    """http: where it answers, checked, without a slash at its end; never holds a user, a password or a query."""
    socket: str | None = None
    """http: the Unix socket where it answers, an absolute path; then `url` is None."""
    key: Secret | None = None
    path: str | None = None
    """chant: the workspace's folder, or one in it; absolute."""
    trust: bool = False
    """chant: whether chant may be run there, which runs the workspace's own code with my rights."""
    command: tuple[str, ...] = ()
    """chant: the program and the words before its own; empty for the chant on the path."""
    answers: str | None = None
    """chant: the folder with answers, absolute, where the kind file cannot be read as data; then `points`, too."""
    points: str | None = None
    """chant: the points file, as `answers`."""
    file: str | None = None
    """chant: the configuration that says so, absolute: whether it still does is looked up before chant is run."""

    @property
    def where(self) -> str | None:
        """The url, the socket or the folder; None where it is local, or cannot be used."""
        return self.url or self.socket or self.path


class Mandate(NamedTuple):
    """What the assistant may answer under; offered for the authority kind "delegated"."""

    id: str
    text: str


class Ui(NamedTuple):
    """How the screen looks and behaves."""

    theme: str | None = None
    """A theme's name; the screen knows which there are. None = its own default."""
    ascii: bool = False
    """Glyphs and lines of ASCII only."""
    animation: str = "full"
    """full or none."""
    mouse: bool = True


class Settings(NamedTuple):
    """Everything that can be configured in this version."""

    me: Me = Me()
    stores: tuple[StoreSetting, ...] = (StoreSetting(HOME),)
    """In the order of the file; "home" comes first when the file does not name it. Names are unique."""
    keys: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Action id → keys, as written; an empty tuple unbinds. Ids and key names are checked by the screen."""
    ui: Ui = Ui()
    mandates: tuple[Mandate, ...] = ()
    asker: Asker = Asker()

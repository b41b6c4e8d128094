"""The blocking side of the wire to a workspace: what it does in a thread, with errors that name the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sayso_client.errors import Denied, SaysoError, Unreachable, WrongServer
from sayso_client.stores.chant.model import WorkspaceUnreadable
from sayso_client.text import one_line

if TYPE_CHECKING:
    from sayso_client.stores.chant.identity import Known
    from sayso_client.stores.chant.watching import Watching
    from sayso_client.stores.chant.workspace import Workspace
    from sayso_config.model import StoreSetting

_LIBRARIES = ("yaml", "jsonschema_rs")


class Reading:
    """One configured workspace, as it was read last. For one thread at a time."""

    def __init__(self, setting: "StoreSetting") -> None:
        """Read nothing yet."""
        self._setting = setting
        self.workspace: Workspace | None = None
        """None before the first time."""
        self.root: Path | None = None
        """The folder of the declaration that was greeted."""
        self._greeted: str | None = None
        self._real: Path | None = None
        """Where the path led when it was greeted: it may be a link."""
        self._known: Known | None = None

    def greet(self) -> tuple[str, str]:
        """The uuid of the workspace, and what it calls itself.

        Raises:
            StoreError: it cannot be read.
        """
        with self._explained():
            # The workspace, too: libraries that are missing are to be missed now.
            from sayso_client.stores.chant import declaration, folder, identity
            from sayso_client.stores.chant import workspace as _  # noqa: F401

            self._real = Path(self._setting.path or "").resolve()
            path = declaration.find(self._folder())
            self.root = path.parent
            found = folder.read(path, path.parent, declaration.LARGEST)
            declared = declaration.parse(found.raw if found else b"", path)
            self._greeted = identity.of(declared)
            return self._greeted, declared.name

    def meant(self) -> None:
        """The workspace that was greeted last is the one that is known: nothing is read from any other."""
        if self._greeted is not None and (self._known is None or self._known.uuid != self._greeted):
            from sayso_client.stores.chant.identity import Known

            self._known = Known(self._greeted)

    def uuid(self) -> str:
        """Of the workspace that is known; the one that is there when none is yet. Raises StoreError."""
        if self._known is None:
            self.greet()
            self.meant()
        assert self._known is not None
        return self._known.uuid

    def present(self) -> "Workspace":
        """As it was read last; read now when it never was. Raises StoreError."""
        return self.workspace or self.all()

    def all(self) -> "Workspace":
        """All of it, read now. Raises StoreError."""
        with self._explained():
            from sayso_client.stores.chant import workspace

            folder, (answers, points) = self._folder(), (self._setting.answers, self._setting.points)
            told = workspace.Places(Path(answers), Path(points)) if answers and points else None
            return self._checked(workspace.read(folder, kinds=told))

    def first(self, watching: "Watching") -> "Workspace":
        """All of it, watched from now on. Raises StoreError."""
        try:
            found = self.all()
            # What changed while it was read was not watched yet.
            return self._after(watching, found, watching.aim(found) or watching.look())
        finally:
            watching.release()

    def next(self, watching: "Watching", rung: bool) -> "Workspace":
        """What it is after some time; the very same when nothing of it changed.

        Args:
            watching: That `first` was given.
            rung: Whether the system told that something happened. Else everything is looked at.

        Raises:
            StoreError: it cannot be read any more.
        """
        try:
            with self._explained():
                self._folder()
            return self._after(watching, self.present(), watching.changed() if rung else watching.look())
        finally:
            watching.release()

    def _after(self, watching: "Watching", found: "Workspace", changed: frozenset[Path]) -> "Workspace":
        with self._explained():
            while changed or found.unsettled:
                found = found.again(changed)
                if not (changed := watching.aim(found)):
                    break
            return self._checked(found)

    def _checked(self, found: "Workspace") -> "Workspace":
        """What was read, once it is sure that it was read from the workspace that is known."""
        if self._known is not None:
            self._known.check(found)
        self.workspace = found
        return found

    def _folder(self) -> Path:
        path = Path(self._setting.path or "")
        if not path.is_dir():
            from sayso_client.stores.chant.identity import SOON_S

            there = one_line(str(path), 300)
            raise Unreachable(f"There is no folder {there}. It was moved, or its disk is not there.", SOON_S)
        if self._real is not None and path.resolve() != self._real:
            raise Unreachable(f"{one_line(str(path), 300)} leads elsewhere than before, and is looked at anew.")
        return path

    @contextmanager
    def _explained(self) -> Iterator[None]:
        label = one_line(self._setting.name, 40)
        try:
            yield
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in _LIBRARIES:
                raise
            raise Denied(
                f"{label} is a chant workspace, and what it takes to read one is not installed. Install it with: "
                "pip install 'sayso[chant]'. Your other stores go on."
            ) from None
        except WorkspaceUnreadable as error:
            raise WorkspaceUnreadable(error.code, f"{label} cannot be read now. {error}") from error
        except WrongServer as error:
            raise WrongServer(f"{label} is another workspace now. {error}") from error
        except SaysoError as error:
            soon = error.retry_after if isinstance(error, Unreachable) else None
            raise Unreachable(f"{label} cannot be read now. {error}", soon) from error
        except OSError as error:
            why = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or "the system says no"
            raise Unreachable(f"{label} cannot be read now. {one_line(why, 400)}.") from error

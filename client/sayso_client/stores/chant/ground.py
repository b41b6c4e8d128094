"""What all answer kinds of a workspace stand on: where it is, what git says of it, and who is trusted."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from sayso_client.errors import Unreachable
from sayso_client.stores.chant import branch, git, journal, trust
from sayso_client.stores.chant.journal import Journal
from sayso_client.stores.chant.model import Declaration
from sayso_client.stores.chant.repository import Repository
from sayso_client.stores.chant.trust import Trust


@dataclass(frozen=True, slots=True)
class Ground:
    """One workspace at one moment."""

    declaration: Declaration
    repository: Repository | None
    """None outside git: then there are no questions of stewards, and nobody holds a role."""
    lifecycle: str | None
    """The commit of the branch with the questions that stewards asked."""
    trust: Trust
    journal: Journal
    problems: tuple[str, ...] = field(default=())
    """Sentences: what git did not tell, or what of the trust policy does not count."""
    asked: bool = True
    """False when git never told anything of it: then nobody knows who is trusted, and what stewards asked."""

    @property
    def top(self) -> Path:
        """What paths are shown from: the top of the repository, else the workspace."""
        return self.repository.top if self.repository else self.declaration.root

    def shown(self, path: Path) -> str:
        """A path as chant shows it."""
        return path.relative_to(self.top).as_posix() if path.is_relative_to(self.top) else str(path)

    @property
    def root(self) -> str:
        """The workspace's folder as chant shows it."""
        return self.shown(self.declaration.root) if self.repository else str(self.declaration.root)


def with_journal(former: Ground) -> Ground:
    """The same ground after chant wrote something in the working tree."""
    there = former.repository
    return replace(former, journal=journal.read(there.git_dir)) if there else former


def read(declared: Declaration, program: str | None, former: Ground | None = None) -> Ground:
    """The ground of a workspace. Never raises: what git does not tell is among its problems.

    Args:
        declared: The workspace's declaration.
        program: The git to ask; None for the one on the path.
        former: As it was before: what stands at a commit is not read again.
    """
    try:
        known_at = former.repository if former is not None and former.declaration.root == declared.root else None
        repository = known_at or _repository(declared, program)
        if repository is None or not declared.root.is_relative_to(repository.top):
            return Ground(declared, None, None, Trust(), {})
        commits = repository.commits((branch.REVISION, *trust.BASES))
        base = next((commits[each] for each in trust.BASES if each in commits), None)
        known = former is not None and former.declaration.path == declared.path and former.trust.base == base
        trusted = former.trust if known and former else trust.read(repository, declared.path, base)
    except Unreachable as error:
        if former is not None:  # what git said before is worth more than nothing
            return replace(former, declaration=declared, problems=(str(error),))
        return Ground(declared, None, None, Trust(), {}, (str(error),), asked=False)
    lifecycle = commits.get(branch.REVISION)
    return Ground(declared, repository, lifecycle, trusted, journal.read(repository.git_dir), trusted.problems)


def _repository(declared: Declaration, program: str | None) -> Repository | None:
    found = git.find(declared.root, program)
    return None if found is None else found.repository

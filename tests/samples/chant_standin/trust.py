"""Who counts as a person, and who holds which role: said at the base commit, never in the working tree."""

import posixpath
import re
import unicodedata
from typing import Any, NamedTuple

from chant_standin import js
from chant_standin.failing import Failure
from chant_standin.workspace import Workspace

_KEYS = frozenset({"schema", "roles", "signers", "adopted", "runners"})
_FORGE = re.compile(r"(?:github|gitlab):\S+|(?:github|gitlab|forgejo|gitea)@[^\s:]+:\S+")


def same(name: str) -> str:
    """What two spellings of one person have in common."""
    return unicodedata.normalize("NFKC", name).strip().lower()


class Trust(NamedTuple):
    """The policy at the base commit; an empty one where there is none."""

    roles: dict[str, list[str]]
    signers: frozenset[str]
    identified: bool

    def holds(self, name: str, role: str) -> bool:
        return same(name) in map(same, self.roles.get(role, []))

    def check_identity(self, names: list[str]) -> None:
        """Refuse a name that stands for nobody, where the workspace wants identified people.

        Raises:
            Failure: principal-unidentified.
        """
        if not self.identified:
            return
        for name in names:
            known = _FORGE.fullmatch(name.strip()) or same(name) in self.signers
            if not known and not any(self.holds(name, role) for role in ("agent", "runner", "service")):
                raise Failure(
                    "principal-unidentified",
                    f"{name} is no identity: this workspace wants a forge identity (github:<login>) or a listed signer",
                )


def trust_of(workspace: Workspace) -> Trust:
    """The policy that binds a workspace."""
    paths = [posixpath.join(workspace.prefix, name) for name in (".chant/trust.json", "chant.workspace.json")]
    files = workspace.git.at_base(paths)
    if files is None:
        return Trust({}, frozenset(), False)
    policy, declaration = (_json(files.get(path)) for path in paths)
    identified = _at(declaration, "identity", "attribution") == "identified"
    if not _is_policy(policy):
        return Trust({}, frozenset(), identified)
    signers = frozenset(
        same(each["principal"] if isinstance(each, dict) else each) for each in policy.get("signers", [])
    )
    return Trust(policy["roles"], signers, identified)


def _json(raw: bytes | None) -> Any:
    try:
        return js.parse((raw or b"null").decode(errors="replace"))
    except ValueError:
        return None


def _at(value: Any, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _is_policy(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) - _KEYS or value.get("schema") != 1:
        return False
    roles = value.get("roles")
    if not isinstance(roles, dict):
        return False
    return all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in roles.values())

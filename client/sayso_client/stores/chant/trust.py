"""Who holds which role, and whether people must be identified: both as committed at base, never as the tree has them.

Base is the branch that the remote calls its own, else `main`, else `master`. A change of the policy counts once it is
merged there, so nobody gives himself a role in a working tree.
"""

import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import jsonschema_rs

from sayso_client.stores.chant import declaration
from sayso_client.stores.chant.lately import Lately
from sayso_client.stores.chant.model import WorkspaceUnreadable
from sayso_client.stores.chant.repository import Repository

PATH = ".chant/trust.json"
LARGEST = 1024 * 1024
BASES = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master")
AGENT = "agent"

_COMMIT = {"type": "string", "pattern": "^[0-9a-f]{40}([0-9a-f]{24})?$"}
_NAME = {"type": "string", "minLength": 1}


def _object(required: list[str], **properties: object) -> dict[str, object]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


_POLICY = jsonschema_rs.Draft7Validator(
    _object(
        ["schema"],
        schema={"const": 1},
        signers=_NAME,
        roles={
            "type": "object",
            "propertyNames": {"pattern": "^[a-z][a-z0-9-]*$"},
            "additionalProperties": {"type": "array", "items": _NAME},
        },
        adopted={
            "type": "array",
            "items": _object(["to"], **{"from": _COMMIT, "to": _COMMIT, "note": {"type": "string"}}),
        },
        runners={
            "type": "array",
            "items": _object(
                ["principal", "class", "key"],
                **{
                    "principal": _NAME,
                    "class": {"enum": ["runner", "service"]},
                    "key": {"type": "string", "pattern": "^ssh-ed25519 [A-Za-z0-9+/]+={0,2}$"},
                },
            ),
        },
    )
)


@dataclass(frozen=True, slots=True)
class Trust:
    """What counts at base. Empty when there is no base, or its policy is not valid: then nobody holds a role."""

    base: str | None = None
    """The commit."""
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By role, the names that hold it."""
    identified: bool = False
    """Whether names have to be ones that a forge or the list of signers vouches for."""
    problems: tuple[str, ...] = ()
    """Sentences."""

    @property
    def agents(self) -> tuple[str, ...]:
        """Who answers for nobody: their votes do not count."""
        return self.roles.get(AGENT, ())


_AT: Lately[tuple[Path, Path, Path, str], Trust] = Lately(8)
"""By the repository, its working tree, the declaration and the base commit: what is committed stays as it is."""


def read(repository: Repository, declared: Path, base: str | None) -> Trust:
    """The trust policy at a base commit.

    Args:
        repository: Of the workspace.
        declared: The declaration's file.
        base: The commit; None when there is none.
    """
    if base is None:
        return Trust()
    key = (repository.common_dir, repository.top, declared, base)
    return _AT.get(key) or _AT.keep(key, _read(repository, declared, base))


def _read(repository: Repository, declared: Path, base: str) -> Trust:
    own = declared.relative_to(repository.top).as_posix() if declared.is_relative_to(repository.top) else None
    limits = {PATH: LARGEST} | ({} if own is None else {own: declaration.LARGEST})
    files = repository.files(base, limits)
    roles, problems = _roles(files.get(PATH))
    identified = False
    if own is not None:
        try:
            identified = declaration.is_identified(files.get(own), declared)
        except WorkspaceUnreadable as error:
            problems = (*problems, f"At the base commit, {error}")
    return Trust(base, roles, identified, problems)


def _roles(raw: bytes | None) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    if raw is None:
        return {}, ()
    try:
        policy = json.loads(raw)
        fits = _POLICY.is_valid(policy) and _is_inside(policy.get("signers", "."))
    except (ValueError, RecursionError):
        fits = False
    if len(raw) > LARGEST or not fits:
        return {}, (f"{PATH} at the base commit is not valid, so nobody holds a role. Mend it there.",)
    return {role: tuple(held) for role, held in policy.get("roles", {}).items()}, ()


def _is_inside(path: str) -> bool:
    """Whether a path is as chant wants it: from the top of the repository, in its shortest form."""
    return (
        "\\" not in path
        and not path.startswith("/")
        and posixpath.normpath(path) == path
        and ".." not in path.split("/")
    )

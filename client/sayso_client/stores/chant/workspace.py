"""A chant workspace as its files have it. Nothing of it is run: no chant, no JavaScript, no hook of its repository."""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from sayso_client.stores.chant import declaration, document, folder, ground, older_copy, questions, source
from sayso_client.stores.chant.ground import Ground
from sayso_client.stores.chant.model import Declaration, WorkspaceUnreadable
from sayso_client.stores.chant.questions import Question, Questions
from sayso_client.stores.chant.settling import Settling
from sayso_client.stores.chant.source import Look, Places, Source
from sayso_client.stores.chant.view import View
from sayso_client.text import one_line

__all__ = ["Places", "Workspace", "read"]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace at one moment. It never changes: `again` makes another one."""

    ground: Ground
    sources: tuple[Source, ...]
    """The kinds that hold answers, in the order of the declaration, and those that cannot be read."""
    questions: tuple[Questions, ...]
    """Of each source."""
    _places: Places | None
    _git: str | None
    _since: Mapping[Path, float] = field(default_factory=dict)

    @property
    def declaration(self) -> Declaration:
        """What the workspace declares."""
        return self.ground.declaration

    @property
    def unsettled(self) -> frozenset[Path]:
        """Files that may be half written. What they said before still stands; ask again in a second."""
        return frozenset(self._since)

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences on what of the workspace cannot be read; what is wrong with one record is in its object."""
        kinds = (each.reason.message for each in self.sources if each.reason)
        files = (each.points.reason.message for each in self.sources if each.points and each.points.reason)
        return (*self.ground.problems, *kinds, *files, *(each for found in self.sources for each in found.problems))

    @property
    def whole(self) -> bool:
        """Whether all could be read: else questions that were read in former times may still be there."""
        kinds = all(each.kind is not None and not each.problems for each in self.sources)
        return kinds and self.ground.asked

    @property
    def broken(self) -> str:
        """How many records wait for nobody because they are broken, as a sentence; empty when none is."""
        count = sum(each.broken for each in self.questions)
        if not count:
            return ""
        told: list[str] = []
        for kind, of_it in zip((each.kind for each in self.sources), self.questions, strict=True):
            newer = [each.lacks for each in of_it.by_name.values() if each.lacks]
            if newer and kind is not None:
                count -= len(newer)
                copy = one_line(self.ground.shown(kind.schema_path), 200)
                told.append(older_copy.many(len(newer), copy, tuple(dict.fromkeys(chain(*newer)))))
        if count > 0:
            records = "1 record is" if count == 1 else f"{count:,} records are"
            told.append(f"{records} broken and cannot be answered; the view “all” shows what is wrong.")
        return " ".join(told)

    def document(self, open_only: bool = False) -> View:
        """What `chant workspace points --json` prints of it, but for `$schema` and `chant`.

        Args:
            open_only: Only the questions that wait for people, as with `--open`.
        """
        return document.document(self.ground, zip(self.sources, self.questions, strict=True), open_only)

    def objects(self) -> Mapping[str, bytes]:
        """One JSON object a record, by key: the record's id, else its file's name without `.md`.

        Where an id is there in two kinds, the key in the later one is `id@kind-file`; of two files of one kind that
        bear it, the one whose name it is has the key. Records that chant passes over are here too, with `question` null
        and a sentence in `problems`. The members are:

        v (1), question and point (as in `document`; null when there is none), kind (as declared), seen_at (full time of
        the last write; null on the branch), holds (optional fields that the schema copy knows), agents, roles (of the
        point's quorum, with who holds them), identified, problems (sentences), file (path, or
        `chant/lifecycle:path`), digest (of the record's front matter), workspace (its name); where that is so, twin
        (the name of another file that bears the id), lacks (members of the record that the schema copy, in the file
        copy, is too old to know) and unread (why a file that all questions of its kind hang on
        cannot be read: then `point` is null, or as it was read before), unasked (true while git tells nothing: then
        nobody is known to hold a role).
        """
        return {key: question.raw for key, question in self._keyed().items()}

    @property
    def answered(self) -> frozenset[str]:
        """The keys, as in `objects`, of the questions that have an answer."""
        told = ((key, question.view) for key, question in self._keyed().items())
        return frozenset(key for key, view in told if view is not None and view["state"] == "answered")

    def _keyed(self) -> Mapping[str, Question]:
        found: dict[str, Question] = {}
        copies: list[tuple[str, str, Question]] = []
        for each, of_it in zip(self.sources, self.questions, strict=True):
            kind = each.declared.declared
            for question in of_it.by_name.values():
                record = question.held.record
                if record.id is not None and question.place.owns:
                    found[f"{record.id}@{kind}" if record.id in found else record.id] = question
                else:
                    copies.append((record.stem, kind, question))
        # Last, so that none of them takes the place of a question that has its file's name for its id.
        for key, kind, question in copies:
            found[f"{key}@{kind}" if key in found else key] = question
        return found

    def again(self, changed: Collection[Path], *, now: float | None = None) -> "Workspace":
        """The workspace after files changed: only those are read, and those that were unsettled.

        Args:
            changed: Absolute paths. A folder stands for the files in it; anything in a git folder for all of git.
            now: Seconds since 1970; None for the present.

        Raises:
            WorkspaceUnreadable: its declaration cannot be read any more.
        """
        moment = time.time() if now is None else now
        paths = frozenset(changed) | self.unsettled
        settling = Settling(self._since, moment)
        declared = self.declaration
        if declared.path in paths or declared.root in paths:
            declared = _declaration(declared.path, declared, settling)
        if declared is not self.declaration or self._git_moved(paths):
            around = ground.read(declared, self._git, self.ground)
        elif self._journal_moved(paths):
            around = ground.with_journal(self.ground)
        else:
            around = self.ground
        return _read(around, Look(around, paths, settling, self._places), self, self._git)

    def _journal_moved(self, paths: Collection[Path]) -> bool:
        repository = self.ground.repository
        return repository is not None and any(each.is_relative_to(repository.git_dir) for each in paths)

    def _git_moved(self, paths: Collection[Path]) -> bool:
        """Whether a branch may have moved. chant writes its lock and its journal there with every answer, too."""
        repository = self.ground.repository
        if repository is None:
            return any(".git" in each.parts for each in paths)
        own = [
            each for each in paths if not (each.parent == repository.git_dir and each.name.startswith("chant-write"))
        ]
        return any(each.is_relative_to(at) for each in own for at in (repository.git_dir, repository.common_dir))


def read(start: Path, *, kinds: Places | None = None, git: str | None = None, now: float | None = None) -> Workspace:
    """The workspace that a folder is in.

    Args:
        start: The folder; the declaration is in it or above it.
        kinds: Where answers and points are, for a kind file that cannot be read as data.
        git: The program; None for the one on the path.
        now: Seconds since 1970; None for the present.

    Raises:
        WorkspaceUnreadable: there is no declaration, or none that can be read.
    """
    settling = Settling({}, time.time() if now is None else now)
    around = ground.read(_declaration(declaration.find(start), None, settling), git)
    return _read(around, Look(around, None, settling, kinds), None, git)


def _read(around: Ground, look: Look, former: Workspace | None, git: str | None) -> Workspace:
    before = (
        {each.declared: (each, told) for each, told in zip(former.sources, former.questions, strict=True)}
        if former
        else {}
    )
    sources: list[Source] = []
    told: list[Questions] = []
    for declared in around.declaration.kinds:
        known, asked = before.get(declared, (None, None))
        if (found := source.read(declared, look, known)) is not None:
            sources.append(found)
            told.append(questions.read(found, around, asked))
    return Workspace(around, tuple(sources), tuple(told), look.places, git, look.settling.since)


def _declaration(path: Path, former: Declaration | None, settling: Settling) -> Declaration:
    found = folder.read(path, path.parent, declaration.LARGEST)
    try:
        return declaration.parse(found.raw if found else b"", path)
    except WorkspaceUnreadable:
        if former is not None and settling.is_unsettled(path, found.stamp.written if found else None):
            return former
        raise

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from chant_workspaces import CAPTURED, make_workspace, put_in_ledger, run_git
from sayso_client.errors import Unreachable
from sayso_client.stores.chant import git, git_process, workspace

STEWARDS = {each.name: each.read_text() for each in (CAPTURED / "ledger/_answers/answer").iterdir()}


def ledgers(folder: Path) -> set[str]:
    asked: Any = workspace.read(folder).document()["questions"]
    return {each["ledger"] for each in asked if each["ledger"]}


def object_of(folder: Path, point: str) -> dict[str, Any]:
    found = (json.loads(raw) for raw in workspace.read(folder).objects().values())
    return next(each for each in found if each["question"]["point"] == point)


def trust(folder: Path, text: str) -> None:
    (folder / ".chant/trust.json").write_text(text)
    run_git(folder, "commit", "-q", "-m", "Trust", "--", ".chant/trust.json")


def test_reading_runs_nothing_that_the_repository_names(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    marker = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $0 $@ >> {marker}\ncat\n")
    program.chmod(0o755)
    hook = folder / ".git/hooks/post-index-change"
    for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"):
        (hook.parent / name).parent.mkdir(exist_ok=True)
        (hook.parent / name).write_text(program.read_text())
        (hook.parent / name).chmod(0o755)
    settings = f"""
[core]
    fsmonitor = {program}
    sshCommand = {program}
    pager = {program}
    editor = {program}
    askPass = {program}
    gitProxy = {program}
    hooksPath = {hook.parent}
    attributesFile = {tmp_path}/attributes
[extensions]
    partialClone = origin
[remote "origin"]
    url = ext::{program} %S
    promisor = true
    partialclonefilter = blob:none
    uploadpack = {program}
[protocol]
    allow = always
[protocol "ext"]
    allow = always
[protocol "file"]
    allow = always
[diff]
    external = {program}
[diff "x"]
    textconv = {program}
[filter "x"]
    clean = {program}
    smudge = {program}
    process = {program}
    required = true
[alias]
    rev-parse = !{program}
    cat-file = !{program}
    ls-tree = !{program}
[credential]
    helper = {program}
[gpg]
    program = {program}
[pager]
    cat-file = {program}
    ls-tree = {program}
"""
    with (folder / ".git/config").open("a") as config:
        config.write(settings)
    (folder / ".gitattributes").write_text("* filter=x diff=x\n")
    (folder / ".git/info").mkdir(exist_ok=True)
    (folder / ".git/info/attributes").write_text("* filter=x diff=x\n")
    found = workspace.read(folder)
    assert len(ledgers(folder)) == 3
    assert found.ground.trust.agents == ("bot", "github:ci-bot")
    # An object that is missing would be fetched by a partial clone, with the command that it names.
    blob = run_git(
        folder, "-c", "alias.x=", "rev-parse", f"chant/lifecycle:_answers/answer/{next(iter(STEWARDS))}"
    ).strip()
    there = folder / ".git/objects" / blob[:2] / blob[2:]
    packs = (folder / ".git/objects/pack").glob("*.idx")
    packed = [each for each in packs if blob in run_git(folder, "verify-pack", "-v", str(each))]
    assert there.exists() or packed
    there.unlink(missing_ok=True)
    for each in packed:
        each.with_suffix(".pack").unlink()
        each.unlink()
    # Elsewhere nothing of it is remembered.
    elsewhere = workspace.read(folder.rename(tmp_path / "elsewhere"))
    assert len(elsewhere.objects()) < len(found.objects())
    assert not marker.exists(), marker.read_text()


def test_a_workspace_cannot_choose_another_git_by_a_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    (folder / "git").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    assert len(ledgers(folder)) == 3
    assert not (tmp_path / "ran").exists()


def test_no_git_variable_of_ours_reaches_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    other = make_workspace(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    assert len(ledgers(folder)) == 3


def test_where_git_fails_that_is_told_and_the_folder_still_read(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    broken = tmp_path / "git"
    broken.write_text("#!/bin/sh\necho fatal: no >&2\nexit 128\n")
    broken.chmod(0o755)
    found = workspace.read(folder, git=str(broken))
    assert len(found.objects()) == 22
    assert "git does not read this repository: fatal: no" in found.problems[0]


def test_what_git_said_before_holds_while_it_does_not_answer(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    moody = tmp_path / "git"
    moody.write_text(f'#!/bin/sh\n[ -e {tmp_path}/off ] && exit 1\nexec git "$@"\n')
    moody.chmod(0o755)
    found = workspace.read(folder, git=str(moody))
    put_in_ledger(folder, {"more": "x"})
    (tmp_path / "off").touch()
    later = found.again([folder / ".git/HEAD"])
    assert later.objects() == found.objects()
    assert later.problems


def test_a_linked_working_tree_has_the_same_stewards_questions(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    run_git(folder, "worktree", "add", "-q", str(tmp_path / "linked"))
    linked = tmp_path / "linked"
    found = workspace.read(linked)
    assert found.ground.repository is not None
    assert found.ground.repository.top == linked
    assert found.ground.repository.common_dir == folder / ".git"
    assert found.ground.repository.git_dir != found.ground.repository.common_dir
    assert ledgers(linked) == {f"chant/lifecycle:_answers/answer/{name}" for name in STEWARDS}
    assert found.ground.trust.agents == ("bot", "github:ci-bot")


def test_a_members_questions_lie_below_its_name(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="before-first-command")
    (folder / "app/answers").mkdir()
    for name in ("answer.kind.mjs", "answer.schema.json"):
        (folder / "answers" / name).rename(folder / "app/answers" / name)
    (folder / "decisions").rename(folder / "app/decisions")
    declared = json.loads((folder / "chant.workspace.json").read_text())
    declared["records"] = [{"kind": "app/answers/answer.kind.mjs"}]
    (folder / "chant.workspace.json").write_text(json.dumps(declared))
    put_in_ledger(folder, {f"_members/app/_answers/answer/{name}": text for name, text in STEWARDS.items()})
    assert ledgers(folder) == {f"chant/lifecycle:_members/app/_answers/answer/{name}" for name in STEWARDS}


def test_a_workspace_inside_a_member_of_another_has_a_level_for_each(tmp_path: Path) -> None:
    top = tmp_path / "top"
    make_workspace(top / "platform", state="before-first-command", git=False)
    outer = {"schema": 1, "name": "outer", "members": [{"name": "plat", "dir": "platform", "kind": "workspace"}]}
    (top / "chant.workspace.json").write_text(json.dumps(outer))
    run_git(top, "init", "-q", "-b", "main")
    put_in_ledger(top, {f"_members/plat/_answers/answer/{name}": text for name, text in STEWARDS.items()})
    assert ledgers(top / "platform") == {f"chant/lifecycle:_members/plat/_answers/answer/{name}" for name in STEWARDS}


def test_a_steward_s_version_goes_before_a_file_of_the_same_name(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    name = "ship-skip-4c2b4b1ff388.md"
    (folder / "answers" / name).write_text(STEWARDS[name].replace("Hold it.", "From the tree."))
    found = json.loads(workspace.read(folder).objects()[name.removesuffix(".md")])
    assert found["question"]["note"] == "Hold it."
    assert found["question"]["path"] == f"answers/{name}"


def test_a_link_or_a_folder_on_the_branch_is_no_record(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    put_in_ledger(folder, {"_answers/answer/slice-tier-aaaaaaaaaaaa.md/x.md": "x"})
    assert len(ledgers(folder)) == 3


def test_a_huge_record_on_the_branch_is_listed_but_not_read(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    put_in_ledger(folder, {"_answers/answer/slice-tier-aaaaaaaaaaaa.md": "x" * (1024 * 1024 + 1)})
    found = json.loads(workspace.read(folder).objects()["slice-tier-aaaaaaaaaaaa"])
    assert "more than 1,048,576 bytes" in found["problems"][0]
    assert found["file"] == "chant/lifecycle:_answers/answer/slice-tier-aaaaaaaaaaaa.md"


def test_roles_count_only_as_they_are_committed_at_base(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    before = object_of(folder, "needs-decision")["roles"]
    (folder / ".chant/trust.json").write_text('{"schema": 1, "roles": {"lead": ["mallory"]}}')
    assert object_of(folder, "needs-decision")["roles"] == before == {"lead": ["alice", "bob", "bot"]}
    run_git(folder, "checkout", "-q", "-b", "aside")
    trust(folder, '{"schema": 1, "roles": {"lead": ["mallory"]}}')
    assert object_of(folder, "needs-decision")["roles"] == before
    run_git(folder, "branch", "-f", "main", "aside")
    assert object_of(folder, "needs-decision")["roles"] == {"lead": ["mallory"]}


def test_the_remotes_own_branch_is_base_before_main(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    run_git(folder, "checkout", "-q", "-b", "aside")
    trust(folder, '{"schema": 1, "roles": {"lead": ["remote"]}}')
    run_git(folder, "update-ref", "refs/remotes/origin/trunk", "aside")
    run_git(folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert object_of(folder, "needs-decision")["roles"] == {"lead": ["remote"]}


def test_master_is_base_where_there_is_no_main(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    run_git(folder, "branch", "-m", "main", "master")
    assert object_of(folder, "needs-decision")["roles"] == {"lead": ["alice", "bob", "bot"]}
    run_git(folder, "branch", "-m", "master", "other")
    assert object_of(folder, "needs-decision")["roles"] == {"lead": []}


@pytest.mark.parametrize(
    "policy",
    [
        "",
        "[]",
        "{",
        '{"schema": 2, "roles": {"lead": ["a"]}}',
        '{"roles": {"lead": ["a"]}}',
        '{"schema": 1, "roles": {"lead": ["a"]}, "more": 1}',
        '{"schema": 1, "roles": {"Lead": ["a"]}}',
        '{"schema": 1, "roles": {"lead": "a"}}',
        '{"schema": 1, "roles": {"lead": [""]}}',
        '{"schema": 1, "roles": {"lead": ["a"]}, "signers": "../x"}',
        '{"schema": 1, "roles": {"lead": ["a"]}, "signers": "/x"}',
        '{"schema": 1, "roles": {"lead": ["a"]}, "adopted": [{"to": "abc"}]}',
        '{"schema": 1, "roles": {"lead": ["a"]}, "runners": [{"principal": "x", "class": "person", "key": "k"}]}',
        "[" * 50_000,
    ],
)
def test_a_policy_that_is_not_valid_gives_nobody_a_role(tmp_path: Path, policy: str) -> None:
    folder = make_workspace(tmp_path / "w", state="after-14")
    trust(folder, policy)
    found = workspace.read(folder)
    assert found.ground.trust.roles == {}
    assert "nobody holds a role" in found.problems[0]


def test_a_full_policy_is_valid(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="after-14")
    policy = {
        "schema": 1,
        "signers": "keys/allowed",
        "roles": {"lead": ["a"]},
        "adopted": [{"from": "a" * 40, "to": "b" * 64, "note": "n"}],
        "runners": [{"principal": "ci", "class": "runner", "key": "ssh-ed25519 AAAA=="}],
    }
    trust(folder, json.dumps(policy))
    found = workspace.read(folder)
    assert found.ground.trust.roles == {"lead": ("a",)}
    assert found.problems == ()


def test_identified_names_are_wanted_only_when_the_declaration_at_base_wants_them(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", state="after-14")
    declared = json.loads((folder / "chant.workspace.json").read_text())
    declared["identity"] = {"attribution": "identified"}
    (folder / "chant.workspace.json").write_text(json.dumps(declared))
    assert object_of(folder, "needs-decision")["identified"] is False
    run_git(folder, "commit", "-q", "-a", "-m", "Identify")
    assert object_of(folder, "needs-decision")["identified"] is True


def test_a_repository_that_git_does_not_read_is_told_of(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / ".git/config").write_text("[core\n")
    with pytest.raises(Unreachable, match="git does not read this repository"):
        git.find(folder)


def test_a_git_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    slow = tmp_path / "git"
    slow.write_text(f"#!/bin/sh\nsleep 600 & echo $! > {tmp_path}/pid\nwait\n")
    slow.chmod(0o755)
    with pytest.raises(Unreachable, match=r"within 0\.5 seconds"):
        git.find(folder, str(slow), seconds=0.5)
    pid = int((tmp_path / "pid").read_text())
    end = time.monotonic() + 20
    while not ended(pid):
        assert time.monotonic() < end


def ended(pid: int) -> bool:
    """Whether it runs no more, though perhaps nobody has asked after it yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_without_git_it_is_told_what_is_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_workspace(tmp_path / "w", state="final")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = workspace.read(folder)
    assert len(found.objects()) == 22
    assert "git is not installed" in found.problems[0]


def test_a_git_that_prints_without_end_is_ended(tmp_path: Path) -> None:
    endless = ("sh", "-c", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done")
    with pytest.raises(Unreachable, match="more than 100,000 bytes"):
        git_process.run(endless, {"PATH": os.environ["PATH"]}, tmp_path, 20, most=100_000)


def test_what_is_asked_and_what_is_told_may_be_longer_than_a_pipe_holds(tmp_path: Path) -> None:
    long = "x" * 1_000_000
    assert git_process.run(("cat",), {"PATH": os.environ["PATH"]}, tmp_path, 20, long) == long.encode()

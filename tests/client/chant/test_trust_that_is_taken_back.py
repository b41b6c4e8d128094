"""Trust is looked up right before chant is run: what is taken back holds at once, for an inbox that is open, too."""

from pathlib import Path

import pytest

from chant_telling import telling
from sayso_client.errors import Denied, Unreachable
from sayso_client.stores.chant import trusting
from sayso_client.stores.wires import why_not
from sayso_config.model import StoreSetting
from sayso_config.settings import load
from sayso_config.store_sections import NewStore, add_store, remove_store, trust_store

QUESTION = "agent-question-d411eee84ffe"


@pytest.fixture
def config(tmp_path: Path, folder: Path) -> Path:
    add_store(tmp_path / "config.toml", NewStore("work", "chant", path=str(folder), trust=True))
    return tmp_path / "config.toml"


def configured(config: Path) -> StoreSetting:
    return next(each for each in load(config, {}).settings.stores if each.name == "work")


@pytest.mark.parametrize(
    "taken_back",
    [
        lambda config: trust_store(config, "work", False),
        lambda config: remove_store(config, "work"),
        lambda config: config.unlink(),
        lambda config: config.write_text(config.read_text().replace("/work", "/elsewhere")),
        lambda config: config.write_text(config.read_text().replace("trust = true", "trust = 1")),
    ],
    ids=["taken back", "store taken out", "no file", "another workspace", "in doubt"],
)
async def test_nothing_is_run_once_trust_is_taken_back(
    folder: Path, config: Path, tmp_path: Path, taken_back: object
) -> None:
    assert callable(taken_back)
    desk = telling(folder, log=tmp_path / "log")
    setting = configured(config)
    assert why_not(setting) is None
    parcel = desk.answer(QUESTION, "ts", "alice")
    taken_back(config)

    assert "sayso store trust work" in (why_not(setting) or "")
    desk.setting = setting._replace(command=desk.setting.command)
    with pytest.raises(Denied, match="is only read"):
        await desk.say(parcel)
    assert not (tmp_path / "log").exists()


def test_a_file_that_cannot_be_read_now_is_waited_for(folder: Path, config: Path) -> None:
    setting = configured(config)
    config.write_text("[[store")
    with pytest.raises(Unreachable, match="not known now"):
        trusting.at_present(setting)
    assert "not known now" in (why_not(setting) or "")


def test_trust_and_command_that_are_given_later_are_taken(folder: Path, config: Path) -> None:
    trust_store(config, "work", False)
    setting = configured(config)
    trust_store(config, "work", True)
    config.write_text(f'{config.read_text()}command = ["/opt/chant"]\n')
    assert why_not(setting) is None
    assert trusting.at_present(setting).command == ("/opt/chant",)

"""Whatever a line does, every record arrives once and every verdict is recorded once."""

import shutil
from pathlib import Path

import pytest

from fault_proxy import Fault
from faulty_line import certificate, lines
from opened import Room

# httpcore leaves the socket of a TLS handshake that was cancelled to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

SEEDS = 50
A_SERVER = 10
SOAK = 1_000


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))


@pytest.fixture
def folder(tmp_path: Path, empty_ledger: Path) -> Path:
    """Where each room lies; an empty ledger beside them is what each begins with."""
    shutil.copy(empty_ledger, tmp_path)
    return tmp_path


def room_in(folder: Path, name: str) -> Room:
    (folder / name).mkdir()
    return Room(folder / name).begin_with(folder / "ledger.db")


async def run(folder: Path, seeds: range, most_faults: int, *, secure: bool) -> set[str]:
    async with lines(room_in(folder, "theirs"), secure=secure) as found:
        for seed in seeds:
            try:
                await found.run(seed, room_in(folder, f"mine-{seed}"), most_faults)
            except BaseException as error:
                error.add_note(f"seed {seed}, {'TLS' if secure else 'plain'}")
                raise
        return set(found.met)


@pytest.mark.parametrize("first", range(0, SEEDS, A_SERVER))
async def test_every_record_arrives_once_and_every_verdict_is_recorded_once(folder: Path, first: int) -> None:
    secure = bool(first // A_SERVER % 2)
    met = await run(folder, range(first, first + A_SERVER), 3, secure=secure)
    assert len(met) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("first", range(SEEDS, SEEDS + SOAK, 25))
async def test_the_same_for_a_thousand_seeds(folder: Path, first: int) -> None:
    met = await run(folder, range(first, first + 25), 9, secure=bool(first // 25 % 2))
    assert met == set(Fault)

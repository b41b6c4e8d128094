import subprocess
import threading
import time
from pathlib import Path

from opened import Room, environment, program
from sayso_client.ledger.turns import Turns

FILL = """
import sys, time
from pathlib import Path
from opened import Room
room = Room(Path(sys.argv[1]))
with room.ledger() as ledger:
    print("ready", flush=True)
    end = time.monotonic() + 20
    while not (room.path.parent / "enough").exists() and time.monotonic() < end:
        with ledger.writing(background=True) as writing:
            writing.mark("fill", str(time.monotonic()))
            time.sleep(0.015)
        time.sleep(0.003)
"""
"""Short turns, one after the other, as a process has that fills a copy."""


def waiting(turns: Turns) -> bool:
    return turns._people > 0


def test_of_those_who_wait_the_person_is_next() -> None:
    turns, order = Turns(), []

    def take(who: str, background: bool) -> None:
        with turns.turn(background=background):
            order.append(who)

    person = threading.Thread(target=take, args=("person", False))
    filling = threading.Thread(target=take, args=("filling", True))
    with turns.turn():
        person.start()
        end = time.monotonic() + 10
        while not waiting(turns) and time.monotonic() < end:
            time.sleep(0.001)
        filling.start()
    person.join()
    filling.join()

    assert order == ["person", "filling"]


def test_while_another_process_fills_its_copy_a_word_of_mine_gets_its_turn(room: Room, tmp_path: Path) -> None:

    room.make()
    with subprocess.Popen(program(FILL, tmp_path), env=environment(), stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == "ready"
        took = []
        with room.ledger() as ledger:
            for number in range(30):
                began = time.perf_counter()
                ledger.write_now(lambda writing, n=number: writing.mark("mine", str(n)))  # type: ignore[misc]
                took.append(time.perf_counter() - began)
        (room.path.parent / "enough").touch()

    # A turn is 15 ms here; SQLite's own way of waiting would take ten times that every other time.
    assert sorted(took)[15] < 0.1

"""An inbox that is stopped keeps its store, and nobody takes it for one at work."""

import os
import signal
import time
from pathlib import Path

from served_to_desks import Desk, Server


def test_what_a_stopped_inbox_holds_is_told_with_its_age_and_never_as_up_to_date(tmp_path: Path) -> None:
    server = Server(tmp_path / "server")
    desk = Desk(tmp_path / "desk", server, "ana")
    server.start()
    try:
        assert server.machine.here("raise", "k", "--text", "Which way?").code == 0
        with desk.sit() as inbox:
            inbox.until("Which way?")
            inbox.until("team")
            assert desk.here("sync", "--patience", "15").code == 0
            inbox.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, inbox.pid, os.WSTOPPED)

            synced = desk.here("sync", "--patience", "15")
            assert synced.code == 6
            told = f"Another sayso (process {inbox.pid}) holds team and has told nothing since"
            assert told in " ".join(synced.err.split())
            assert "no news since" in desk.here("store", "list").out
            assert "team: as of" in desk.here("list").err
            began = time.monotonic()
            waited = desk.here("wait", "k", "--timeout", "1", "--store", "team")
            assert waited.code == 3
            assert time.monotonic() - began < 8

            inbox.send_signal(signal.SIGCONT)
            os.waitid(os.P_PID, inbox.pid, os.WCONTINUED)
            assert server.machine.here("raise", "k2", "--text", "And then?").code == 0
            assert desk.here("sync", "--patience", "15").code == 0
            assert "k2" in desk.here("list").out
    finally:
        server.kill()

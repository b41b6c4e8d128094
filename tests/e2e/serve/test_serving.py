"""`sayso serve` as a process: how it begins, how it ends, and what survives when it is killed."""

import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import httpx
import pytest

from handoff_records import note, raised, settled
from machine import PROGRAM, Machine

PATIENCE_S = 20.0
NO_PROXY = {"trust_env": False, "timeout": PATIENCE_S}


@dataclass
class Running:
    """A server in a process of its own."""

    process: "subprocess.Popen[str]"
    where: str
    told: IO[str]

    @property
    def url(self) -> str:
        return self.where.rpartition(" ")[2]

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextmanager
def serving(home: Path, *words: str) -> Iterator[Running]:
    """Until the end of the block at the latest."""
    environ = Machine(home).environ
    with subprocess.Popen(
        [*PROGRAM, "serve", *(words or ("--port", "0"))], env=environ, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            yield Running(process, process.stderr.readline().strip(), process.stderr)
        finally:
            if process.poll() is None:
                process.kill()


@contextmanager
def stream_of(server: Running) -> Iterator[Iterator[str]]:
    """The lines of its stream."""
    with httpx.stream("GET", f"{server.url}/v1/records/stream", **NO_PROXY) as stream:  # type: ignore[arg-type]
        yield stream.iter_lines()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('[me]\nname = "alice"\n')
    return home


def grant(home: Path, name: str, *origins: str) -> str:
    words = [word for each in origins for word in ("--origin", each)]
    ran = Machine(home).here("serve", "token", "add", name, *words, "--unattended")
    assert ran.code == 0, ran.err
    return ran.out.strip()


def test_it_says_where_it_serves_and_port_0_picks_a_free_one(home: Path) -> None:
    with serving(home) as one, serving(home) as two:
        for each in (one, two):
            assert re.fullmatch(r"serving home on http://127\.0\.0\.1:[1-9][0-9]+", each.where)
            assert httpx.get(f"{each.url}/v1/health", **NO_PROXY).json()["name"] == "home"  # type: ignore[arg-type]
        assert one.url != two.url


def test_a_port_that_is_taken_is_told(home: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        ran = Machine(home).run("serve", "--port", port)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert f"port {port} cannot be had" in ran.stderr and len(ran.stderr.splitlines()) == 1


def test_two_servers_on_one_ledger_tell_what_the_other_took(home: Path) -> None:
    with serving(home) as one, serving(home) as two, stream_of(two) as lines:
        assert next(lines) == "retry: 1000"

        def telling(key: str) -> float:
            assert httpx.post(f"{one.url}/v1/records", json=raised(key)).status_code == 201
            began = time.monotonic()
            assert any(each.startswith("id: ") for each in lines)
            return time.monotonic() - began

        assert min(telling(f"k{number}") for number in range(3)) < 0.5


def test_what_is_raised_on_the_command_line_reaches_the_stream(home: Path) -> None:
    machine = Machine(home)
    with serving(home) as server, stream_of(server) as lines:
        assert next(lines) == "retry: 1000"
        machine.here("raise", "acme/db", "--text", "Which?")
        told = next(each for each in lines if each.startswith("data: "))
    assert '"key":"acme/db"' in told


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_properly_with_its_streams(home: Path, number: int, code: int) -> None:
    with serving(home) as server:
        with stream_of(server) as lines:
            next(lines)
            server.process.send_signal(number)
            assert list(lines) == [""]  # the body came to its end; a cut one would raise
        assert server.process.wait(PATIENCE_S) == code
        assert server.told.read() == ""
    assert not list(home.glob("*-wal")), "the ledger was closed"


def post_until_cut(url: str, turn: int, answered: list[tuple[str, str]]) -> None:
    """Ask one question after the other; those that were answered, with their cursors."""
    with httpx.Client(base_url=url, **NO_PROXY) as client, suppress(httpx.TransportError):  # type: ignore[arg-type]
        for n in count():
            answer = client.post("/v1/records", json=raised(f"k{turn}-{n}", by=f"agent {n // 100}"))
            answered.append((f"k{turn}-{n}", answer.json()["cursor"]))


def test_kill_9_in_the_middle_of_writing_loses_nothing_that_was_answered(home: Path) -> None:
    answered: list[tuple[str, str]] = []
    for turn in range(2):
        with serving(home) as server:
            posting = threading.Thread(target=post_until_cut, args=(server.url, turn, answered))
            posting.start()
            while len(answered) < 25 * (turn + 1):
                posting.join(0.005)
                assert posting.is_alive()
            server.process.kill()
            posting.join(PATIENCE_S)
    with serving(home) as server, httpx.Client(base_url=server.url, **NO_PROXY) as client:  # type: ignore[arg-type]
        page = client.get("/v1/records").json()
        held = [each["record"]["key"] for each in page["records"]]
        known = {key for key, _ in answered}
        assert [key for key in held if key in known] == [key for key, _ in answered]
        assert len(held) <= len(answered) + 2, "at most the one of each turn whose answer was cut off"
        for key, cursor in answered[::10]:
            later = client.get("/v1/records", params={"after": cursor}).json()["records"]
            assert [each["record"]["key"] for each in later] == held[held.index(key) + 1 :]
        assert client.post("/v1/records", json=raised("k0-0", by="agent 0")).status_code == 200


def test_a_unix_socket_is_for_its_owner_and_group_and_gone_afterwards(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "sayso.sock"
    with serving(home, "--socket", str(path)) as server:
        assert server.where == f"serving home on unix:{path}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert stat.S_ISSOCK(path.stat().st_mode)
        transport = httpx.HTTPTransport(uds=str(path))
        with httpx.Client(transport=transport, base_url="http://localhost") as client:
            assert client.post("/v1/records", json=raised("k")).status_code == 201
            assert client.post("/v1/records", json=settled("k")).json()["code"] == "origin-not-allowed"
        ran = Machine(home).run("serve", "--socket", str(path))
        assert (ran.returncode, "another server answers" in ran.stderr) == (1, True)
        assert server.end() == 0
    assert not path.exists()


def test_a_socket_that_a_killed_server_left_is_replaced(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "sayso.sock"
    with serving(home, "--socket", str(path)) as server:
        server.process.kill()
        server.process.wait(PATIENCE_S)
        assert path.exists()
    with serving(home, "--socket", str(path)) as server:
        assert server.where.startswith("serving home on unix:")


def test_another_uid_reaches_the_socket_only_through_its_group(home: Path) -> None:
    if os.getuid() != 0:  # only root can become somebody else
        return
    code = (
        "import os, socket, sys\n"
        "os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(61_234)\n"
        "try:\n    socket.socket(socket.AF_UNIX).connect(sys.argv[1])\nexcept PermissionError:\n    sys.exit(13)\n"
    )
    with TemporaryDirectory() as folder, serving(home, "--socket", f"{folder}/s"):
        Path(folder).chmod(0o755)
        path = Path(folder) / "s"
        for group, expected in ((61_234, 13), (path.stat().st_gid, 0)):
            done = subprocess.run([PROGRAM[0], "-c", code, str(path), str(group)], timeout=PATIENCE_S, check=False)
            assert done.returncode == expected


def test_neither_a_token_nor_what_was_written_stands_in_the_log_or_on_stderr(home: Path) -> None:
    token = grant(home, "alice", "requester", "agent", "principal")
    words = ("a-secret-key", "a secret question")
    with serving(home) as server:
        with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token}"}) as client:
            assert client.post("/v1/records", json=raised(words[0], text=words[1])).status_code == 201
            assert client.get("/v1/decision", params={"key": words[0]}).status_code == 200
            assert client.get(f"/v1/{words[0]}?token={token}").status_code == 404
            client.post("/v1/records", json={**note(words[0]), "about": ""})
            client.get("/v1/health", headers={"Authorization": "Bearer sayso_wrong"})
        assert server.end() == 0
        told = server.told.read()
    log = home / "log" / "serve.log"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    written = log.read_text()
    for secret in (*words, token, "sayso_wrong", "secret"):
        assert secret not in written + told
    assert "POST /v1/records 201 by alice in" in written
    assert "POST /v1/records 422 by alice in" in written
    assert "GET /v1/health 401 by nobody in" in written


def test_a_request_that_is_under_way_is_answered_before_it_stops(home: Path) -> None:
    raw = b'{"ext":"other/9","key":"k","id":"slow","origin":"agent"}'
    with serving(home) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with closing(socket.create_connection((host, int(port)), PATIENCE_S)) as client:
            head = b"POST /v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            client.sendall(head + b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw[:9]))
            assert httpx.get(f"{server.url}/v1/health", **NO_PROXY).status_code == 200  # type: ignore[arg-type]
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(httpx.ConnectError):
                while True:
                    httpx.get(f"{server.url}/v1/health", **NO_PROXY)  # type: ignore[arg-type]
            client.sendall(raw[9:])
            assert client.recv(65_536).startswith(b"HTTP/1.1 201")
        assert server.process.wait(PATIENCE_S) == 0


TLS = Path(__file__).parents[2] / "samples" / "tls"


def test_https_is_served_with_a_certificate(home: Path) -> None:
    words = ("--port", "0", "--host", "localhost", "--tls-cert", str(TLS / "localhost.pem"))
    with serving(home, *words, "--tls-key", str(TLS / "localhost.key")) as server:
        assert server.url.startswith("https://localhost:")
        with httpx.Client(verify=ssl.create_default_context(cafile=TLS / "localhost.pem"), trust_env=False) as client:
            assert client.get(f"{server.url}/v1/health").json()["name"] == "home"
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.url}/v1/health", **NO_PROXY)  # type: ignore[arg-type]


def test_a_certificate_that_cannot_be_used_is_told(home: Path, tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no certificate")
    for chain in (tmp_path / "no.pem", tmp_path / "missing.pem"):
        words = ("serve", "--port", "0", "--tls-cert", str(chain), "--tls-key", str(TLS / "localhost.key"))
        ran = Machine(home).here(*words)
        assert (ran.code, "cannot be used" in ran.err) == (1, True)

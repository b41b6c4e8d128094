"""Where `sayso serve` listens."""

import socket
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Where:
    """Where to listen."""

    host: str
    port: int
    path: Path | None
    certificate: tuple[Path, Path] | None

    @property
    def only_here(self) -> bool:
        """Whether nobody but this machine can come."""
        from sayso_client.serve.sockets import reaches_only_here

        return self.path is not None or reaches_only_here(self.host)

    def listen(self) -> socket.socket:
        """Raises CannotListen."""
        from sayso_client.serve import sockets

        if self.certificate:
            sockets.refuse_certificate(*self.certificate)
        return sockets.unix(self.path) if self.path is not None else sockets.tcp(self.host, self.port)

    def url(self, listening: socket.socket) -> str:
        """How a client calls it."""
        if self.path is not None:
            return f"unix:{self.path}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.certificate else 'http'}://{host}:{listening.getsockname()[1]}"

"""An answer does not wait for the reader's acknowledgement of its head (Nagle's algorithm): 40 ms a call."""

import socket

from opened import Room
from served import served


async def test_every_connection_sends_without_delay(room: Room) -> None:
    async with served(room) as server, server.client() as client:
        assert (await client.get("/v1/health")).status_code == 200
        (connection,) = server.server.server_state.connections
        taken = connection.transport.get_extra_info("socket")
        assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

from collections.abc import AsyncIterator

import httpx
import pytest

from opened import Room
from served import Served, served


@pytest.fixture
async def server(room: Room) -> AsyncIterator[Served]:
    async with served(room) as running:
        yield running


@pytest.fixture
async def client(server: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with server.client() as client:
        yield client

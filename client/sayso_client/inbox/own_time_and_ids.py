"""The time and the record ids that an inbox takes when nobody gives it others."""

import os
from datetime import UTC, datetime


def system_clock() -> datetime:
    """The machine's time, in UTC."""
    return datetime.now(UTC)


def mint_id() -> str:
    """A record id that nobody else mints: 32 hexadecimal digits (RFC 9562, version 4)."""
    # As uuid4() does, without importing the module, which takes longer than all of a list.
    drawn = bytearray(os.urandom(16))
    drawn[6] = drawn[6] & 0x0F | 0x40
    drawn[8] = drawn[8] & 0x3F | 0x80
    return drawn.hex()

"""How long we wait for a server, and how much we take from it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds and bytes. A server that goes beyond one of them is cut, and a sentence says so."""

    connect_s: float = 10.0
    read_s: float = 30.0
    """Between two pieces of an answer; on the stream, where a sign of life comes every 15 s, this finds a dead line."""
    write_s: float = 30.0
    pool_s: float = 10.0
    whole_s: float = 120.0
    """For one whole answer, so that one that drips in byte by byte ends, too."""
    silence_s: float = 30.0
    """On the stream, without a whole line or a fair part of one."""
    body: int = 16 << 20
    """Of one answer, after it was unpacked."""
    item: int = 4 << 20
    """Of one record with what stands beside it; a record of the principal has 1 MiB at most."""
    page: int = 1_000
    """Records that are asked for at once."""
    quick_s: float = 1.0
    """A page that came faster than this makes the next one larger; one four times slower makes it smaller."""


USUAL = Bounds()

"""The body of an answer, unpacked in small steps and bounded: a few bytes of gzip can stand for gigabytes."""

import zlib

STEP = 1 << 17
"""Bytes that one step may make."""


class TooLong(Exception):
    """More than we take."""


class CannotUnpack(Exception):
    """It is packed in a way that was not asked for, or damaged."""


class Body:
    """Gathers one body."""

    def __init__(self, coding: str, most: int) -> None:
        """Begin.

        Args:
            coding: The header Content-Encoding; gzip, identity, or nothing.
            most: Bytes, unpacked.

        Raises:
            CannotUnpack: we did not ask for that coding.
        """
        coding = coding.strip().casefold()
        if coding not in ("", "identity", "gzip"):
            raise CannotUnpack
        self._unpack = zlib.decompressobj(wbits=31) if coding == "gzip" else None
        self._most = most
        self._found = bytearray()

    def add(self, piece: bytes) -> bool:
        """Take one more piece; False when a part of it is still to be unpacked, by `add(b"")`.

        Raises:
            TooLong: it has become too much.
            CannotUnpack: it is damaged.
        """
        if self._unpack is None:
            self._found += piece
        else:
            try:
                self._found += self._unpack.decompress(self._unpack.unconsumed_tail + piece, STEP)
            except zlib.error:
                raise CannotUnpack from None
        if len(self._found) > self._most:
            raise TooLong
        return self._unpack is None or not self._unpack.unconsumed_tail

    def whole(self) -> bytes:
        """All of it. Raises CannotUnpack when it was cut."""
        if self._unpack is not None and not self._unpack.eof:
            raise CannotUnpack
        return bytes(self._found)

"""The body of an answer, unpacked in small steps and bounded: a few bytes of gzip can stand for gigabytes."""

import zlib

from sayso_client.stores.http import digests

STEP = 1 << 17
"""Bytes that one step may make."""


class TooLong(Exception):
    """More than we take."""


class CannotUnpack(Exception):
    """It is packed in a way that was not asked for, or damaged."""


class Changed(Exception):
    """It is not what its digest says: something was changed on the way."""


class Body:
    """Gathers one body."""

    def __init__(self, coding: str, most: int, digest: str | None = None) -> None:
        """Begin.

        Args:
            coding: The header Content-Encoding; gzip, identity, or nothing.
            most: Bytes, unpacked.
            digest: The header Content-Digest.

        Raises:
            CannotUnpack: we did not ask for that coding.
        """
        coding = coding.strip().casefold()
        if coding not in ("", "identity", "gzip"):
            raise CannotUnpack
        self._unpack = zlib.decompressobj(wbits=31) if coding == "gzip" else None
        self._most = most
        self._digest = digest
        self._packed = bytearray()
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
            self._packed += piece
            try:
                self._found += self._unpack.decompress(self._unpack.unconsumed_tail + piece, STEP)
            except zlib.error:
                raise CannotUnpack from None
        if len(self._found) > self._most:
            raise TooLong
        return self._unpack is None or not self._unpack.unconsumed_tail

    def whole(self) -> bytes:
        """All of it.

        Raises:
            CannotUnpack: it was cut.
            Changed: it is not what its digest says, neither as it came nor, should something on the way have packed it,
                unpacked.
        """
        if self._unpack is not None and not self._unpack.eof:
            raise CannotUnpack
        found = bytes(self._found)
        if self._digest is not None and not digests.fits(self._digest, found, *self._as_it_came()):
            raise Changed
        return found

    def _as_it_came(self) -> tuple[bytes, ...]:
        return () if self._unpack is None else (bytes(self._packed),)

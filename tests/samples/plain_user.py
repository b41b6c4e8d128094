"""Being bound by file modes, as every user but root is. In containers tests often run as root, whom no mode binds."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION_3 = 0x20080522
_OVERRIDES = 0b110
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH (capabilities(7)): root's freedom from file modes."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


@contextmanager
def bound_by_modes() -> Iterator[None]:
    """This thread, and those it starts meanwhile, heed file modes."""
    if os.geteuid() != 0 or sys.platform != "linux":
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header, held = _Header(_VERSION_3, 0), (_Sets * 2)()
    assert libc.capget(ctypes.byref(header), held) == 0
    fewer = (_Sets * 2).from_buffer_copy(held)
    fewer[0].effective &= ~_OVERRIDES
    assert libc.capset(ctypes.byref(header), fewer) == 0
    try:
        yield
    finally:
        assert libc.capset(ctypes.byref(header), held) == 0

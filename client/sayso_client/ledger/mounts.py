"""Which file system holds a ledger. Over a network no two machines share memory, which the write-ahead log needs."""

import os
import re
import sys
from pathlib import Path

TABLE = Path("/proc/self/mountinfo")
"""What is mounted where, on Linux (proc_pid_mountinfo(5))."""

_KERNEL = (
    "9p afpfs afs beegfs ceph cifs coda davfs glusterfs gpfs lustre ncpfs nfs nfs4 ocfs2 orangefs prl_fs smb2 smb3 "
    "smbfs vboxsf virtiofs vmhgfs webdav"
)
_FUSE = "ceph davfs2 gcsfuse glusterfs goofys gvfsd-fuse mfs rclone s3fs smbnetfs sshfs vmhgfs-fuse"
NETWORK = frozenset([*_KERNEL.split(), *(f"fuse.{each}" for each in _FUSE.split())])
"""File systems whose files other machines may have open at the same time."""

_LOCAL = 0x1000
"""MNT_LOCAL: "file system is stored locally" (macOS, statfs(2))."""


def network(path: Path, table: str | None = None) -> str | None:
    """The kind of network file system that a path lies on, such as "nfs4"; None for a local one and in doubt.

    Args:
        path: It need not exist.
        table: The text of a mount table; None reads the system's own.
    """
    if table is None and sys.platform == "darwin":
        return _told_by_darwin(path)
    kind = file_system(path, table)
    return kind if kind in NETWORK else None


def notice(path: Path, table: str | None = None) -> str | None:
    """A sentence for the principal when the ledger lies on a network file system, else None. Arguments as above."""
    kind = network(path, table)
    return None if kind is None else told(path, kind)


def told(path: Path, kind: str) -> str:
    """What it means that a ledger lies on that kind of file system."""
    return (
        f"The ledger {path} lies on a network file system ({kind}), where two machines may damage it. "
        "Use it from one machine at a time, or set SAYSO_HOME to a folder on a disk of this one."
    )


def file_system(path: Path, table: str | None = None) -> str | None:
    """The kind of file system that a path lies on; None where the system has no mount table to read."""
    if table is None:
        try:
            table = TABLE.read_text("utf-8", "surrogateescape")
        except OSError:
            return None
    real = os.path.realpath(path)
    best, found = "", None
    for line in table.splitlines():
        fields, _, rest = line.partition(" - ")
        parts, kind = fields.split(" "), rest.partition(" ")[0]
        if len(parts) > 4 and kind and _holds(point := _unescaped(parts[4]), real) and len(point) >= len(best):
            # Of two on the same point the later one covers the earlier.
            best, found = point, kind
    return found


def _holds(point: str, path: str) -> bool:
    return path == point or path.startswith(point.rstrip("/") + "/")


def _unescaped(field: str) -> str:
    """Blanks and backslashes are written as octal numbers there."""
    return re.sub(r"\\([0-7]{3})", lambda digits: chr(int(digits[1], 8)), field)


def _told_by_darwin(path: Path) -> str | None:
    """By statfs(2), of which Python has only the portable half."""
    import ctypes

    class Statfs(ctypes.Structure):
        _fields_ = (
            ("sizes", ctypes.c_uint32 * 2),
            ("counts", ctypes.c_uint64 * 5),
            ("identity", ctypes.c_int32 * 2),
            ("owner_and_type", ctypes.c_uint32 * 2),
            ("flags", ctypes.c_uint32),
            ("subtype", ctypes.c_uint32),
            ("name", ctypes.c_char * 16),
            ("places", ctypes.c_char * 2048),
            ("reserved", ctypes.c_uint32 * 8),
        )

    told = Statfs()
    libc = ctypes.CDLL(None, use_errno=True)
    ask = getattr(libc, "statfs$INODE64", None) or libc.statfs
    folder = next((each for each in (path, *path.parents) if each.exists()), path)
    if ask(os.fsencode(folder), ctypes.byref(told)) != 0 or told.flags & _LOCAL:
        return None
    return told.name.decode("ascii", "replace") or "network"

"""Replacing a file of somebody else's as a whole: the new content is there, or the old one."""

import os
import tempfile
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Write the content in place of the file; a link stays one, and the mode stays. A new file has the usual mode.

    Raises:
        OSError: it is as it was.
    """
    target = path.resolve()
    if not target.exists():
        _make(target, content)
        return
    with target.open("r+b"):
        pass  # a file that may not be written is not replaced either
    handle, scratch = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fchmod(stream.fileno(), target.stat().st_mode & 0o7777)
            os.fsync(stream.fileno())
        Path(scratch).replace(target)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise


def _make(target: Path, content: bytes) -> None:
    with target.open("xb") as stream:
        try:
            stream.write(content)
            stream.flush()
        except BaseException:
            target.unlink(missing_ok=True)
            raise

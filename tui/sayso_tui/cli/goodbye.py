"""The last words after an error that nobody foresaw: the traceback goes to the log, the reader gets a sentence."""

import os
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from sayso_client.text import one_line, plain
from sayso_config.paths import places, private_folder
from sayso_config.problems import ConfigError

LOG = "sayso.log"


def goodbye(error: Exception, environ: Mapping[str, str]) -> str:
    """Write the traceback to the log and return the sentence that says so. Arguments and answers are not written."""
    what = one_line(f"{type(error).__name__}: {error}", 200)
    try:
        log = _write(error, environ)
    except (OSError, ConfigError) as why:
        return f"sayso failed: {what}. The log could not be written either ({one_line(str(why), 200)})."
    return f"sayso failed: {what}. What was recorded before stays. The details are in {one_line(str(log))}."


def _write(error: Exception, environ: Mapping[str, str]) -> Path:
    log = private_folder(places(environ).log_dir) / LOG
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with open(os.open(log, flags, 0o600), "w", encoding="utf-8", errors="backslashreplace") as out:  # noqa: PTH123 - the mode
        # Errors quote what they met, and somebody will print this file on a terminal.
        out.write(f"{datetime.now(UTC).isoformat()}\n{plain(''.join(traceback.format_exception(error)))}\n")
    return log

"""Run the plain inbox on the terminal of this process."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Sequence

from sayso_client.inbox import Inbox
from sayso_tui.cli.cells import screen_width
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.dialogue import Dialogue
from sayso_tui.plain.signals import Asked, heeded
from sayso_tui.plain.talk import Talk
from sayso_tui.plain.touch import Touch


def run_plain(inbox: Inbox, *, introduce: Callable[[str, str], None], notices: Sequence[str] = ()) -> int:
    """Talk until the inbox is left.

    Args:
        inbox: Open; whoever made it closes it.
        introduce: Writes a name that was asked for into the configuration.
        notices: Sentences to begin with.

    Returns:
        The exit code: 0, or 128 and the number of the signal that asked sayso to leave.
    """
    gc.enable()
    dialogue = Dialogue(sys.stdin, sys.stdout, width=screen_width)
    with asyncio.Runner() as runner:
        try:
            with heeded(), Touch(inbox):
                dialogue.say(*notices)
                Talk(Desk(inbox, dialogue, runner.run, introduce)).go_on()
        except Asked as asked:
            return asked.code
        except OSError:  # the terminal is gone; what was written is on the disk
            return 128 + signal.SIGHUP
    return 0

"""Run one command line: from words to an exit code, with every foreseeable error told in a sentence."""

import sys
from collections.abc import Mapping, Sequence

from sayso_client.errors import SaysoError
from sayso_config.problems import ConfigError
from sayso_tui.cli.exits import Ended, Exit, code_of
from sayso_tui.cli.session import Session
from sayso_tui.interrupts import is_one


def run(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Do what the words say and return the exit code. No words open the inbox, and then no parser is imported.

    Args:
        words: The arguments, without the program's name.
        environ: The variables that count; nothing else is read from the process's own.
    """
    if asked := environ.get("_SAYSO_COMPLETE"):
        from sayso_tui.cli.completing import complete

        return complete(asked)
    session = Session(environ)
    try:
        if words:
            code = _obey(words, session)
        else:
            from sayso_tui.cli.screen import open_screen

            open_screen(session)
            code = Exit.DONE
    except Ended as ended:
        return _told(str(ended), ended.code)
    except (SaysoError, ConfigError) as error:
        if is_one(error):
            raise KeyboardInterrupt from error
        return _told(str(error), code_of(error))
    finally:
        session.close()
    return Exit.USAGE if session.unreadable and code == Exit.DONE else code


def _obey(words: Sequence[str], session: Session) -> int:
    from sayso_tui.cli import plainly

    if call := plainly.plain_call(words):
        plainly.obey(call, session)
        return Exit.DONE
    from sayso_tui.cli.spoken import obey

    return obey(words, session)


def _told(sentence: str, code: int) -> int:
    if sentence:
        from sayso_client.text import plain

        print(plain(sentence), file=sys.stderr)
    return code

"""Marks that a shell belongs to an agent. They stop accidents, not intent: docs/security.md says so."""

from collections.abc import Mapping

from sayso_tui.cli.exits import Ended, Exit

ALWAYS = ("SAYSO_AGENT", "CHANT_STEWARD")
"""Set on purpose, to say "an agent works here": principal verbs are refused."""

USUAL = (
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "COPILOT_CLI",
    "OPENCODE",
    "CLINE_ACTIVE",
    "AUGMENT_AGENT",
    "GOOSE_TERMINAL",
)
"""Set by tools that run commands for a model. At a terminal a person may sit, so there it only warns."""

INSTEAD = "An agent that heard the principal decide reports it with: sayso claim KEY --basis WHERE"


_SWITCHES = frozenset({"1", "0", "true", "false", "yes", "no", "on", "off"})


def agents_name(environ: Mapping[str, str]) -> str | None:
    """The name of the agent that works in this shell, where SAYSO_AGENT says one and is no mere switch."""
    name = environ.get("SAYSO_AGENT", "").strip()
    return name if name and name.casefold() not in _SWITCHES and name.isprintable() else None


def agents_shell(environ: Mapping[str, str]) -> str | None:
    """The mark that says on purpose that an agent works here, or None."""
    return _first(ALWAYS, environ)


def why_not_here(environ: Mapping[str, str]) -> str | None:
    """Why nothing that the principal decides is written from this shell; a sentence, or None."""
    mark = agents_shell(environ)
    return f"{mark} says that an agent works in this shell, and only the principal decides." if mark else None


def refuse_agents(environ: Mapping[str, str], *, at_terminal: bool) -> str | None:
    """Refuse a principal verb in an agent's shell.

    Args:
        environ: The variables.
        at_terminal: Whether somebody will have to type what is asked.

    Returns:
        A warning for the person at the terminal, or None.

    Raises:
        Ended: refused; the sentence says why and what an agent can do instead.
    """
    mark = agents_shell(environ)
    usual = _first(USUAL, environ)
    if mark or (usual and not at_terminal):
        raise Ended(
            Exit.REFUSED,
            f"Only the principal decides, and {mark or usual} says that an agent works in this shell. "
            f"Nothing was written. {INSTEAD}",
        )
    if usual:
        return f"{usual} is set: an agent may be working in this shell. Go on only if you are typing yourself."
    return None


def _first(marks: tuple[str, ...], environ: Mapping[str, str]) -> str | None:
    return next((each for each in marks if environ.get(each)), None)

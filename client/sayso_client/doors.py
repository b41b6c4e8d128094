"""Through which door a record came in: a word of the machine that holds it, or the name of somebody's token."""

NOBODY = "anyone"
"""The door of what comes to a served store without a token."""

SIDES = ("requester", "agent", "principal")

HERE = frozenset({"inbox", "cli", "unattended", "import", "import-unattended", "demo", "mcp"})
"""Doors of the machine itself."""

RESERVED = frozenset({NOBODY, *HERE, *SIDES})
"""None of these is a token's name."""

"""The command line: the acts of the inbox without a screen, for scripts and for the agents' side. docs/cli.md."""

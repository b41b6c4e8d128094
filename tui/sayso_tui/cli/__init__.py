"""The command line: one verb, or one family of verbs, a file."""

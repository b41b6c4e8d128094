"""One screen or sheet a file, its looks beside it in a .tcss file."""

"""The terminal inbox and the command line."""

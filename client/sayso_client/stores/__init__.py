"""One door for each kind of system that holds decisions."""

"""What models and agents suggest. A proposal is never an answer."""

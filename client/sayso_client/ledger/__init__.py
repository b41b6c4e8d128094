"""The embedded SQLite file: local stores, replicas of others, and what is derived from them."""

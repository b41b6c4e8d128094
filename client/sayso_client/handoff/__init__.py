"""Principal Handoff decisions/0.3: records, their validity, and the fold of records into a state."""

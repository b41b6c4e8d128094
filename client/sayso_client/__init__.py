"""sayso without a screen: decisions, verdicts, the ledger and the stores behind it."""

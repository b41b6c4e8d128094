"""Whether a ledger is well. Looking changes nothing; what is wrong is said with what it means and what to do."""

"""Keeping in touch with stores elsewhere: what they hold comes into the ledger, what I said goes out to them."""

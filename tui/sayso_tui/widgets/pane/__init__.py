"""A decision as lines of text: small pure renderers, one idea a file."""

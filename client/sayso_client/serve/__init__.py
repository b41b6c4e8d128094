"""A local store over HTTP and server-sent events, for inboxes and agents elsewhere (docs/http.md)."""

"""The client of a decision store that answers over HTTP and server-sent events (docs/http.md).

`wire` is its door and loads no wire library; httpx is imported by `calls`, in a thread, with the first call.
"""

"""A window for others: a run over HTTP, over a WebSocket and on a page."""

"""Processing that wraps every request: headers, caching, compression, logs, and forwarding to search workers."""

"""What wraps every request: headers, caching, compression, logs, and handing searches to their own workers."""

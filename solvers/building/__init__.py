"""What the builder and the service tell each other, and how a solve reports its progress."""

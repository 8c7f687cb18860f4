"""How the builder and the service communicate, and how a solve reports its progress."""

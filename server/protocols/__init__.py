"""The two protocols of clients, and the strings and texts they use for positions."""

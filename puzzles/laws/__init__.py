"""The laws that every plug-in obeys, one function each."""

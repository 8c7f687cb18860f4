"""Tables: writing, reading, verifying and counting what was solved."""

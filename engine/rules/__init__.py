"""The rule books: pure functions from what happened to what is. No clock, no randomness, no I/O."""

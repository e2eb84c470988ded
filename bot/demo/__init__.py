"""The real bot in a browser, without a token: a simulated Discord with one channel and two learners."""

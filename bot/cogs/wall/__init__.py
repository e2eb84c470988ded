"""One learner's battle with the wall, in Discord."""

"""The Corridor: what n tokens cost in scores and in bytes."""

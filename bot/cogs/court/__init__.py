"""The court between halls and wall, in Discord."""

"""A teacher's desk, in Discord."""

"""Study sessions, in Discord."""

"""What comes back across days, in Discord."""

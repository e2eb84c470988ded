"""What comes back across days."""

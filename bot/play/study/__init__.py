"""Study sessions."""

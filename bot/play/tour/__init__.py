"""Halls walked, doors opened, the path retold."""

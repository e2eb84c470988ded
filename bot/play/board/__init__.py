"""Standings and points."""

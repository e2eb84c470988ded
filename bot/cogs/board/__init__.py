"""Standings, in Discord."""

"""Battles with the wall: begun, answered, ended."""

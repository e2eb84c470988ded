"""Talking to the elder, in Discord."""

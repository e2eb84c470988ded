"""Asking the elder: what he teaches, and what he reckons."""

"""Several processes on one database."""

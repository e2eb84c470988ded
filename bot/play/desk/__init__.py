"""A teacher's desk."""

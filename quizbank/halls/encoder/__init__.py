"""The Encoder Hall."""

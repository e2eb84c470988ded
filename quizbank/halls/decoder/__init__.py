"""The Decoder Hall."""

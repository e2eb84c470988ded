"""Laws of reading and judging."""

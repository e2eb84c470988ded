"""The O(n²) Wall, which asks its three questions."""

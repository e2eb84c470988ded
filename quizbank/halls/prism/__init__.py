"""The Prism: one width, many heads, and what the split costs and does not cost."""

"""The Bell Tower: what attention cannot tell of order, and four ways to tell it."""

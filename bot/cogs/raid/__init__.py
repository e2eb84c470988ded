"""One wall for many, in Discord."""

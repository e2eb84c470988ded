"""One wall for many."""

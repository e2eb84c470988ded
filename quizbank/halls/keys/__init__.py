"""The Four Keys, tried on one lock: which are exact, and what each costs."""

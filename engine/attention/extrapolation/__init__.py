"""Four tiny models that differ in nothing but where they think a token stands, and what becomes of them further on."""

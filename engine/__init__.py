"""The rule books, the reader of answers, and the two witnesses: a derivation and a measurement that never met."""

"""Closed forms, derived with sympy: the first of two witnesses, who has never met the second."""

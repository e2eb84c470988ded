"""The elder's counsel: what he answers from his own lines, and what he computes when asked in figures.

Nothing here generates text: a question is either reckoned by verified formulas, or led to the nearest thing he teaches,
or not known.
"""

"""What happened, kept: tables, connections and queries. Answers are only ever added; what is, is computed elsewhere.

No rule of the game and no line of text lives here.
"""

"""The one pattern that cuts a text into tokens: every part possessive or a single character, so its time is linear."""

from __future__ import annotations

import re

from engine.answers import numerals
from engine.answers.vocabulary import HAN_WORDS

EXPONENT = r"(?: ?[eE](?: ?[0-9]|[+-][0-9])[0-9]*+)?+"
MARKS = (",", " ", "'", "_", r"\{,\}", r"\\,")
GROUPS = "|".join(rf"(?<![A-Za-z])[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})++(?![0-9_])" for mark in MARKS)
THOUSANDS = "[1-9][0-9]{0,2}(?:,[0-9]{3})++(?![0-9])"
SPACED = "(?:[1-9][0-9]{0,2}(?: [0-9]{3})++|[0-9]++)"
DOTTED = r"[0-9]{1,3}(?:\.[0-9]{3}(?![0-9]))++(?:,[0-9]++|(?<=\.[0-9]{3}\.[0-9]{3}))"
CHINESE = rf"(?!千兆?(?:字节|字節|位元|比特))[{numerals.CHARACTERS}]"
FIGURES = r"[0-9]++(?:\.[0-9]++)?+"
UPRIGHT = r"\\(?:text|mathrm)\{[A-Za-z]++\}"
SUBSCRIPT = rf"\\?_(?:[A-Za-z0-9]++|\{{[A-Za-z0-9]++\}}|{UPRIGHT}|\{{{UPRIGHT}\}})"
PHRASES = (
    r"(?:multiply-(?:adds?+|accumulates?+)|[Pp]er ?cent|or so|[Ii] (?:think|guess|believe)|in (?:total|all)"
    r"|of memory|-fold|to the power(?: of)?+|[Ss]quare root of)(?![A-Za-z])"
)
STYLED = r"\\(?:mathcal|mathrm|mathit|mathbf|text|operatorname)\{ ?[A-Za-z]++ ?\}"

PARTS = {
    "space": r" ++|\\[,;:! ]",
    "op": r"\*\*?+|:=|=>?+|-(?!fold)|\.\.\.|\.(?![0-9])|[+×/^()%‰!?√∛:,;…≈~{}⇒→∴<>≤≥≠|]|\\[\^*%]",
    "figures": r"[0-9]++(?=[)/*^+=-]|\Z)",  # a number, found before all that it cannot be is looked for
    "hex": r"0[xX](?=[0-9A-Fa-f]|\Z)[0-9A-Za-z]*+|0[bBoO](?=[0-9])[0-9A-Za-z]++",
    "han": rf"(?=[^\x00-\xff])(?:{'|'.join(HAN_WORDS)})",
    "numeral": rf"(?:{FIGURES})?+{CHINESE}(?:{FIGURES}|{CHINESE})*+",
    "dotted": rf"{DOTTED}(?![.,]?[0-9]){EXPONENT}",
    "comma": rf"(?!{THOUSANDS}){SPACED},[0-9]++(?![.,'_]?[0-9]|,,){EXPONENT}",
    "number": rf"(?:{GROUPS}|[0-9]++)(?![0-9])(?!,[0-9])(?:\.(?!\.)[0-9]*+)?+{EXPONENT}|\.[0-9]++{EXPONENT}",
    "grouping": r"[0-9][0-9,.'_]*+",
    "word": rf"{PHRASES}|\\log{SUBSCRIPT}|{STYLED}|[A-Za-z]++(?:'[A-Za-z]++)?+(?:{SUBSCRIPT})*+|[πΘΩσμλτ]",
    "super": r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]++",
    "sub": r"[₀₁₂₃₄₅₆₇₈₉ₖₙₘₕᵥ]++",
    "vulgar": r"[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒]",
    "latex": r"\\[A-Za-z]++",
    "sign": r"乘以?+|除以|减去?+|加上?+",
    "other": r"[\s\S]",
}
PATTERN = re.compile("|".join(f"(?P<{kind}>{part})" for kind, part in PARTS.items()))

"""A learner's text becomes an exact reading, a question back, or a refusal with its reason, in bounded time."""

from engine.answers.ambiguity import Ambiguous
from engine.answers.reader import VERSION, read
from engine.answers.reading import Reading
from engine.answers.refusal import REASONS, Unreadable
from engine.answers.report import report

__all__ = ["REASONS", "VERSION", "Ambiguous", "Reading", "Unreadable", "read", "report"]

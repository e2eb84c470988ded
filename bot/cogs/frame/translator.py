"""Names, descriptions and choices of commands, in the locales the game speaks."""

from __future__ import annotations

from typing import Final

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.cogs.frame.words import NAMED, WORDS

# Discord falls back between the two Englishes, but not between the two Chineses: all four are given.
SPOKEN: Final = {
    Locale.chinese: "zh-CN",
    Locale.taiwan_chinese: "zh-CN",
    Locale.american_english: "en",
    Locale.british_english: "en",
}


class LinesTranslator(Translator):
    """Takes each text that names its line from the book of lines."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return the text in that locale, or None for locales nobody here speaks."""
        language, key = SPOKEN.get(locale), string.extras.get(NAMED)
        return None if language is None or key is None else WORDS.say(key, language)

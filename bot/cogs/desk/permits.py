"""Where and how deep a server lets games begin."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cogs.desk.desk_words import said
from bot.cogs.frame.audience import Audience
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Button, Screen, Text, row
from bot.play.desk.classes import Choices
from bot.play.scene import Tier


def against(
    audience: Audience, choices: Choices, tier: Tier, tiers: Sequence[Tier], kind: str = "fight"
) -> Screen | None:
    """Return what stands against beginning here at a tier, with what may be done instead; None if nothing does.

    `kind` is the touch that begins such a game at the tier it names.
    """
    if choices.tiers and tier not in choices.tiers:
        other = other_tiers(audience.pen, [each for each in tiers if each in choices.tiers], kind)
        return elsewhere(audience, choices) or other
    return elsewhere(audience, choices)


def elsewhere(audience: Audience, choices: Choices) -> Screen | None:
    """Return in which channels games begin, where this is none of them, nor a thread of one; else None."""
    pen = audience.pen
    if not choices.channels or {audience.place.channel, audience.place.parent} & set(choices.channels):
        return None
    channels = said(pen, "permit.between").join(f"<#{id}>" for id in choices.channels)
    return Screen(
        (
            Text(said(pen, "permit.channel", channels=channels)),
            *row(pen.button("enter", "enter"), pen.button("court", "court")),
        )
    )


def other_tiers(pen: Pen, tiers: Sequence[Tier], kind: str) -> Screen:
    """Return the tiers that are open, each to be fought at once."""
    names = said(pen, "permit.between").join(pen.word(f"tier.{tier}") for tier in tiers)
    ways = (Button(pen.word(f"tier.{tier}"), Touch(kind, (tier,))) for tier in tiers)
    return Screen((Text(said(pen, "permit.tier", tiers=names)), *row(*ways)))

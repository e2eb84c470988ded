"""What a learner is to be told of what happened while they were away: told when they are next seen."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.cogs.desk.render_appeal import NEWS, news_screen
from bot.cogs.frame.audience import Audience
from bot.cogs.review.render_review import given_up_screen
from bot.cogs.study.render_plan import kept

FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


async def tell_news(audience: Audience) -> None:
    """Tell the learner all there is to tell, below what they asked for."""
    await tell_decisions(audience)
    await tell_given_up(audience)
    await tell_uncalled(audience)


async def tell_uncalled(audience: Audience) -> None:
    """Tell the learner of the planned sessions they asked to be called to, and could not be."""
    studies, learner = audience.host.play.studies, audience.learner
    plans = await studies.reminders_kept(learner)
    if not plans:
        return
    abouts = [tuple(studies.named(subject).say for subject in plan.settings.subjects) for plan in plans]
    try:
        await audience.reply.private(kept(audience.pen, plans, abouts))
    except FAILURES as failure:
        log.info("news for %s kept: %s", learner.id, failure)
        for plan in plans:
            await studies.not_reminded(plan.id, learner)


async def tell_given_up(audience: Audience) -> None:
    """Tell the learner that no reminder could be delivered, and so there are none any more."""
    reminders = audience.host.play.reminders
    wish = await reminders.wish(audience.learner)
    if not wish.given_up:
        return
    try:
        await audience.reply.private(given_up_screen(audience.pen, wish, reminders.local(wish.zone)))
    except FAILURES as failure:
        log.info("news for %s kept: %s", audience.learner.id, failure)
        return
    await reminders.stop(audience.learner)


async def tell_decisions(audience: Audience) -> None:
    """Tell the learner what was decided on answers of theirs; what cannot be delivered is told another time."""
    desk = audience.host.play.desk
    news = await desk.news(audience.learner)
    if not news:
        return
    try:
        await audience.reply.private(news_screen(audience.pen, news))
    except FAILURES as failure:
        log.info("news for %s kept: %s", audience.learner.id, failure)
        return
    await desk.told(news[:NEWS])

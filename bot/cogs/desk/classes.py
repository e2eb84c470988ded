"""Touches of how a class does: skills, questions, who is missing, and the list of all to take along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from bot.cogs.desk.desk_words import button, said
from bot.cogs.desk.ledger import ledger
from bot.cogs.desk.render_class import (
    absent_screen,
    cohort_name,
    cohorts_of,
    items_screen,
    overview_screen,
    paged,
)
from bot.cogs.desk.teachers import for_teachers
from bot.cogs.frame.audience import Audience, OlderError
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Document, Part, Screen, Text, row
from bot.cogs.tour.maps import drawn, pictured
from bot.play.desk.class_picture import class_picture
from bot.play.desk.classes import Choices, Cohort, CohortKind, Overview
from engine.rules.day import clock_of

PATIENCE: Final = 2.0  # seconds for the picture; the lines below it say the same
PICTURE: Final = "class.png"
KINDS: Final[tuple[CohortKind, ...]] = get_args(CohortKind)


class Classes:
    """The touches of statistics."""

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("deskstats", "update", for_teachers(turn)),
            Route("deskcohort", "update", for_teachers(change)),
            Route("deskskill", "update", for_teachers(look_into)),
            Route("deskabsent", "update", for_teachers(miss)),
            Route("deskroster", "update", for_teachers(miss_of_role)),
            Route("deskexport", "private", for_teachers(export)),
        )


async def show_all(audience: Audience, choices: Choices) -> None:
    """Show how the whole server does, in a message of its own."""
    cohort = Cohort("server", choices.guild, choices.guild)
    await audience.reply.private(await overview(audience, cohort, 0))


async def turn(audience: Audience, choices: Choices) -> None:
    """Show a page of a group's skills."""
    cohort = await touched_cohort(audience, choices)
    await audience.reply.update(await overview(audience, cohort, audience.number(2)))


async def change(audience: Audience, choices: Choices) -> None:
    """Show another group."""
    kind, _, id = audience.picked.partition(":")
    if kind not in KINDS:
        raise OlderError(str(audience.touch))
    cohort = await audience.host.play.desk.cohort(kind, audience.id_of(id), choices.guild)
    await audience.reply.update(await overview(audience, cohort, 0))


async def look_into(audience: Audience, choices: Choices) -> None:
    """Show each question of the skill that was picked."""
    cohort, pen = await touched_cohort(audience, choices), audience.pen
    skills = {facts.skill for facts in audience.host.play.house.bank.facts.values()}
    if audience.picked not in skills:
        raise OlderError(str(audience.touch))
    items = await audience.host.play.desk.items(cohort, audience.picked)
    name = cohort_name(await cohorts(audience, choices.guild), cohort)
    skill = audience.host.play.desk.skill(audience.picked, pen.language)
    await audience.reply.update(items_screen(pen, cohort, name, skill, items))


async def miss(audience: Audience, choices: Choices) -> None:
    """Show who has not taken part, of those ever met here."""
    await show_absent(audience, choices, None, asked_for_role=False)


async def miss_of_role(audience: Audience, choices: Choices) -> None:
    """Show who of a role has not taken part, where the members of roles may be seen."""
    roster = None
    if audience.picks and audience.interaction.client.intents.members:
        roster = roster_of(audience, audience.id_of(audience.picks[0]))
    await show_absent(audience, choices, roster, asked_for_role=bool(audience.picks))


def roster_of(audience: Audience, role_id: int) -> Mapping[int, str] | None:
    """Return the people of a role by their ids; None where there is no such role."""
    guild = audience.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    return None if role is None else {member.id: member.display_name for member in role.members if not member.bot}


async def show_absent(
    audience: Audience, choices: Choices, roster: Mapping[int, str] | None, *, asked_for_role: bool
) -> None:
    """Show who of a list has not taken part."""
    cohort = await touched_cohort(audience, choices)
    absent = await audience.host.play.desk.absent(cohort, audience.learner, roster)
    name = cohort_name(await cohorts(audience, choices.guild), cohort)
    await audience.reply.update(absent_screen(audience.pen, cohort, name, absent, asked_for_role=asked_for_role))


async def export(audience: Audience, choices: Choices) -> None:
    """Give the list of a group, to be opened elsewhere."""
    cohort, pen = await touched_cohort(audience, choices), audience.pen
    listed, back = await audience.host.play.desk.class_list(cohort), row(button(pen, "stats", "deskall"))
    if not listed.lines:
        await audience.reply.private(Screen((Text(said(pen, "ledger.empty")), *back)))
        return
    halls = {facts.skill: facts.hall for facts in audience.host.play.house.bank.facts.values()}
    file = Document(ledger(pen, listed, halls, clock_of(choices.zone)), f"{cohort.kind}-{cohort.id}.csv")
    await audience.reply.private(Screen((Text(said(pen, "ledger.given", count=len(listed.lines))), file, *back)))


async def overview(audience: Audience, cohort: Cohort, page: int) -> Screen:
    """Return a page of a group's skills."""
    desk, pen = audience.host.play.desk, audience.pen
    found = await desk.overview(cohort)
    absent = await desk.absent(cohort, audience.learner)
    appeals = await desk.appeals_waiting(cohort.guild)
    picture = await painted(audience, found, page)
    known = await cohorts(audience, cohort.guild)
    return overview_screen(pen, found, page, known, picture, absent=len(absent.pupils), appeals=appeals)


async def painted(audience: Audience, found: Overview, page: int) -> tuple[Part, ...]:
    """Return the picture of the skills of a page, if it is ready in time."""
    pen = audience.pen
    _, _, views = paged(found, page)
    if not views:
        return ()
    shown = pictured(audience, class_picture(views, pen.voice, pen.language))
    return drawn(pen, shown, await audience.host.paint(shown, pen.language, PATIENCE), PICTURE)


async def cohorts(audience: Audience, guild: int) -> list[tuple[Cohort, str]]:
    """Return the groups of a server with their names."""
    desk = audience.host.play.desk
    return cohorts_of(audience.pen, guild, await desk.works(guild), await desk.sessions(guild))


async def touched_cohort(audience: Audience, choices: Choices) -> Cohort:
    """Return the group a touch is about, which must be this server's."""
    kind = audience.text(0)
    if kind not in KINDS:
        raise OlderError(str(audience.touch))
    return await audience.host.play.desk.cohort(kind, audience.number(1), choices.guild)

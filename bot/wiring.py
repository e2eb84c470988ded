"""What the elder is made of in Discord: every cog with its touches, what the bot shows to many, and its chores."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ext import commands

from bot.cogs.answers import Answers
from bot.cogs.appeals import Appeals
from bot.cogs.assignments import SORT as WORK
from bot.cogs.assignments import Assignments, WorkPlacard
from bot.cogs.battles import Battles
from bot.cogs.boards import SORT as BOARD
from bot.cogs.boards import BoardPlacard, Boards
from bot.cogs.classes import Classes
from bot.cogs.clockwork import Chore, Clockwork
from bot.cogs.counsel import Counsels
from bot.cogs.court import Court
from bot.cogs.ears import Ears
from bot.cogs.elder import ElderCog
from bot.cogs.host import Host
from bot.cogs.maps import Maps
from bot.cogs.placards import QUIET, Placards, Showing
from bot.cogs.poster import Poster
from bot.cogs.privacy import Privacies
from bot.cogs.raids import SORT as RAID
from bot.cogs.raids import Raids, RaidShowing
from bot.cogs.reviews import Reviews
from bot.cogs.router import Router
from bot.cogs.settings import Settings
from bot.cogs.studies import Studies
from bot.cogs.study import StudyCog
from bot.cogs.study_placard import SORT as STUDY
from bot.cogs.study_placard import StudyShowing
from bot.cogs.study_plans import StudyPlans
from bot.cogs.teach import Desk, TeachCog
from bot.cogs.tours import Tours
from bot.cogs.wall import WallCog
from bot.store.locks import CHORES, Seat


def cogs(host: Host, client: discord.Client, *, hears: bool = True) -> Iterator[commands.Cog]:
    """Yield every cog, in the order in which they are to be added; the elder's ears only where he hears messages."""
    poster, tours, board = Poster(host, client), Tours(), BoardPlacard(host, client)
    sorts: dict[str, Showing] = {
        BOARD: board,
        WORK: WorkPlacard(host),
        RAID: RaidShowing(host, client),
        STUDY: StudyShowing(host, client),
    }
    placards = Placards(host, client, sorts)
    battles, raids, plans = Battles(poster), Raids(host, placards), StudyPlans(host, client)
    studies = Studies(host, placards, plans)
    boards, assignments = Boards(host, client, board, placards), Assignments(host, placards)
    reviews, privacies = Reviews(host, client), Privacies(host, client)
    alone = (battles, Answers(poster), tours, Counsels(), Maps(), reviews, privacies)
    together = (raids, studies, plans, boards, Court(studies))
    desk = (Classes(), assignments, Appeals(poster, placards), Settings(), Desk())
    yield Router(host, [route for each in (*alone, *together, *desk) for route in each.routes()])
    yield WallCog(host, battles, raids)
    yield ElderCog(host, tours, boards)
    yield StudyCog(host, studies, plans)
    yield TeachCog(host, assignments)
    if hears:
        yield Ears(host, client)
    yield boards
    yield privacies
    busy = (boards, assignments, reviews, privacies, raids, studies, plans)
    chores = [Chore("placards", QUIET, placards.catch_up), *(chore for each in busy for chore in each.chores())]
    yield Clockwork(client, host.clock, Seat(host.play.house.store, CHORES), chores)

"""What the elder is made of in Discord: every cog with its touches, what the bot shows to many, and its chores."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ext import commands

from bot.cogs.board.boards import SORT as BOARD
from bot.cogs.board.boards import BoardPlacard, Boards
from bot.cogs.counsel.counsel import Counsels
from bot.cogs.counsel.ears import Ears
from bot.cogs.court.court import Court
from bot.cogs.desk.appeals import Appeals
from bot.cogs.desk.assignments import SORT as WORK
from bot.cogs.desk.assignments import Assignments, WorkPlacard
from bot.cogs.desk.classes import Classes
from bot.cogs.desk.settings import Settings
from bot.cogs.desk.teach import Desk, TeachCog
from bot.cogs.elder import ElderCog
from bot.cogs.frame.clockwork import Chore, Clockwork
from bot.cogs.frame.host import Host
from bot.cogs.frame.placards import QUIET, Placards, Showing
from bot.cogs.frame.router import Router
from bot.cogs.raid.raids import SORT as RAID
from bot.cogs.raid.raids import Raids, RaidShowing
from bot.cogs.review.reviews import Reviews
from bot.cogs.rights.privacy import Privacies
from bot.cogs.study.studies import Studies
from bot.cogs.study.study import StudyCog
from bot.cogs.study.study_placard import SORT as STUDY
from bot.cogs.study.study_placard import StudyShowing
from bot.cogs.study.study_plans import StudyPlans
from bot.cogs.tour.maps import Maps
from bot.cogs.tour.tours import Tours
from bot.cogs.wall.answers import Answers
from bot.cogs.wall.battles import Battles
from bot.cogs.wall.poster import Poster
from bot.cogs.wall.wall import WallCog
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

"""What the elder is made of in Discord: every cog with its touches, what the bot shows to many, and its chores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

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
from bot.cogs.desk.tidings import tell_news
from bot.cogs.elder import ElderCog
from bot.cogs.frame.clockwork import Clockwork
from bot.cogs.frame.courier import Courier
from bot.cogs.frame.gate import Gate
from bot.cogs.frame.host import Host, Painter
from bot.cogs.frame.placards import Placards
from bot.cogs.frame.router import Router
from bot.cogs.frame.showing import Showing
from bot.cogs.raid.raids import SORT as RAID
from bot.cogs.raid.raids import Raids, RaidShowing
from bot.cogs.refusals import refused
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
from bot.cogs.wall.wall import WallCog
from bot.cogs.wall.wall_placard import SORT as WALL
from bot.cogs.wall.wall_placard import WallShowing
from bot.play import Play
from bot.play.voice import Voice
from bot.store.locks import CHORES, Seat
from bot.watch.answering import Meter, Unmeasured
from quizbank.bank import Bank


def hosted(play: Play, bank: Bank, painter: Painter, clock: Callable[[], datetime], meter: Meter | None = None) -> Host:
    """Return a host who knows how to refuse, and what is to be told besides."""
    return Host(play, Voice(bank), painter, clock, meter or Unmeasured(), news=tell_news, refused=refused)


def cogs(
    host: Host, client: discord.Client, *, guest: bool = False, courier: Courier | None = None
) -> Iterator[commands.Cog]:
    """Yield every cog, in the order in which they are to be added; a guest has no ears, and stands at no gate."""
    walls, tours, board = WallShowing(host), Tours(), BoardPlacard(host, client)
    sorts: dict[str, Showing] = {
        BOARD: board,
        WALL: walls,
        WORK: WorkPlacard(host),
        RAID: RaidShowing(host, client),
        STUDY: StudyShowing(host, client),
    }
    placards = Placards(host, client, sorts)
    battles, raids, plans = Battles(placards), Raids(host, placards), StudyPlans(host, client)
    studies = Studies(host, placards, plans)
    boards, assignments = Boards(host, client, board, placards), Assignments(host, placards)
    reviews, privacies = Reviews(host, client), Privacies(host, client)
    alone = (battles, Answers(placards), tours, Counsels(), Maps(), reviews, privacies)
    together = (raids, studies, plans, boards, Court(studies))
    desk = (Classes(), assignments, Appeals(placards), Settings(), Desk())
    router = Router(host, [route for each in (*alone, *together, *desk) for route in each.routes()])
    yield router
    yield WallCog(host, battles, raids)
    yield ElderCog(host, tours, boards)
    yield StudyCog(host, studies, plans)
    yield TeachCog(host, assignments)
    if not guest:
        yield Ears(host, client)
        yield Gate(client, router, courier)
    yield boards
    yield privacies
    busy = (placards, walls, boards, assignments, reviews, privacies, raids, studies, plans)
    chores = [chore for each in busy for chore in each.chores()]
    yield Clockwork(client, host.clock, Seat(host.play.house.store, CHORES), chores)

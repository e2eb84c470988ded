"""A study session as it is seen: by everyone, from the lobby to the report; and by each learner alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final

from bot.cogs.desk.render_appeal import appeal_button
from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Screen, Style, Text, row, small
from bot.cogs.wall.render_verdict import spoken
from bot.play.choices import reading_choices
from bot.play.scene import Asked, Say
from bot.play.study.study import MemberView, OwnRound, Rank, Report, Round, Split, Study, Told
from bot.play.study.study_refusals import StudyOpenError, StudyRefusalError

NAME: Final = 24  # characters of a name that are shown
NAMED: Final = 10  # names in the lobby, and after them how many more
BEST: Final = 3  # ranks of a session's board
SHARING: Final = 5  # names at one rank
SUBJECTS: Final = 4  # of a session, named in its title
FULL, WIDTH = "▰", 12  # of which all bars of a split have so many between them: what is drawn is read aloud as well
LISTED: Final = 6  # skills told in a report
TAUTOLOGY: Final = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z_]+) = \*\*\1\*\*")
HEARD: Final = ("first", "second")  # the phases in which answers are heard


def word(pen: Pen, key: str, **values: int | str) -> str:
    """Return a line of study sessions; foreign values must come escaped."""
    return pen.voice.say(Say("study", key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
    """Return a button that only sessions have."""
    return Button(word(pen, f"button.{key}"), Touch(kind, arguments), style)


def placard(pen: Pen, study: Study, subjects: Sequence[Say], report: Report | None) -> Screen:
    """Return a session's public screen; `report` where it is over."""
    if study.state == "ended":
        return over(pen, study, subjects, report)
    title = f"## {word(pen, 'title', subjects=listed_names(pen, [pen.line(say) for say in subjects], SUBJECTS))}"
    if study.state == "lobby":
        return lobby(pen, study, title)
    body = resting(pen, study) if study.state == "paused" else at_work(pen, study, study.round)
    return Screen((*paragraphs(title), *body.parts), body.accent)


def lobby(pen: Pen, study: Study, title: str) -> Screen:
    """Return what the session will be, who is in, and the ways in and on."""
    return Screen(
        (
            *paragraphs(title, word(pen, "lobby.about"), rules(pen, study), gathered(pen, study)),
            *row(
                button(pen, "join", "studyjoin", study.id, style="first"),
                button(pen, "start", "studystart", study.id),
                button(pen, "more", "studymore", study.id),
            ),
            *paragraphs(small(hosted(pen, study))),
        ),
        Accent.GOLD,
    )


def rules(pen: Pen, study: Study) -> str:
    """Return the rules in force, in one line."""
    settings = study.settings
    parts = [word(pen, "rules.rounds", count=settings.rounds), word(pen, f"rules.{settings.pace}")]
    if settings.peer:
        parts.append(word(pen, "rules.peer"))
    if settings.seconds is not None:
        parts.append(word(pen, "rules.seconds", count=settings.seconds))
    parts.append(word(pen, "rules.named" if settings.named else "rules.unnamed"))
    return word(pen, "rules.between").join(parts)


def gathered(pen: Pen, study: Study) -> str:
    """Return who is in: by name where names are shown, else how many."""
    names = [name(pen, member) for member in study.members if member.name is not None]
    if not study.settings.named or not names:
        return word(pen, "lobby.count", count=study.present)
    rest = study.present - min(len(names), NAMED)
    shown = word(pen, "names.between").join(names[:NAMED])
    if rest:
        shown = word(pen, "names.more", names=shown, count=rest)
    return word(pen, "lobby.names", count=study.present, names=shown)


def hosted(pen: Pen, study: Study) -> str:
    """Return who hosts."""
    if study.host.name is None or not study.settings.named:
        return word(pen, "hosted.by_someone")
    return word(pen, "hosted.by", who=name(pen, study.host))


def resting(pen: Pen, study: Study) -> Screen:
    """Return a session that is paused."""
    number = study.round.number if study.round is not None else 0
    return Screen(
        (
            *paragraphs(word(pen, "paused", number=number)),
            *row(
                button(pen, "resume", "studyresume", study.id, style="first"),
                button(pen, "more", "studymore", study.id),
            ),
        )
    )


def at_work(pen: Pen, study: Study, now: Round | None) -> Screen:
    """Return the round that is on: asked, talked over, or closed."""
    if now is None:
        return Screen(paragraphs(word(pen, "between_rounds")))
    if now.phase in HEARD:
        return asking(pen, study, now)
    return talking(pen, study, now) if now.phase == "talk" else closed(pen, study, now)


def asking(pen: Pen, study: Study, now: Round) -> Screen:
    """Return an open question: without its numbers, the time left, how many have answered, and the way in."""
    lead = word(pen, "round.again" if now.review else f"round.{now.phase}") if now.review or study.settings.peer else ""
    return Screen(
        (
            *paragraphs(
                headed(pen, study, now),
                lead,
                stem(pen, now),
                word(pen, "round.answered", answered=now.answered, present=now.present),
                clock(pen, study, now),
            ),
            *row(
                pen.button("answer", "studyask", study.id, style="first"),
                onward(pen, study, now),
                button(pen, "more", "studymore", study.id),
            ),
        ),
        Accent.CINNABAR,
    )


def headed(pen: Pen, study: Study, now: Round) -> str:
    """Return which round this is, and of what."""
    skill = pen.line(Say(now.hall, f"skills.{now.skill}"))
    return f"**{word(pen, 'round.title', number=now.number, rounds=max(study.settings.rounds, now.number))}** · {skill}"


def clock(pen: Pen, study: Study, now: Round) -> str:
    """Return how long is left, as every reader's own client counts it; nothing where nobody is timed."""
    if now.deadline is not None:
        return small(word(pen, "round.deadline", when=moment(now.deadline)))
    seconds = study.settings.seconds
    return (
        small(word(pen, "round.clock", count=seconds)) if seconds is not None else small(word(pen, "round.unhurried"))
    )


def talking(pen: Pen, study: Study, now: Round) -> Screen:
    """Return the split of the first vote, and the time to talk it over."""
    left = small(word(pen, "round.deadline", when=moment(now.deadline))) if now.deadline is not None else ""
    voted = split(pen, None if now.first is None else unsettled(pen, now.first), "split.first")
    return Screen(
        (
            *paragraphs(headed(pen, study, now), stem(pen, now), voted, word(pen, "talk"), left),
            *row(onward(pen, study, now, first=True), button(pen, "more", "studymore", study.id)),
        ),
        Accent.GOLD,
    )


def closed(pen: Pen, study: Study, now: Round) -> Screen:
    """Return what the group answered, the trap most fell into, and the way on; nobody is named for a mistake."""
    left = small(word(pen, "round.next_at", when=moment(now.deadline))) if now.deadline is not None else ""
    return Screen(
        (
            *paragraphs(headed(pen, study, now), stem(pen, now), *outcome(pen, study, now), left),
            *row(
                onward(pen, study, now, first=True),
                button(pen, "own", "studyown", study.id),
                button(pen, "more", "studymore", study.id),
            ),
        ),
        Accent.JADE,
    )


def stem(pen: Pen, now: Round) -> str:
    """Return the question with letters for the numbers that each has of their own; none is said to be itself."""
    return TAUTOLOGY.sub(r"**\1**", pen.line(now.stem))


def outcome(pen: Pen, study: Study, now: Round) -> tuple[str, ...]:
    """Return a closed round told: its splits, the shift between votes, who won a race, the commonest trap."""
    told = [split(pen, now.last, "split.second" if study.settings.peer else "split.only")]
    shift = now.shift
    if shift is not None and (shift.kept or shift.gained or shift.lost or shift.missed):
        told.append(word(pen, "shift", kept=shift.kept, gained=shift.gained, lost=shift.lost, missed=shift.missed))
    if study.settings.pace == "race":
        told.append(won(pen, study, now))
    trap = now.first.trap if now.first is not None else None
    if trap is not None:
        told.append(word(pen, "commonest", count=trap.count, trap=pen.line(trap.say)))
    return tuple(told)


def won(pen: Pen, study: Study, now: Round) -> str:
    """Return who was first; all whose right answers came so near to each other that none was later."""
    if not now.winners:
        return word(pen, "won.nobody")
    seconds = "—" if now.quickest is None else f"{now.quickest.total_seconds():.1f}"
    names = [name(pen, winner) for winner in now.winners if winner.name is not None]
    if not study.settings.named or not names:
        return word(pen, "won.unnamed", count=len(now.winners), seconds=seconds)
    return word(pen, "won.named", count=len(now.winners), names=listed_names(pen, names, NAMED), seconds=seconds)


def split(pen: Pen, of: Split | None, title: str) -> str:
    """Return how many gave each kind of answer."""
    if of is None or not of.answered:
        return word(pen, "split.nobody")
    rows = [
        word(
            pen,
            "split.row",
            what=pen.line(share.say),
            count=share.count,
            answered=of.answered,
            percent=round(100 * share.count / of.answered),
            bar=bar(share.count, of.answered),
        )
        for share in of.shares
    ]
    return "\n".join((f"**{word(pen, title)}**", *rows))


def unsettled(pen: Pen, of: Split) -> Split:
    """Return a split that tells how the votes fell and not which of them was right, nor what the others mistook."""
    letters = iter(word(pen, "split.letters"))
    by_count = sorted(of.shares, key=lambda share: (share.line == "other", -share.count))
    return Split(
        tuple(
            share
            if share.line == "other"
            else replace(share, line="way", say=Say("study", "split.way", {"letter": next(letters, "…")}))
            for share in by_count
        )
    )


def bar(count: int, of: int) -> str:
    """Return a part of a whole as a bar; whatever there is at all is seen."""
    return FULL * max(round(WIDTH * count / of), min(count, 1))


def over(pen: Pen, study: Study, subjects: Sequence[Say], report: Report | None) -> Screen:
    """Return the report: how it ended, what the group knows now, what wants another look, and the best where named."""
    title = f"## {word(pen, 'report.title', subjects=listed_names(pen, [pen.line(say) for say in subjects], SUBJECTS))}"
    ending = pen.line(Say("study", f"ending.{study.ending}"))
    told = () if report is None or not report.rounds else summary(pen, report)
    return Screen(
        (
            *paragraphs(title, ending, *told),
            *row(
                to_review(pen, style="first"),
                button(pen, "own", "studyown", study.id),
                button(pen, "again", "studyagain", study.id),
            ),
        ),
        Accent.JADE,
    )


def summary(pen: Pen, report: Report) -> tuple[str, ...]:
    """Return a report's paragraphs."""
    answered = [each for each in report.rounds if each.last is not None and each.last.answered]
    lines = [
        word(
            pen,
            "report.round",
            number=each.number,
            skill=pen.line(Say(each.hall, f"skills.{each.skill}")),
            right=each.last.right,
            answered=each.last.answered,
        )
        for each in answered
        if each.last is not None
    ]
    rounds = "\n".join((f"**{word(pen, 'report.rounds')}**", *lines)) if lines else ""
    return (rounds, skills(pen, report, "knows"), skills(pen, report, "reviews"), ranking(pen, report))


def skills(pen: Pen, report: Report, which: str) -> str:
    """Return the skills a group knows, or should review."""
    views = report.knows if which == "knows" else report.reviews
    if not views:
        return ""
    names = [pen.line(Say(view.hall, f"skills.{view.skill}")) for view in views]
    return f"**{word(pen, f'report.{which}')}** {listed_names(pen, names, LISTED)}"


def ranking(pen: Pen, report: Report) -> str:
    """Return the best of a session whose names are shown; equal records share a rank, and nobody is shown to fail."""
    best = [each for each in report.board if each.right]
    if not report.study.settings.named or not best:
        return ""
    ranks = [list(each) for _, each in groupby(best, key=attrgetter("rank"))]
    rows = [rank(pen, report.study, each) for each in ranks[:BEST]]
    return "\n".join((f"**{word(pen, 'report.board')}**", *rows))


def rank(pen: Pen, study: Study, sharing: Sequence[Rank]) -> str:
    """Return one rank of a session's board, with those who share it."""
    each = sharing[0]
    who = listed_names(pen, [name(pen, one.member) for one in sharing], SHARING)
    if study.settings.pace == "race":
        seconds = "—" if each.time is None else f"{each.time.total_seconds():.1f}"
        return word(pen, "report.racer", rank=each.rank, who=who, wins=each.wins, right=each.right, seconds=seconds)
    return word(pen, "report.rank", rank=each.rank, who=who, right=each.right, attempts=each.attempts)


def onward(pen: Pen, study: Study, now: Round, *, first: bool = False) -> Button:
    """Return the host's way on from this phase of this round."""
    key = {"first": "close", "talk": "vote", "second": "close", "closed": "next"}[now.phase]
    style: Style = "first" if first else "plain"
    return button(pen, key, "studynext", study.id, now.number, now.phase, style=style)


# --- what one learner alone sees ------------------------------------------------------------------------------------


def heading(pen: Pen, number: int) -> str:
    """Return a sheet's title."""
    return word(pen, "sheet", number=number)


def question(pen: Pen, study: Study, asked: Asked, *lead: str) -> Screen:
    """Return a learner's own question, with words before it."""
    buttons = row(pen.button("answer", "studyask", study.id, style="first"), to_the_session(pen, study))
    return Screen((*paragraphs(*lead, pen.question(asked), small(pen.form(asked))), *buttons), Accent.CINNABAR)


def verdict(pen: Pen, study: Study, told: Told) -> Screen:
    """Return what the writer of an answer sees: that it is in, at a first vote; else the verdict, and the way on."""
    judged = told.judged
    if judged is None:
        return voted(pen, study, told)
    if judged.kind == "ambiguous":
        return readings(pen, study, told)
    accent = Accent.JADE if judged.right else Accent.CINNABAR if judged.counts else Accent.MIST
    spent = judged.counts and told.done
    on = None if told.done else pen.button("again", "studyask", study.id, style="first")
    solution = pen.button("solution", "why", judged.asked.id) if spent else None
    said = word(pen, "told.done" if judged.right else "told.spent") if spent else ""
    appeal = row(appeal_button(pen, judged, study.place.guild)) if spent else ()
    return Screen(
        (
            *spoken(pen, judged, proofs=spent),
            *paragraphs(said),
            *row(on, solution, to_the_session(pen, study)),
            *appeal,
        ),
        accent,
    )


def voted(pen: Pen, study: Study, told: Told) -> Screen:
    """Return that a first vote is in, how it was read, and that nobody knows more yet."""
    read = "" if told.echo is None else word(pen, "told.read_as", echo=escape.line(told.echo))
    return Screen((*paragraphs(read, word(pen, "told.voted")), *row(to_the_session(pen, study))))


def readings(pen: Pen, study: Study, told: Told) -> Screen:
    """Return one button a reading, none of them first: only the learner knows which was meant, or whether any was."""
    judged = told.judged
    if judged is None or judged.stored is None:
        raise ValueError("an ambiguous text that was not stored")
    buttons = [
        pen.choice(choice.say, Touch("studyread", (judged.stored, int(choice.token))))
        for choice in reading_choices(judged)
    ]
    again = pen.button("again", "studyask", study.id)
    return Screen((*paragraphs(pen.verdict(judged), small(pen.word("verdict.uncounted"))), *row(*buttons, again)))


def seated(pen: Pen, study: Study) -> Screen:
    """Return what one who has just come in is told."""
    if study.state == "lobby":
        return Screen((*paragraphs(word(pen, "in.lobby")), *row(to_the_session(pen, study))))
    answer = pen.button("answer", "studyask", study.id, style="first")
    return Screen((*paragraphs(word(pen, "in.under_way")), *row(answer, to_the_session(pen, study))))


def done(pen: Pen, study: Study, key: str) -> Screen:
    """Return that something the learner asked for is done."""
    return Screen((*paragraphs(word(pen, f"in.{key}")), *row(to_the_session(pen, study))))


def panel(pen: Pen, study: Study, learner: int) -> Screen:
    """Return what else can be done: by a learner, and by the host."""
    hosts = study.host.id == learner
    if study.state == "ended":
        return Screen((*paragraphs(pen.line(Say("study", f"ending.{study.ending}"))), *row(to_the_session(pen, study))))
    if not hosts:
        return Screen(
            (
                *paragraphs(word(pen, "panel.learner")),
                *row(
                    button(pen, "own", "studyown", study.id),
                    pen.button("leave", "studyleave", study.id),
                    button(pen, "take_over", "studyhost", study.id),
                ),
            )
        )
    turn = None
    if study.state == "paused":
        turn = button(pen, "resume", "studyresume", study.id, style="first")
    elif study.state == "running":
        turn = button(pen, "pause", "studypause", study.id, style="first")
    stop = button(pen, "stop", "studystop", study.id, style="grave")
    return Screen(
        (
            *paragraphs(word(pen, "panel.host")),
            *row(turn, stop, pen.button("leave", "studyleave", study.id)),
        )
    )


def own(pen: Pen, study: Study, rounds: Sequence[OwnRound]) -> Screen:
    """Return a learner's own rounds."""
    lines = [own_line(pen, each) for each in rounds] or [word(pen, "own.nothing")]
    title = f"**{word(pen, 'own.title')}**"
    return Screen((*paragraphs("\n".join((title, *lines))), *row(to_review(pen), to_the_session(pen, study))))


def own_line(pen: Pen, each: OwnRound) -> str:
    """Return one round as its learner answered it."""
    skill = pen.line(Say(each.hall, f"skills.{each.skill}"))
    key = "own.silent" if not each.answers else "own.right" if each.right else "own.wrong"
    return word(pen, key, number=each.number, skill=skill, count=len(each.answers))


def refused(pen: Pen, refusal: StudyRefusalError, study: Study | None) -> Screen:
    """Return a refusal in words, with the way to the session it is about."""
    study = refusal.study if isinstance(refusal, StudyOpenError) else study
    if study is None:
        return Screen((Text(pen.line(refusal.say)), *row(pen.button("enter", "enter"))))
    return Screen((Text(pen.line(refusal.say)), *row(to_the_session(pen, study))))


def farewell_to_host(pen: Pen, study: Study) -> Screen:
    """Return what the host of a session that can be shown nowhere is told elsewhere."""
    key = "lost.ended" if study.state == "ended" else "lost.paused"
    channel = f"<#{study.place.channel}>" if study.place.channel is not None else ""
    return Screen(paragraphs(word(pen, key, channel=channel)))


def to_the_session(pen: Pen, study: Study) -> Button | None:
    """Return the way to a session's message; None while it stands nowhere."""
    place = study.place
    if place.guild is None or place.channel is None or place.message is None:
        return None
    url = f"https://discord.com/channels/{place.guild}/{place.channel}/{place.message}"
    return Button(word(pen, "button.there"), url=url)


def to_review(pen: Pen, *, style: Style = "plain") -> Button:
    """Return the way to what the learner missed."""
    return Button(pen.voice.say(Say("review", "button.review"), pen.language), Touch("review"), style)


def name(pen: Pen, member: MemberView) -> str:
    """Return a learner's name, harmless."""
    return escape.line(member.name or "", NAME) or word(pen, "names.unnamed")


def listed_names(pen: Pen, names: Sequence[str], limit: int) -> str:
    """Return the first few of some names, and how many more there are."""
    shown = word(pen, "names.between").join(names[:limit])
    more = len(names) - limit
    return word(pen, "names.more", names=shown, count=more) if more > 0 else shown


def moment(at: datetime) -> str:
    """Return a moment as every reader's own client counts down to it."""
    return f"<t:{int(at.timestamp())}:R>"

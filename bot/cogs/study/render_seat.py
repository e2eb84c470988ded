"""What one learner alone sees of a session: their question, their verdict, their own rounds, what else they may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cogs.desk.render_appeal import appeal_button
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Row, Screen, row, small
from bot.cogs.study.study_words import button, listed_names, to_review, to_the_session, word
from bot.cogs.wall.render_verdict import spoken
from bot.play.choices import reading_choices
from bot.play.scene import Asked, Judged, Say
from bot.play.study.study import OwnRound, Study, Subject, Told
from bot.play.study.study_refusals import RoundOverError, StudyOpenError, StudyRefusalError
from engine.rules.study import Phase

ABREAST: Final = 3  # buttons in a row


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
    solution = pen.button("solution", "why", judged.asked.id) if told.moved else None  # or the round is still open
    said = word(pen, f"told.{'last' if told.moved else 'done' if judged.right else 'spent'}") if spent else ""
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
    read = pen.read_as(Judged("correct", "right", told.asked, "", told.echo))  # of which nothing but the echo is said
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


def sure_to_close(pen: Pen, study: Study, number: int, phase: Phase, others: int) -> Screen:
    """Return the question whether to close a round on those who are still at it, waiting first."""
    close = button(pen, "close_now", "studyclose", study.id, number, phase, style="grave")
    return sure(word(pen, "sure.close", count=others), button(pen, "wait", "studystay", study.id, style="first"), close)


def sure_to_stop(pen: Pen, study: Study) -> Screen:
    """Return the question whether to end a session for everyone, going on first."""
    stop = button(pen, "stop_now", "studyend", study.id, style="grave")
    return sure(word(pen, "sure.stop"), button(pen, "go_on", "studystay", study.id, style="first"), stop)


def sure_to_leave(pen: Pen, study: Study) -> Screen:
    """Return the question whether the last one is to leave, staying first."""
    leave = button(pen, "leave_now", "studygo", study.id, style="grave")
    return sure(word(pen, "sure.leave"), pen.button("stay", "studystay", study.id, style="first"), leave)


def sure(asked: str, keep: Button, do: Button) -> Screen:
    """Return a question asked once before what cannot be taken back, the way back first."""
    return Screen((*paragraphs(asked), *row(keep, do)))


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
    """Return a learner's own rounds, and the solutions of those that are closed."""
    lines = [own_line(pen, each) for each in rounds] or [word(pen, "own.nothing")]
    told = paragraphs("\n".join((f"**{word(pen, 'own.title')}**", *lines)))
    return Screen((*told, *solutions(pen, rounds), *row(to_review(pen), to_the_session(pen, study))))


def solutions(pen: Pen, rounds: Sequence[OwnRound]) -> tuple[Row, ...]:
    """Return the ways to the solutions of closed rounds, what was missed first."""
    closed = sorted((each for each in rounds if each.closed), key=lambda each: each.right)
    buttons = [
        Button(word(pen, "button.solution", number=each.number), Touch("why", (each.asked.id,))) for each in closed
    ]
    return tuple(Row(tuple(buttons[at : at + ABREAST])) for at in range(0, len(buttons), ABREAST))


def own_line(pen: Pen, each: OwnRound) -> str:
    """Return one round as its learner answered it."""
    skill = pen.line(Say(each.hall, f"skills.{each.skill}"))
    key = "own.silent" if not each.answers else "own.right" if each.right else "own.wrong"
    return word(pen, key, number=each.number, skill=skill, count=len(each.answers))


def refused(pen: Pen, refusal: StudyRefusalError, study: Study | None, near: Sequence[Subject] = ()) -> Screen:
    """Return a refusal in words, what a wrong name may have meant, and the way to the session it is about."""
    study = refusal.study if isinstance(refusal, StudyOpenError) else study
    names = listed_names(pen, [pen.line(subject.say) for subject in near], len(near))
    meant = word(pen, "near", names=names) if near else ""
    ways: tuple[Button, ...]
    if study is None:
        ways = (pen.button("enter", "enter"), pen.button("court", "court"))
    elif isinstance(refusal, RoundOverError):
        ways = (button(pen, "own", "studyown", study.id), to_the_session(pen, study))
    else:
        ways = (to_the_session(pen, study),)
    return Screen((*paragraphs(pen.line(refusal.say), meant), *row(*ways)))


def farewell_to_host(pen: Pen, study: Study) -> Screen:
    """Return what the host of a session that can be shown nowhere is told elsewhere."""
    key = "lost.ended" if study.state == "ended" else "lost.paused"
    channel = f"<#{study.place.channel}>" if study.place.channel is not None else ""
    return Screen(paragraphs(word(pen, key, channel=channel)))

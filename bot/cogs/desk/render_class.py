"""How a class does: skill by skill with a picture, question by question, and who has not taken part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from bot.cogs.desk.desk_words import button, named, page_of, said, some, titled
from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen, paragraphs, unmarked
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Part, Picker, Row, Screen, row, small
from bot.play.desk.classes import Absent, Cohort, Item, Overview, SkillView, Work, Wrong
from bot.play.scene import Say
from engine.rules.items import ENOUGH

SKILLS: Final = 8  # on a page
STEM: Final = 70  # characters of a question that are shown
SLIP: Final = 70  # characters of what is said of a mistake
NAMES: Final = 40  # people in a list
LABEL: Final = 100  # characters of a menu's line
OTHERS: Final = 24  # cohorts beside the whole server


def overview_screen(
    pen: Pen,
    overview: Overview,
    page: int,
    cohorts: Sequence[tuple[Cohort, str]],
    picture: tuple[Part, ...],
    *,
    absent: int,
    appeals: int,
) -> Screen:
    """Return a page of a cohort's skills."""
    page, pages, shown = paged(overview, page)
    head = said(pen, "stats.title", cohort=cohort_name(cohorts, overview.cohort))
    body = "\n".join(skill_line(pen, view) for view in shown) or said(pen, "stats.empty")
    foot = small(said(pen, "stats.small", page=page + 1, pages=pages)) if shown else ""
    arguments = (overview.cohort.kind, overview.cohort.id)
    menus = (*skill_menu(pen, overview.cohort, shown), cohort_menu(pen, overview.cohort, cohorts))
    turning = row(*turns(pen, arguments, page, pages))
    ways = row(
        button(pen, "export", "deskexport", *arguments),
        button(pen, "absent", "deskabsent", *arguments, count=absent),
        button(pen, "appeals", "deskappeals", 0, count=appeals),
    )
    return Screen((*paragraphs(f"### {head}"), *picture, *paragraphs(body, foot), *menus, *turning, *ways), Accent.GOLD)


def paged(overview: Overview, page: int) -> tuple[int, int, tuple[SkillView, ...]]:
    """Return the page, how many there are, and the skills on it."""
    page, pages, start = page_of(len(overview.skills), page, SKILLS)
    return page, pages, overview.skills[start : start + SKILLS]


def skill_line(pen: Pen, view: SkillView) -> str:
    """Return how one skill is held, and the commonest mistake at it."""
    name = skill_name(pen, view)
    line = said(pen, "stats.skill", skill=name, percent=view.percent, learners=view.learners)
    if view.slip is None:
        return line
    slip = escape.cut(pen.verdict(view.slip.judged).replace("\n", " "), SLIP)
    return f"{line}\n{small(said(pen, 'stats.slip', line=unmarked(slip), count=view.slip.count))}"


def skill_name(pen: Pen, view: SkillView) -> str:
    """Return a skill's name."""
    return pen.plain(Say(view.hall, f"skills.{view.skill}"))


def skill_menu(pen: Pen, cohort: Cohort, shown: Sequence[SkillView]) -> tuple[Menu, ...]:
    """Return the skills of a page to look into; no menu where there is none."""
    if not shown:
        return ()
    options = tuple(Option(escape.cut(skill_name(pen, view), LABEL), view.skill) for view in shown)
    return (Menu(Touch("deskskill", (cohort.kind, cohort.id)), said(pen, "stats.pick"), options),)


def cohort_menu(pen: Pen, cohort: Cohort, cohorts: Sequence[tuple[Cohort, str]]) -> Menu:
    """Return whose answers may be looked at."""
    options = tuple(Option(escape.cut(name, LABEL), f"{each.kind}:{each.id}", each == cohort) for each, name in cohorts)
    return Menu(Touch("deskcohort"), said(pen, "cohort.pick"), options)


def cohorts_of(
    pen: Pen, guild: int, works: Sequence[Work], sessions: Sequence[tuple[int, datetime]]
) -> list[tuple[Cohort, str]]:
    """Return the groups of a server with their names: all of it, its work, its study sessions, the newest first."""
    found = [(Cohort("server", guild, guild), said(pen, "cohort.server"))]
    for work in works[: OTHERS - len(sessions)]:
        name = said(pen, "cohort.work", title=escape.visible(work.title))
        found.append((Cohort("work", work.id, guild), name))
    for id, when in sessions:
        found.append((Cohort("study", id, guild), said(pen, "cohort.study", when=f"{when:%Y-%m-%d %H:%M} UTC")))
    return found


def cohort_name(cohorts: Sequence[tuple[Cohort, str]], cohort: Cohort) -> str:
    """Return a group's name, harmless; that of the whole server for one that is no longer listed."""
    return titled(dict(cohorts).get(cohort, cohorts[0][1]))


def turns(pen: Pen, arguments: tuple[Argument, ...], page: int, pages: int) -> tuple[Button, ...]:
    """Return the ways to the pages beside this one."""
    before = button(pen, "before", "deskstats", *arguments, page - 1) if page > 0 else None
    after = button(pen, "after", "deskstats", *arguments, page + 1) if page < pages - 1 else None
    return tuple(each for each in (before, after) if each is not None)


def items_screen(pen: Pen, cohort: Cohort, name: str, skill: str, items: Sequence[Item]) -> Screen:
    """Return how each question of a skill served a cohort."""
    head = said(pen, "items.title", skill=skill, cohort=name)
    body = [item_text(pen, number, item) for number, item in enumerate(items, start=1)]
    foot = small(said(pen, "items.small")) if items else ""
    back = row(button(pen, "back", "deskstats", cohort.kind, cohort.id, 0, style="first"))
    return Screen((*paragraphs(f"### {head}", *(body or [said(pen, "items.empty")]), foot), *back), Accent.GOLD)


def item_text(pen: Pen, number: int, item: Item) -> str:
    """Return one question's measures and the wrong answers that came most."""
    stem = escape.cut(unmarked(pen.stem(item.example)).replace("\n", " "), STEM)
    told = item.discrimination
    discrimination = said(pen, f"items.{told}", enough=ENOUGH) if isinstance(told, str) else f"{told:.2f}"
    measures = said(
        pen,
        "items.measures",
        difficulty=f"{float(item.difficulty):.2f}",
        learners=item.learners,
        discrimination=discrimination,
    )
    wrong = [small(each) for each in wrong_lines(pen, item.wrong)] or [small(said(pen, "items.none_wrong"))]
    return "\n".join((said(pen, "items.item", number=number, stem=stem), measures, *wrong))


def wrong_lines(pen: Pen, wrong: Sequence[Wrong]) -> Iterator[str]:
    """Yield the wrong answers, how often each came, and what those that are one mistake are called."""
    for line in dict.fromkeys(each.judged.line for each in wrong):
        alike = [each for each in wrong if each.judged.line == line]
        values = (said(pen, "items.wrong", value=pen.value(each.judged), count=each.count) for each in alike)
        listed = said(pen, "items.between").join(values)
        called = escape.cut(unmarked(pen.verdict(alike[0].judged)).replace("\n", " "), SLIP)
        yield listed if line == "wrong" else said(pen, "items.named", wrong=listed, line=called)


def absent_screen(pen: Pen, cohort: Cohort, name: str, absent: Absent, *, asked_for_role: bool) -> Screen:
    """Return who has not taken part, of which list, and a role to look at instead."""
    head = said(pen, "absent.title", cohort=name)
    shown = [named(pen, pupil) for pupil in absent.pupils if not pupil.hidden]
    hidden = sum(pupil.hidden for pupil in absent.pupils)
    listed = some(shown, NAMES, said(pen, "absent.more", count=len(shown) - NAMES))
    if hidden:
        listed.append(said(pen, "absent.hidden", count=hidden))
    body = said(pen, "absent.between").join(listed) or said(pen, "absent.none")
    source = said(pen, f"absent.{absent.source}", listed=absent.listed)
    unseen = said(pen, "absent.no_intent") if asked_for_role and absent.source == "seen" else ""
    picker = Picker(Touch("deskroster", (cohort.kind, cohort.id)), said(pen, "absent.pick"), "role")
    back: tuple[Row, ...] = row(button(pen, "back", "deskstats", cohort.kind, cohort.id, 0, style="first"))
    return Screen((*paragraphs(f"### {head}", body, unseen, small(source)), picker, *back), Accent.GOLD)

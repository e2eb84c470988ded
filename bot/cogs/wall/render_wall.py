"""The wall as everyone sees it: its thickness, its picture, the Abyss's word, the question; in the end, the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Part, Row, Rule, Screen, Text, row, small
from bot.play.scene import Asked, Battle, Place, Say, Scene, Strike

PICTURE: Final = "wall.png"
PANORAMA: Final = "panorama"  # the hall that a broken wall opens
JUMP: Final = "https://discord.com/channels/{guild}/{channel}/{message}"


def wall(pen: Pen, scene: Scene, battle: Battle, png: bytes | None, say: Sequence[Say] = ()) -> Screen:
    """Return the public screen of a battle, saying `say`, else what the scene says."""
    picture = pen.picture(scene, png, PICTURE)
    spoken = quoted(pen.lines(say or scene.say))
    head = (Text(f"## {title(pen, battle)}"), *picture, *paragraphs(spoken))
    body = standing(pen, battle, battle.asked) if battle.asked is not None else ended(pen, battle)
    accent = Accent.JADE if battle.ending == "broken" else Accent.CINNABAR
    return Screen((*head, *body, Text(footer(pen, battle))), accent)


def standing(pen: Pen, battle: Battle, asked: Asked) -> tuple[Part, ...]:
    """Return the open question and what may be done about it."""
    buttons = row(
        answer_button(pen, battle, asked, "answer"),
        pen.button("hint", "hint", battle.id, asked.turn),
        pen.button("leave", "leave", battle.id),
    )
    return (Rule(), *question(pen, battle, asked), *buttons)


def question(pen: Pen, battle: Battle, asked: Asked) -> tuple[Text, ...]:
    """Return the question's heading, its words, and what to type."""
    return paragraphs(f"**{heading(pen, battle, asked)}**\n{pen.question(asked)}", small(pen.form(asked)))


def ended(pen: Pen, battle: Battle) -> tuple[Part, ...]:
    """Return the way the battle went, and the ways on."""
    path = "\n".join(step(pen, strike) for strike in battle.strikes)
    return (*paragraphs(f"**{pen.word('wall.path')}**\n{path}" if path else ""), *row(*after_battle(pen, battle)))


def after_battle(pen: Pen, battle: Battle) -> tuple[Button, ...]:
    """Return what may be done after a battle: whoever broke the wall goes to the Panorama, and is told their path."""
    again = pen.button("fight_again", "fight", battle.tier, style="first")
    if battle.ending != "broken":
        return (again, pen.button("halls", "enter"))
    return (again, pen.button("panorama", "visit", PANORAMA), pen.button("path", "path"))


def step(pen: Pen, strike: Strike) -> str:
    """Return one step of the way: which question, which layer, what became of it, and the trap if it has a name."""
    key = "wall.path_right" if strike.right else "wall.path_wrong"
    told = pen.word(key, number=strike.turn + 1, layer=pen.word(f"layer.{strike.layer.value}"))
    return "\n".join(filter(None, (told, small(pen.trap(strike)))))


def title(pen: Pen, battle: Battle) -> str:
    """Return the wall's name and how it stands, in words."""
    if battle.ending is not None:
        return pen.word(f"wall.title_{battle.ending}")
    return pen.word("wall.title", thickness=len(battle.wall.layers))


def heading(pen: Pen, battle: Battle, asked: Asked) -> str:
    """Return which question this is, and of which layer."""
    layer = battle.wall.asking
    name = "" if layer is None else pen.word(f"layer.{layer.value}")
    return pen.word("wall.question", number=asked.turn + 1, layer=name)


def footer(pen: Pen, battle: Battle) -> str:
    """Return whose wall it is and since when; the mention shows a name and, unsent, pings nobody."""
    when = f"<t:{int(battle.started.timestamp())}:R>"
    return small(pen.word("wall.footer", who=mention(battle), tier=pen.word(f"tier.{battle.tier}"), when=when))


def mention(battle: Battle) -> str:
    """Return the challenger as Discord shows a name."""
    return f"<@{battle.learner.id}>"


def answer_button(pen: Pen, battle: Battle, asked: Asked, key: str) -> Button:
    """Return the button that opens the sheet for a question."""
    return pen.button(key, "ask", battle.id, asked.turn, style="first")


def to_the_wall(pen: Pen, place: Place) -> Button | None:
    """Return the link to the public message, where there is one."""
    address = link(pen, place)
    return None if address is None else Button(pen.word("button.wall"), url=address)


def link(pen: Pen, place: Place) -> str | None:
    """Return the address of a message; None where none is known, or would lead there."""
    if not pen.jumps or place.channel is None or place.message is None:
        return None
    return JUMP.format(guild=place.guild or "@me", channel=place.channel, message=place.message)


def quoted(text: str) -> str:
    """Return a text as a block quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in text.splitlines())


def private(pen: Pen, battle: Battle, *lead: str) -> Screen:
    """Return the open question as only its challenger sees it, with words before it."""
    if battle.asked is None:
        return Screen((*paragraphs(*lead), *ended(pen, battle)), Accent.CINNABAR)
    buttons: tuple[Row, ...] = row(
        answer_button(pen, battle, battle.asked, "answer"),
        Button(pen.word("button.bring"), Touch("bring", (battle.id,))),
        to_the_wall(pen, battle.place),
    )
    return Screen((*paragraphs(*lead), *question(pen, battle, battle.asked), *buttons), Accent.CINNABAR)

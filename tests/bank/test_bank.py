"""Laws of the bank: it opens at once, alone, and refuses a pack that is not well made."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quizbank.bank import open_bank
from quizbank.beat import Ask, Fight, Turn
from quizbank.malformed import Malformed
from quizbank.show import listing, showing

HALL = '[[beat]]\nid = "enter"\nsay = ["enter"]\n'
LINES = '[hall]\nname = "{name}"\nlead = "…"\n[tale]\nenter = "…"\n'


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_asking_and_wording_every_problem_loads_neither_torch_nor_sympy():
    heavy = run(
        "import sys\n"
        "from quizbank.bank import open_bank\n"
        "from quizbank.show import listing, showing\n"
        "bank = open_bank()\n"
        "for row in listing(bank, 'en'): showing(bank, row['id'], 'zh-CN')\n"
        "for hall in bank.halls.values(): hall.beats\n"
        "print([name for name in ('torch', 'sympy', 'matplotlib', 'discord') if name in sys.modules])"
    )

    assert heavy.strip() == "[]"


def test_opening_the_bank_reads_the_tour_alone(monkeypatch):
    opened = []
    monkeypatch.setattr(Path, "read_text", record(opened, Path.read_text))

    bank = open_bank()

    assert opened == ["tour.toml"]
    assert bank.facts.keys() == bank.certificates.keys()


def record(opened, read_text):
    def reading(path, *args, **kwargs):
        opened.append(path.name)
        return read_text(path, *args, **kwargs)

    return reading


def test_the_halls_stand_in_the_tours_order_and_teach_what_is_certified_there():
    bank = open_bank()

    assert list(bank.halls) == [name for name in ALL_HALLS if name in bank.halls]
    assert list(bank.families) == list(bank.facts)
    assert all(family in bank.hall_of(family).families for family in bank.facts)


ALL_HALLS = [
    "gate",
    "tablets",
    "dial",
    "corridor",
    "prism",
    "bell",
    "encoder",
    "decoder",
    "cliff",
    "keys",
    "wall",
    "panorama",
]


def test_the_shipped_pack_is_well_made():
    bank = open_bank()

    bank.check()

    assert any(isinstance(beat, Ask) for hall in bank.halls.values() for beat in hall.beats)


def test_every_dial_can_be_turned_to_all_its_values():
    turns = [(hall, beat) for hall in open_bank().halls.values() for beat in hall.beats if isinstance(beat, Turn)]

    assert turns
    for hall, beat in turns:
        assert all(hall.exhibit(beat.exhibit)({beat.dial: value}).words() for value in beat.values)


def test_the_wall_is_fought_where_its_tale_ends():
    *_, last = open_bank().halls["wall"].beats

    assert isinstance(last, Fight)


def test_a_problem_is_shown_with_its_proofs_and_the_value_of_each_trap():
    shown = showing(open_bank(), "grid.window", "en", {"n": 20, "w": 3})

    assert (shown["derived"], shown["measured"], shown["unit"]) == ("57", "57", "pairs")
    assert shown["traps"]["ignored_left_edge"]["value"] == "60"
    assert json.loads(json.dumps(shown)) == shown


def test_numbers_without_certificate_are_not_shown():
    with pytest.raises(KeyError, match="no certificate"):
        showing(open_bank(), "grid.window", "en", {"n": 21, "w": 3})


def test_the_listing_has_a_row_a_family():
    bank = open_bank()

    rows = listing(bank, "en")

    assert [row["id"] for row in rows] == list(bank.facts)
    assert sum(row["problems"] for row in rows) == sum(len(bank.certificates[family]) for family in bank.facts)


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """A pack of one hall, installed nowhere but on this test's path."""
    name = f"pack_{tmp_path.name}".replace("-", "_")
    hall = tmp_path / name / "halls" / "cave"
    hall.mkdir(parents=True)
    for folder in (hall, hall.parent, hall.parent.parent):
        (folder / "__init__.py").touch()
    (tmp_path / name / "tour.toml").write_text('halls = ["cave"]')
    (hall / "hall.toml").write_text(HALL)
    for language in ("zh-CN", "en"):
        (hall / f"{language}.toml").write_text(LINES.replace("{name}", language), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return name, hall


def test_a_pack_of_the_same_shape_opens(pack):
    name, _ = pack
    hall = open_bank(name).halls["cave"]

    assert [beat.id for beat in hall.beats] == ["enter"]
    assert hall.lines.say("hall.name", "en") == "en"
    assert hall.families == {}


def test_a_tour_that_names_no_hall_is_refused(pack):
    name, hall = pack
    (hall.parent.parent / "tour.toml").write_text('halls = ["cave", "attic"]')

    with pytest.raises(Malformed, match="attic"):
        open_bank(name)


@pytest.mark.parametrize(
    "beat",
    [
        'id = "x"\nask = ["cave.depth"]',
        'id = "x"\nask = ["cave.depth"]\nnumbers = {n = 1}',
        'id = "x"\nsay = ["enter"]\ncites = {family = "cave.depth", numbers = {n = 1}}',
    ],
)
def test_a_beat_that_wants_a_problem_nobody_proved_is_refused(pack, beat):
    name, hall = pack
    (hall / "hall.toml").write_text(f"{HALL}\n[[beat]]\n{beat}\n")

    with pytest.raises(Malformed, match=r"cave\.depth") as refused:
        open_bank(name).check()
    assert (refused.value.file, refused.value.key) == ("cave/hall.toml", "x")


@pytest.mark.parametrize(
    ("beat", "reason"),
    [
        ('say = ["enter"]', "'id'"),
        ('id = "x"', "exactly one kind"),
        ('id = "x"\nsay = ["enter"]\ngrant = "x"', "exactly one kind"),
        ('id = "x"\nsay = ["nothing"]', "no line of the hall"),
        ('id = "enter"\nsay = ["enter"]', "two beats"),
        ('id = "x"\nsay = ["enter"]\nmusic = true', "unknown: music"),
        ('id = "x"\nfight = false', "true or absent"),
        ('id = "x"\nturn = {exhibit="e", dial="n", values=[1, 2], goal=[3], prompt="enter", reply="enter"}', "goal"),
        ('id = "x"\nchoose = {prompt="enter", options=[{say="enter", reply="enter", right=false}]}', "right one"),
        ('id = 3\nsay = ["enter"]', "3 is no text"),
        ('id = "x"\nsay = "enter"', "is no list"),
        ('id = "x"\nsay = [["enter"]]', "is no text"),
        ('id = "x"\nask = [3]', "3 is no text"),
        ('id = "x"\nask = ["a.b"]\nnumbers = 3', "no table of numbers"),
        ('id = "x"\nask = ["a.b"]\nnumbers = {n = 1.5}', "1.5 is no number"),
        ('id = "x"\nsay = ["enter"]\ncites = {family = "a.b", numbers = {n = true}}', "True is no number"),
        ('id = "x"\nshow = 3', "3 is no text"),
        ('id = "x"\ngrant = 3', "3 is no text"),
        ('id = "x"\nturn = {exhibit="e", dial="n", values=[], prompt="enter", reply="enter"}', "has values"),
        ('id = "x"\nturn = {exhibit="e", dial="n", values=[[1]], prompt="enter", reply="enter"}', "is no number"),
        ('id = "x"\nchoose = {prompt="enter", options=[{say="enter", reply="enter", right=1}]}', "true or false"),
    ],
)
def test_a_malformed_beat_is_refused_with_file_and_key(pack, beat, reason):
    name, hall = pack
    (hall / "hall.toml").write_text(f"{HALL}\n[[beat]]\n{beat}\n")

    with pytest.raises(Malformed, match=reason) as refused:
        _ = open_bank(name).halls["cave"].beats
    assert refused.value.file == "cave/hall.toml"


@pytest.mark.parametrize("hall", ["beat = 3", 'beat = ["x"]', '[beat]\nid = "x"\nsay = ["enter"]'])
def test_beats_that_are_no_list_of_tables_are_refused(pack, hall):
    name, folder = pack
    (folder / "hall.toml").write_text(hall)

    with pytest.raises(Malformed, match="no list of tables") as refused:
        open_bank(name).check()
    assert (refused.value.file, refused.value.key) == ("cave/hall.toml", "beat")

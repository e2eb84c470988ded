"""A pack that is not well made is refused with file, key and reason, however it is broken; nothing else is raised."""

import shutil
from importlib import invalidate_caches
from itertools import count
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quizbank.bank import open_bank
from quizbank.malformed import Malformed

PACK = Path(__file__).parent / "pack"
FILES = ("tour.toml", "halls/toy/hall.toml", "halls/toy/zh-CN.toml", "halls/toy/en.toml", "halls/toy/certificates.json")
NAMES = (f"broken_pack_{number}" for number in count())
JUNK = st.sampled_from(
    [b"", b'"', b"{", b"}", b"[", b"]", b"=", b"\n", b"\xff", b"{n}", b"{n!r}", b"{0}", b"x", b"1", b"-", b"null", b","]
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        root = tmp_path_factory.mktemp("packs")
        patch.syspath_prepend(root)
        yield root


def copied(folder: Path) -> Path:
    pack = folder / next(NAMES)
    shutil.copytree(PACK, pack, ignore=shutil.ignore_patterns("__pycache__"))
    invalidate_caches()
    return pack


def read_whole(pack: Path) -> None:
    open_bank(pack.name).check()


def assert_harmless_or_refused(pack: Path) -> None:
    refused = None
    try:
        read_whole(pack)
    except Malformed as malformed:
        refused = malformed
    shutil.rmtree(pack)
    assert refused is None or all((refused.file, refused.key, refused.reason))


def test_the_pack_that_will_be_broken_is_well_made(folder):
    read_whole(copied(folder))


@settings(max_examples=400, deadline=None)
@example("halls/toy/certificates.json", 409, 0, b"{")
@given(st.sampled_from(FILES), st.integers(0, 10**6), st.integers(0, 40), JUNK)
def test_bytes_changed_anywhere_are_harmless_or_refused(folder, name, place, length, junk):
    pack = copied(folder)
    text = (pack / name).read_bytes()
    place %= len(text)
    (pack / name).write_bytes(text[:place] + junk + text[place + length :])

    assert_harmless_or_refused(pack)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 10**6))
def test_a_line_lost_anywhere_is_harmless_or_refused(folder, name, place):
    pack = copied(folder)
    lines = (pack / name).read_text(encoding="utf-8").splitlines(keepends=True)
    del lines[place % len(lines)]
    (pack / name).write_text("".join(lines), encoding="utf-8")

    assert_harmless_or_refused(pack)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_text_is_refused_by_its_name(folder, name):
    pack = copied(folder)
    (pack / name).write_bytes(b"\xff\xfe\x00")

    with pytest.raises(Malformed) as refused:
        read_whole(pack)
    assert Path(refused.value.file).name == Path(name).name


@pytest.mark.parametrize(
    ("stored", "key"),
    [
        ("[]", "the whole file"),
        ('{"families": {}}', "the whole file"),
        ('{"families": {"toy.x": {}}, "problems": {}}', "toy.x"),
        ('{"families": {}, "problems": {"toy.x": []}}', "toy.x"),
    ],
)
def test_certificates_of_another_shape_are_refused_by_their_family(folder, stored, key):
    pack = copied(folder)
    (pack / "halls/toy/certificates.json").write_text(stored)

    with pytest.raises(Malformed) as refused:
        read_whole(pack)
    assert (refused.value.file, refused.value.key) == ("toy/certificates.json", key)


def test_a_certificate_that_says_something_impossible_is_refused_by_its_family(folder):
    pack = copied(folder)
    file = pack / "halls/toy/certificates.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"word"', '"riddle"'), encoding="utf-8")

    with pytest.raises(Malformed, match="riddle") as refused:
        read_whole(pack)
    assert refused.value.key == "toy.side"

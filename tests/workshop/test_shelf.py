from hypothesis import given
from hypothesis import strategies as st

from bot.workshop.shelf import Shelf

PUTS = st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 12)))


@given(PUTS, st.integers(1, 4), st.integers(1, 20))
def test_a_shelf_never_holds_more_pieces_or_bytes_than_it_has_room_for(puts, pieces, size):
    shelf = Shelf[int](pieces=pieces, size=size)

    for key, weight in puts:
        shelf.put(key, weight, weight)

        assert len(shelf) <= pieces
        assert sum(shelf.get(each) or 0 for each in "abcdef") <= size


@given(PUTS.filter(len))
def test_what_was_put_last_is_found_if_it_fits_at_all(puts):
    shelf = Shelf[int](pieces=3, size=12)
    for key, weight in puts:
        shelf.put(key, weight, weight)

    assert shelf.get(puts[-1][0]) == puts[-1][1]


def test_the_piece_unused_for_longest_leaves_first():
    shelf = Shelf[str](pieces=2, size=100)
    shelf.put("old", "old", 1)
    shelf.put("new", "new", 1)
    shelf.get("old")
    shelf.put("newest", "newest", 1)

    assert (shelf.get("old"), shelf.get("new"), shelf.get("newest")) == ("old", None, "newest")

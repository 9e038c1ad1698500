"""Answers that are kept: as long as nothing has changed, and no more of them than there is room for."""

from api.http.shelf import Leaf, Shelf


class Maker:
    """Makes leaves of so many bytes, and counts them."""

    def __init__(self, size: int = 10) -> None:
        self.size = size
        self.made = 0

    def leaf(self, version: str) -> Leaf:
        self.made += 1
        return Leaf(version, b"x" * self.size)


def asked(shelf: Shelf, maker: Maker, key: str, version: str = "1") -> Leaf:
    return shelf.leaf(key, version, lambda: maker.leaf(version))


def test_what_was_made_is_not_made_again() -> None:
    shelf, maker = Shelf(), Maker()
    assert asked(shelf, maker, "a") is asked(shelf, maker, "a")
    assert maker.made == 1


def test_another_version_is_made_anew_and_takes_the_place_of_the_old_one() -> None:
    shelf, maker = Shelf(), Maker()
    asked(shelf, maker, "a")
    assert asked(shelf, maker, "a", "2").version == "2"
    asked(shelf, maker, "a", "1")
    assert maker.made == 3


def test_what_was_asked_for_least_lately_makes_room() -> None:
    shelf, maker = Shelf(most=40), Maker(size=10)
    for key in ("a", "b", "a", "c"):
        asked(shelf, maker, key)
    assert maker.made == 3
    asked(shelf, maker, "a")
    assert maker.made == 3
    asked(shelf, maker, "b")
    assert maker.made == 4


def test_what_is_larger_than_all_room_is_not_kept() -> None:
    shelf, maker = Shelf(most=40), Maker(size=100)
    asked(shelf, maker, "a")
    asked(shelf, maker, "a")
    assert maker.made == 2


def test_new_versions_of_one_thing_take_no_more_room_than_one() -> None:
    shelf, maker = Shelf(most=40), Maker(size=10)
    asked(shelf, maker, "kept")
    for version in range(10):
        asked(shelf, maker, "changing", str(version))
    made = maker.made
    asked(shelf, maker, "kept")
    assert maker.made == made


def test_what_cannot_be_made_is_not_kept() -> None:
    shelf, maker = Shelf(), Maker()

    def fail() -> Leaf:
        raise LookupError

    try:
        shelf.leaf("a", "1", fail)
    except LookupError:
        asked(shelf, maker, "a")
    assert maker.made == 1

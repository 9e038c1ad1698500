"""Cached answers: kept as long as nothing has changed, and no more of them than fit."""

from api.http.response_cache import CachedBody, ResponseCache


class LeafMaker:
    """Makes leaves of so many bytes, and counts them."""

    def __init__(self, size: int = 10) -> None:
        self.size = size
        self.made = 0

    def leaf(self, version: str) -> CachedBody:
        self.made += 1
        return CachedBody(version, b"x" * self.size)


def ask_shelf(shelf: ResponseCache, maker: LeafMaker, key: str, version: str = "1") -> CachedBody:
    return shelf.leaf(key, version, lambda: maker.leaf(version))


def test_what_was_made_is_not_made_again() -> None:
    shelf, maker = ResponseCache(), LeafMaker()
    assert ask_shelf(shelf, maker, "a") is ask_shelf(shelf, maker, "a")
    assert maker.made == 1


def test_another_version_is_made_anew_and_takes_the_place_of_the_old_one() -> None:
    shelf, maker = ResponseCache(), LeafMaker()
    ask_shelf(shelf, maker, "a")
    assert ask_shelf(shelf, maker, "a", "2").version == "2"
    ask_shelf(shelf, maker, "a", "1")
    assert maker.made == 3


def test_what_was_asked_for_least_lately_makes_room() -> None:
    shelf, maker = ResponseCache(most=40), LeafMaker(size=10)
    for key in ("a", "b", "a", "c"):
        ask_shelf(shelf, maker, key)
    assert maker.made == 3
    ask_shelf(shelf, maker, "a")
    assert maker.made == 3
    ask_shelf(shelf, maker, "b")
    assert maker.made == 4


def test_what_is_larger_than_all_room_is_not_kept() -> None:
    shelf, maker = ResponseCache(most=40), LeafMaker(size=100)
    ask_shelf(shelf, maker, "a")
    ask_shelf(shelf, maker, "a")
    assert maker.made == 2


def test_new_versions_of_one_thing_take_no_more_room_than_one() -> None:
    shelf, maker = ResponseCache(most=40), LeafMaker(size=10)
    ask_shelf(shelf, maker, "kept")
    for version in range(10):
        ask_shelf(shelf, maker, "changing", str(version))
    made = maker.made
    ask_shelf(shelf, maker, "kept")
    assert maker.made == made


def test_what_cannot_be_made_is_not_kept() -> None:
    shelf, maker = ResponseCache(), LeafMaker()

    def fail() -> CachedBody:
        raise LookupError

    try:
        shelf.leaf("a", "1", fail)
    except LookupError:
        ask_shelf(shelf, maker, "a")
    assert maker.made == 1

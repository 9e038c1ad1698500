"""Cached answers: kept as long as nothing has changed, and no more of them than fit."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from daifu.api.http.response_cache import CachedBody, ResponseCache


class BodyMaker:
    """Makes bodies of a size, and counts them."""

    def __init__(self, size: int = 10) -> None:
        self.size = size
        self.made = 0

    def make(self, version: str) -> CachedBody:
        self.made += 1
        return CachedBody(version, b"x" * self.size)


def cached(cache: ResponseCache, maker: BodyMaker, key: str, version: str = "1") -> CachedBody:
    return cache.get(key, version, lambda: maker.make(version))


def test_what_was_made_is_not_made_again() -> None:
    cache, maker = ResponseCache(), BodyMaker()
    assert cached(cache, maker, "a") is cached(cache, maker, "a")
    assert maker.made == 1


def test_threads_that_ask_at_the_same_time_have_it_made_once() -> None:
    cache, maker, barrier = ResponseCache(), BodyMaker(), Barrier(8)

    def ask(_number: int) -> CachedBody:
        barrier.wait()
        return cached(cache, maker, "a")

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert maker.made == 1


def test_another_version_is_made_anew_and_takes_the_place_of_the_old_one() -> None:
    cache, maker = ResponseCache(), BodyMaker()
    cached(cache, maker, "a")
    assert cached(cache, maker, "a", "2").version == "2"
    cached(cache, maker, "a", "1")
    assert maker.made == 3


def test_what_was_asked_for_least_lately_makes_room() -> None:
    cache, maker = ResponseCache(most=2_100), BodyMaker(size=10)
    for key in ("a", "b", "a", "c"):
        cached(cache, maker, key)
    assert maker.made == 3
    cached(cache, maker, "a")
    assert maker.made == 3
    cached(cache, maker, "b")
    assert maker.made == 4


def test_what_is_larger_than_all_room_is_not_kept() -> None:
    cache, maker = ResponseCache(most=40), BodyMaker(size=100)
    cached(cache, maker, "a")
    cached(cache, maker, "a")
    assert maker.made == 2


def test_new_versions_of_one_thing_take_no_more_room_than_one() -> None:
    cache, maker = ResponseCache(most=2_100), BodyMaker(size=10)
    cached(cache, maker, "kept")
    for version in range(10):
        cached(cache, maker, "changing", str(version))
    made = maker.made
    cached(cache, maker, "kept")
    assert maker.made == made


def test_what_cannot_be_made_is_not_kept() -> None:
    cache, maker = ResponseCache(), BodyMaker()

    def fail() -> CachedBody:
        raise LookupError

    try:
        cache.get("a", "1", fail)
    except LookupError:
        cached(cache, maker, "a")
    assert maker.made == 1

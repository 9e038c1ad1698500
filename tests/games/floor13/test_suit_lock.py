"""The suit lock, where the option asks for it: F-Q-28."""

from tests.support.floor13 import trick


def locked(*actions: str) -> list[str]:
    """What is wrong after two spades in a row."""
    return trick("1 S4", "2 S6", *actions, suit_lock=True)


def test_two_singles_of_one_suit_lock_the_trick_to_it() -> None:
    """F-Q-28."""
    assert locked("3 SK") == []
    assert locked("3 HK void") == ["3 suit_lock"]


def test_without_the_option_nothing_locks() -> None:
    """F-Q-28."""
    assert trick("1 S4", "2 S6", "3 HK") == []


def test_passes_in_between_do_not_matter() -> None:
    """F-Q-28."""
    assert trick("1 S4", "2 draw", "3 S6", "4 HK void", suit_lock=True) == ["4 suit_lock"]


def test_the_lock_ends_with_the_trick() -> None:
    """F-Q-28."""
    assert locked("3 S8", "3 H4", "4 DK") == []


def test_two_suits_do_not_lock() -> None:
    """F-Q-28."""
    assert trick("1 S4", "2 H6", "3 SK", suit_lock=True) == []


def test_pairs_do_not_lock() -> None:
    """F-Q-28."""
    assert trick("1 S4 H4", "2 S6 H6", "3 DK CK", suit_lock=True) == []


def test_a_joker_is_free_of_the_lock() -> None:
    """F-Q-28."""
    assert locked("3 X") == []


def test_so_is_a_spade_3_upon_it() -> None:
    """F-Q-28."""
    assert trick("1 H4", "2 H6", "3 X", "4 S3", "4 S4", suit_lock=True) == []


def test_so_is_a_sandstorm() -> None:
    """F-Q-28, F-SAND-1."""
    assert locked("3 H3 D3 C3", "3 H4") == []


def test_a_card_of_another_suit_that_stands_leaves_the_lock_as_it_was() -> None:
    """F-Q-28, and the record format on faulty sets that stand."""
    assert locked("3 HK", "4 HA void", "4 SA") == ["3 suit_lock", "4 suit_lock"]


def test_a_faulty_single_that_stands_counts_for_the_lock() -> None:
    """F-Q-28, and the record format on faulty sets that stand."""
    assert trick("1 S6", "2 S4", "3 HK void", suit_lock=True) == ["2 not_stronger", "3 suit_lock"]

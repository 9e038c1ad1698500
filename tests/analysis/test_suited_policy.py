"""What players of playouts do with groups and runs, and what the rich give them."""

from collections import Counter
from typing import Final

from daifu.replay.analysis.start import can_spare, settled
from daifu.replay.analysis.suited_policy import gapped_runs, sets_last, weakest_first
from daifu.replay.cards import STANDARD
from daifu.replay.match import Record
from daifu.replay.position import Position, position_after
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RECORD_FORMAT
from tests.support.positions import line_of

PLAYOUTS: Final = 400
MARGIN: Final = 0.1
"""Four standard errors of a share of one half."""
OTHERS: Final = ["H4 C6", "D5 C7", "H6 CT"]


def akagiri(hands: list[str], actions: tuple[str, ...] = ()) -> Position:
    record = load_raw_record(
        {
            "format": RECORD_FORMAT,
            "rules": "akagiri",
            "players": ["A", "B", "C", "D"],
            "deals": [{"dealer": 1, "hands": hands, "actions": list(actions)}],
        }
    )
    return position_after(record, 0, len(actions))


def next_actions(reached: Position) -> dict[str, float]:
    """How often each action comes next in playouts."""
    base = settled(reached.table)
    start, work = base.rules.playouts.start(base, 1), base.rules.playouts.start(base, 2)
    found = Counter(line_of(work, start)[0] for _ in range(PLAYOUTS))
    return {action: times / PLAYOUTS for action, times in found.items()}


def is_near(share: float, chance: float) -> bool:
    return abs(share - chance) < MARGIN


def test_the_weakest_group_of_several_cards_is_mostly_led_before_weaker_cards() -> None:
    led = next_actions(akagiri(["S3 S5 H5 SJ CJ SK", *OTHERS]))
    assert is_near(led["1 S5 H5"], 3 / 4)
    assert is_near(led["1 S3"], 1 / 4)


def test_a_run_is_mostly_led_before_other_cards() -> None:
    led = next_actions(akagiri(["S3 H5 H6 H7 CQ DK", *OTHERS]))
    assert is_near(led["1 H5 H6 H7"], 3 / 4)


def test_a_hand_of_nothing_but_a_run_is_led_at_once() -> None:
    assert next_actions(akagiri(["H9 HT HJ", *OTHERS])) == {"1 H9 HT HJ": 1.0}


def test_a_joker_now_and_then_completes_the_longest_run_of_the_lead() -> None:
    led = next_actions(akagiri(["H5 H6 H9 SJ CQ DK X", *OTHERS]))
    [(run, share)] = [(action, share) for action, share in led.items() if "X" in action]
    assert run in ("1 H5 H6 X=H4", "1 H5 H6 X=H7")
    assert is_near(share, 1 / 4)


def test_a_joker_completes_a_run_that_is_the_last_set() -> None:
    assert next_actions(akagiri(["H9 HJ X", *OTHERS])) == {"1 H9 HJ X=HT": 1.0}


def test_a_card_of_a_run_is_spared_more_often_than_another() -> None:
    lead = ["S3 D9 DT", "H5 H6 H7 CQ", "D5 C7", "S6 CT"]
    answers = next_actions(akagiri(lead, ("1 S3",)))
    alone = next_actions(akagiri([lead[0], "H5 D6 C7 SQ", *lead[2:]], ("1 S3",)))
    assert alone["2 H5"] > 1 - MARGIN
    assert is_near(answers["2 H5"], (15 / 16 + 0) / 2)


def test_gapped_runs_lack_exactly_one_card() -> None:
    cards = STANDARD.pack(["S3", "S4", "S6", "H8", "HT", "D2", "DA"])
    starts = gapped_runs(cards, 3)
    assert STANDARD.list(starts) == ["S3", "S4", "H8", "DK"]


def test_the_rich_give_their_weakest_cards_spades_first() -> None:
    hand = STANDARD.pack(["C4", "S4", "D3", "H3", "CK", "X"])
    assert weakest_first(hand) == ["H3", "D3", "S4", "C4", "CK", "X"]


def test_the_rich_who_spare_give_what_makes_no_set_first() -> None:
    hand = STANDARD.pack(["C4", "S4", "D3", "H5", "H6", "H7", "C8", "SJ", "CK", "X"])
    assert sets_last(hand)[:3] == ["D3", "SJ", "CK"]
    assert sets_last(hand)[-1] == "X"


def ranked() -> Record:
    first = {"dealer": 1, "result": {"order": [1, 2, 3, 4]}}
    hands = ["S3 S5 H5 SJ", "H3 C4 H6 H9", "D5 C7 D9 C9", "H7 CT CK D2"]
    raw = {"format": RECORD_FORMAT, "rules": "akagiri", "players": ["A", "B", "C", "D"]}
    return load_raw_record({**raw, "deals": [first, {"hands": hands, "actions": []}]})


def test_gifts_are_spared_only_where_the_rich_still_have_to_give() -> None:
    assert can_spare(position_after(ranked(), 1, 0).table)
    assert not can_spare(akagiri(["S3 S5 H5 SJ", *OTHERS]).table)

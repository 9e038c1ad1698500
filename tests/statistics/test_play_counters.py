"""What players did: sets, tricks, passes, gifts, times and faults."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.actions import DRAW, PASS, PLAY, Action
from daifu.replay.engine import settle_pending
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.games.floor13.turns import wait_for_draw
from daifu.replay.legal import can_lay, legal_actions, possible_sets
from daifu.replay.options import Options
from daifu.replay.statistics.record import count_record
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from tests.support.games.uecda import HIDDEN
from tests.support.positions import walk_record
from tests.support.random_records import choose_carelessly
from tests.support.reports import count_deals, counter_by_player, counts_of_player, seat_total, table_total
from tests.support.strategies import sittings

HANDS = ["S5 H5 S9", "S6 H6 ST", "SJ", "SQ", "C3 C4 CK"]


def trick(*actions: str, hands: list[str] | None = None, **deal: object) -> dict[str, object]:
    """A game of these hands that breaks off."""
    return {"hands": hands or HANDS, "actions": list(actions), "abandoned": True, **deal}


def test_a_set_that_was_no_combination_and_stood_is_irregular() -> None:
    tallies = count_deals("uecda", [trick("1 S5 S9")], 5, {"illegal_play": "stands"})
    assert counts_of_player(tallies, 1)["set.irregular.2"] == 1


def test_a_set_that_was_turned_down_is_no_set_and_no_pass() -> None:
    """U-ILL-1."""
    own = counts_of_player(count_deals("uecda", [trick("1 S9", "2 S6")], 5), 2)
    assert (own["actions"], own.get("sets", 0), own.get("passes", 0)) == (1, 0, 0)
    assert own["faults"] == own["faults.not_stronger"] == 1


def test_a_set_that_was_taken_back_is_an_action_and_nothing_else() -> None:
    own = counts_of_player(count_deals("uecda", [trick("1 S5 void", "1 S9")], 5), 1)
    assert (own["actions"], own["sets"]) == (2, 1)


def test_a_win_with_an_answer_is_not_won_by_leading() -> None:
    hands = ["S9 SK", "ST", "SJ", "SQ", "C3 C4"]
    actions = ["1 S9", "2 ST", "3 SJ", "4 SQ", "1 SK"]
    assert counter_by_player(count_deals("uecda", [{"hands": hands, "actions": actions}], 5), "won.leading") == [0] * 5


def test_passes_of_unknown_hands_are_counted_apart() -> None:
    tallies = count_deals("uecda", [trick("1 S9", "2 -", hands=HIDDEN)], 5)
    assert counter_by_player(tallies, "passes") == counter_by_player(tallies, "passes.unseen") == [0, 1, 0, 0, 0]


def test_only_cards_that_were_there_can_be_given() -> None:
    hands = ["S3 S4", "S5", "S6", "S7", "S2 X"]
    tallies = count_deals("uecda", [trick("5 give 1 S2 SA", hands=hands, places=[1, 2, 3, 4, 5])], 5)
    assert counter_by_player(tallies, "gifts.given.cards") == [0, 0, 0, 0, 1]


def test_times_are_counted_up_to_an_hour() -> None:
    tallies = count_deals("uecda", [trick("1 S9 @1500", "2 ST @500", "3 SJ @3600001", "4 SQ")], 5)
    assert (counter_by_player(tallies, "timed"), counter_by_player(tallies, "time")) == (
        [1, 1, 0, 0, 0],
        [1500, 500, 0, 0, 0],
    )
    assert counts_of_player(tallies, 2)["time_squared"] == 250_000


def test_faults_of_the_whole_deal_are_the_table_s_alone() -> None:
    tallies = count_deals("uecda", [trick("1 S9")], 5)
    assert table_total(tallies, "faults.bad_deal") == table_total(tallies, "rule.U-DECK-1") == 1
    assert counter_by_player(tallies, "faults") == [0] * 5


def test_nothing_is_counted_after_the_end() -> None:
    hands = ["S9", "ST", "SJ", "SQ", "C3 C4"]
    tallies = count_deals("uecda", [{"hands": hands, "actions": ["1 S9", "2 ST", "3 SJ", "4 SQ", "5 C3", "1 -"]}], 5)
    assert (table_total(tallies, "sets"), table_total(tallies, "passes"), table_total(tallies, "actions")) == (4, 0, 6)
    assert table_total(tallies, "faults.action_after_end") == 2


@given(sittings(choose=choose_carelessly))
def test_passes_are_counted_by_whether_a_set_could_be_played(raw: RawRecord) -> None:
    tallies = count_record(load_raw_record(raw))[1]
    found = Counter(passes(raw))
    assert {kind: seat_total(tallies, f"passes.{kind}") for kind in ("able", "unable", "unseen")} == {
        kind: found[kind] for kind in ("able", "unable", "unseen")
    }


@pytest.mark.parametrize(("hand", "able"), [("D9 X", 1), ("H9 X", 1), ("S9 X", 0), ("D9 S9", 0), ("D9 H9", 1)])
def test_the_joker_completes_a_pair_of_the_suits_that_the_trick_is_locked_to(hand: str, able: int) -> None:
    """U-LOCK-1."""
    hands = ["H5 D5 SK", "H6 D6 SQ", hand, "S3", "S4"]
    deal = {"hands": hands, "actions": ["1 H5 D5", "2 H6 D6", "3 -"], "abandoned": True}
    assert counts_of_player(count_deals("uecda", [deal], 5), 3).get("passes.able", 0) == able


@pytest.mark.parametrize(
    ("rules", "options", "hands", "play", "kind"),
    [
        ("theater", {"ipeiko_any_suits": True}, ["?*14"] * 4, "1 SK HK SA HA S2 H2", "unable"),
        ("theater", {"ipeiko_any_suits": True}, ["?*14", "SQ ?*5", "?*14", "?*14"], "1 D3 H3 D4 H4 D5 H5", "unseen"),
        ("daifugo", {"runs": {"suits": "any"}}, ["?*13"] * 4, "1 SK HA S2", "unable"),
        ("daifugo", {"runs": {"suits": "any"}, "colour_lock": {}}, ["?*13"] * 4, "1 SK HA S2", "unable"),
    ],
)
def test_a_pass_under_rules_with_countless_sets_is_counted_at_once(
    rules: str, options: Options, hands: list[str], play: str, kind: str
) -> None:
    deal = {"hands": hands, "hands_are": "exchanged", "actions": [play, "2 -"], "abandoned": True}
    tallies = count_deals(rules, [deal], 4, options=options)
    assert counts_of_player(tallies, 2).get(f"passes.{kind}", 0) == 1


@pytest.mark.parametrize(
    ("options", "first", "second", "times"),
    [
        ({"down_number": {}}, "S8", "S7", 1),
        ({"down_number": {"count": 4}, "revolution": {}}, "S6 H6 D6 C6", "S5 H5 D5 C5", 0),
        ({"down_number": {"count": 4}, "revolution": {}}, "S6 H6 D6 C6", "S7 H7 D7 C7", 1),
        ({"down_number": {"count": 2}, "jack_back": {"cards": "each"}}, "SQ HQ", "SJ HJ", 1),
        ({"down_number": {}, "jack_back": {}}, "SQ", "SJ", 1),
        ({"down_number": {}, "jack_back": {}}, "SJ", "SQ", 1),
        ({"down_number": {}, "jack_back": {}}, "SJ", "ST", 0),
    ],
)
def test_a_step_down_is_counted_in_the_order_in_which_it_was_laid(
    options: Options, first: str, second: str, times: int
) -> None:
    deal = {"hands": [f"{first} C3", f"{second} D3", "H3"], "actions": [f"1 {first}", f"2 {second}"], "abandoned": True}
    tallies = count_deals("daifugo", [deal], 3, options=options)
    assert counts_of_player(tallies, 2).get("house.down_number", 0) == times


def passes(raw: RawRecord) -> list[str]:
    """What each pass of a record was, asked of the list of legal actions."""
    players = len(raw["players"])
    return [
        kind(before, action, players)
        for action, before, after in walk_record(raw)
        if is_pass(before, action) and not had_no_effect(after, action)
    ]


def is_pass(before: Table, action: Action) -> bool:
    """Whether an action is a pass; on the thirteenth floor that is the draw, or the word before it, in a trick."""
    if action.void or action.verb not in (PASS, DRAW):
        return False
    if not isinstance(before, Floor13Table):
        return action.verb == PASS
    if before.pending is wait_for_draw or action.player == before.drawer:
        return False
    return settled_table(before, action).top is not None


def had_no_effect(after: Table, action: Action) -> bool:
    """Whether the pass had no effect."""
    return any(
        fault.action == after.index
        and fault.player == action.player
        and fault.resolution not in ("stands", "pass" if action.verb == PASS else "stands")
        for fault in after.faults
    )


def kind(before: Table, action: Action, players: int) -> str:
    """What kind of pass it was."""
    table, player, notation = settled_table(before, action), action.player, before.rules.notation(players)
    if any(one.verb == PLAY and one.player == player for one in legal_actions(table, notation)):
        return "able"
    open_to_unknown = any(True for _set in possible_sets(table, notation, player, table.unseen()))
    return "unseen" if table.unknown[player] and open_to_unknown else "unable"


def settled_table(before: Table, action: Action) -> Table:
    """The position once what has to happen before the action has happened."""
    table = before.copy()
    settle_pending(table, action)
    return table


MOST_CARDS = 10
SOME = 0.3


def test_a_role_card_beside_a_card_that_nobody_knows_is_not_known_to_be_the_last_card() -> None:
    """F-OUTBAN-1."""
    hands = ["D3 S4", "D7 ?", "S5", "S6"]
    passed = count_deals("floor13", [{"hands": hands, "actions": ["1 D3", "2 -"], "abandoned": True}], 4)
    assert counts_of_player(passed, 2).get("passes.able", 0) == 1


@pytest.mark.parametrize(
    ("top", "hand", "kind"),
    [
        ("S6", "D7 ?", "able"),
        ("SA", "D4 ?", "unseen"),
        ("S6 H6", "D7 ?", "unseen"),
        ("S6 H6", "D4 ?*2", "unseen"),
        ("X", "D4 ?*3", "unable"),
        ("S6 H6", "D4 ?", "unable"),
        ("S2 H2", "D4 ?*2", "unable"),
    ],
)
def test_a_pass_with_unknown_cards_is_open_only_where_these_decide(top: str, hand: str, kind: str) -> None:
    """Only the spade 3, which the first player holds, takes a joker; one unknown card makes no pair with a 4."""
    hands = [f"{top} S3", hand, "C3", "C4", "C5"]
    passed = count_deals("uecda", [{"hands": hands, "actions": [f"1 {top}", "2 -"], "abandoned": True}], 5)
    assert counts_of_player(passed, 2).get(f"passes.{kind}", 0) == 1


@given(sittings(choose=choose_carelessly), st.integers(0, 2**32))
def test_whatever_hand_would_be_held(raw: RawRecord, seed: int) -> None:
    rng = Random(seed)
    for table in positions(raw):
        if rng.random() < SOME:
            hand = table.hands[table.turn] = any_hand(table, rng)
            told = table.rules.counting.asking(table)(hand)
            assert told is None or (told > 0) == can_lay(table, table.turn)


def positions(raw: RawRecord) -> Iterator[Table]:
    """The positions in which a player whose hand is known is to answer a set and nothing has to happen first."""
    tables = (step.before for step in walk_record(raw))
    answering = (table for table in tables if table.top and table.turn and table.pending is None and not table.over)
    return (table for table in answering if not table.unknown[table.turn])


def any_hand(table: Table, rng: Random) -> int:
    """Some cards of the pack, by half the hands of few ranks only, so that there are large sets."""
    alphabet = table.rules.alphabet
    pack = alphabet.list(table.rules.sitting.pack(len(table.seated)).cards)
    rng.shuffle(pack)
    if rng.random() < 1 / 2:
        ranks = {name[-1] for name in pack[:3]}
        pack = [name for name in pack if name[-1] in ranks]
    return alphabet.pack(pack[: rng.randint(1, MOST_CARDS)])


@pytest.mark.parametrize("rules", ["akagiri", "dalmuti", "theater"])
def test_a_pass_on_the_lead_that_counts_as_a_pass_is_counted_as_one(rules: str) -> None:
    """A-PASS-1, D-LEAD-1, T-PASS-1."""
    cards = ["9", "8", "7", "6"] if rules == "dalmuti" else ["S9", "SJ", "SQ", "SK"]
    deal = {"hands": cards, "hands_are": "exchanged", "actions": ["1 -"], "first": 1, "abandoned": True}
    tallies = count_deals(rules, [deal], 4)
    assert counts_of_player(tallies, 1)["faults.pass_on_lead"] == 1
    assert (counts_of_player(tallies, 1)["passes"], counts_of_player(tallies, 1)["passes.able"]) == (1, 1)
    assert seat_total(tallies, "actions") == 1

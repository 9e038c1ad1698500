"""Worlds: hands that agree with what a view shows."""

from collections import Counter
from random import Random
from typing import Final

import pytest

from daifu.replay.analysis.estimates import estimate_position
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.analysis.start import settled
from daifu.replay.analysis.worlds import COMPLETE, View, Worlds, hidden_view, known_view
from daifu.replay.games.biga.playouts import ALL_POINTS, BigAPlayout
from daifu.replay.games.biga.table import BigATable
from daifu.replay.games.floor13.playouts import Floor13Playout
from daifu.replay.match import Record
from daifu.replay.options import Options
from daifu.replay.position import Position, position_after, walk_positions
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RECORD_FORMAT
from tests.support.playouts import legal_sitting

WORLDS: Final = 30


def sitting(name: str, players: int, deals: int = 2) -> Record:
    return load_raw_record(legal_sitting(name, players, deals, Random(11)))


def open_steps(record: Record, number: int) -> list[Position]:
    return [step for step in walk_positions(record, number) if step.table.turn and not step.table.over]


def dealt_worlds(step: Position, view: View) -> list[dict[int, int]]:
    base = settled(step.table)
    playout = base.rules.playouts.start(base, 5)
    worlds = Worlds(view, playout)
    found = []
    for _ in range(WORLDS):
        worlds.deal(playout)
        found.append({int(seat.number): int(seat.hand) for seat in playout.ring})
    return found


def test_the_known_view_knows_every_hand() -> None:
    step = open_steps(sitting("uecda", 5), 0)[7]
    assert known_view(step.table, step.actions[:7]) == COMPLETE


@pytest.mark.parametrize(("name", "players"), [("uecda", 5), ("theater", 4), ("akagiri", 4), ("dalmuti", 5)])
def test_a_world_has_the_cards_that_are_out_in_hands_of_the_right_sizes(name: str, players: int) -> None:
    steps = [step for step in open_steps(sitting(name, players, 1), 0) if step.table.started]
    for step in steps[:: len(steps) // 3]:
        table = step.table
        alphabet = table.rules.alphabet
        viewer = table.turn
        for hands in dealt_worlds(step, hidden_view(table, viewer, step.actions[: step.at])):
            assert hands[viewer] == table.hands[viewer]
            assert alphabet.add_all(hands.values()) == alphabet.add_all(table.hands)
            assert all(alphabet.count(hand) == table.hand_size(player) for player, hand in hands.items())


def test_what_a_world_does_not_deal_lies_in_the_stock() -> None:
    steps = open_steps(sitting("floor13", 4, 1), 0)
    step = steps[len(steps) // 2]
    base = settled(step.table)
    playout = base.rules.playouts.start(base, 3)
    assert isinstance(playout, Floor13Playout)
    everything = sum(base.hands) + sum(base.rules.playouts.stock(base))
    worlds = Worlds(hidden_view(base, base.turn, step.actions[: step.at]), playout)
    for _ in range(WORLDS):
        worlds.deal(playout)
        assert sum(int(seat.hand) for seat in playout.ring) + sum(playout.stock) == everything


def test_cards_that_are_in_no_hand_and_not_in_a_short_stock_stay_away() -> None:
    deal = {"hands": ["S3 H4", "H5 ?"], "stock": "S9 H9", "first": 1, "actions": []}
    raw = {"format": RECORD_FORMAT, "rules": "floor13", "players": ["A", "B"], "deals": [deal]}
    reached = position_after(load_raw_record(raw), 0, 0)
    found = estimate_position(reached.table, reached.start, known_view(reached.table, ()), seed=1, playouts=5)
    assert sum(found.of(1).places) == pytest.approx(1.0)


def test_the_partner_of_a_world_is_who_holds_the_other_big_ace() -> None:
    step = next(step for step in open_steps(sitting("biga", 5, 1), 0) if step.table.started)
    base = settled(step.table)
    assert isinstance(base, BigATable)
    assert not base.known
    viewer = next(player for player in base.seated if not base.big_aces(base.hands[player]))
    playout = base.rules.playouts.start(base, 3)
    assert isinstance(playout, BigAPlayout)
    worlds = Worlds(hidden_view(base, viewer, step.actions[: step.at]), playout)
    partners = set()
    for _ in range(WORLDS):
        worlds.deal(playout)
        holders = {int(seat.number) for seat in playout.ring if seat.hand >> 60 and seat.number != playout.declarer}
        assert holders == ({int(playout.partner)} if playout.partner else set())
        partners.add(int(playout.partner))
    assert viewer not in partners
    assert len(partners) > 2


@pytest.mark.parametrize(("options", "points"), [({}, 2), ({"seed_literal_p2d5": True}, 1)])
def test_playouts_of_big_a_pay_by_the_table_that_the_options_choose(options: Options, points: int) -> None:
    """B-SCORE-5, option `seed_literal_p2d5`: a secret partner is second, the declarer last."""
    hands = ["HA S4 S5", "HA S6", "S7 S8", "S9 ST", "SJ SQ"]
    deal = {"hands": hands, "actions": ["1 say heart", "1 S4"], "abandoned": True}
    raw = {
        "format": RECORD_FORMAT,
        "rules": "biga",
        "options": options,
        "players": list("ABCDE"),
        "deals": [deal],
    }
    base = settled(position_after(load_raw_record(raw), 0, 2).table)
    playout = base.rules.playouts.start(base, 3)
    assert isinstance(playout, BigAPlayout)
    for seat, place in zip(sorted(playout.ring, key=lambda seat: seat.number), (5, 2, 1, 3, 4), strict=True):
        seat.place = place
    defender = next(seat for seat in playout.ring if seat.number == 3)
    assert playout.value(defender) == pytest.approx(0.5 + points / ALL_POINTS)


def test_cards_that_the_viewer_gave_stay_where_they_went_until_they_are_laid() -> None:
    step = next(step for step in open_steps(sitting("uecda", 5), 1) if step.table.started)
    gift = next(action for action in step.actions if action.verb == "give" and action.player == step.table.places[0])
    kept = step.table.rules.alphabet.common(gift.cards, step.table.hands[gift.target])
    worlds = dealt_worlds(step, hidden_view(step.table, gift.player, step.actions[: step.at]))
    assert kept
    assert all(hands[gift.target] & kept == kept for hands in worlds)


def test_the_poor_keep_nothing_above_what_they_gave() -> None:
    step = next(step for step in open_steps(sitting("uecda", 5), 1) if step.table.started)
    rich, poor = step.table.places[0], step.table.places[-1]
    given = next(action for action in step.actions if action.verb == "give" and action.player == poor)
    back = next(action for action in step.actions if action.verb == "give" and action.player == rich)
    ladder = step.table.exchange.ladder if step.table.exchange else None
    assert ladder is not None
    worst = ladder.best(given.cards, 2)[-1]
    for hands in dealt_worlds(step, hidden_view(step.table, rich, step.actions[: step.at])):
        own = hands[poor] & ~back.cards
        assert ladder.best(own, 1)[0] >= worst


def test_every_hidden_card_is_as_likely_in_each_hand_of_a_size() -> None:
    step = open_steps(sitting("theater", 4), 0)[0]
    viewer = step.table.turn
    view = hidden_view(step.table, viewer, ())
    base = settled(step.table)
    playout = base.rules.playouts.start(base, 9)
    worlds = Worlds(view, playout)
    card = view.unseen[0]
    holders: Counter[int] = Counter()
    for _ in range(1_000):
        worlds.deal(playout)
        holders.update(int(seat.number) for seat in playout.ring if seat.hand & card and seat.number != viewer)
    sizes = {hand.player: hand.hidden for hand in view.hands}
    for player, size in sizes.items():
        assert holders[player] / 1_000 == pytest.approx(size / sum(sizes.values()), abs=0.06)


def test_what_a_player_sees_is_not_estimated_before_the_exchange_is_over() -> None:
    step = open_steps(sitting("uecda", 5), 1)[0]
    with pytest.raises(NoPlayoutsError):
        hidden_view(step.table, step.table.places[0], ())

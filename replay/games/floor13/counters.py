"""The counters of thirteenth-floor games beyond those of every game."""

from collections.abc import Iterator
from typing import Final

from daifu.replay.actions import DISCARD, DRAW, NAME, PASS, SAY, Action
from daifu.replay.cards import JOKER, STANDARD
from daifu.replay.counters import (
    CANNOT_TELL,
    SEATS,
    SEATS_AND_TABLES,
    AnswerTest,
    Collector,
    Family,
    Increment,
    SetHook,
    family,
)
from daifu.replay.games.floor13.effects import BY_RANK, FLIP, cut_on_joker
from daifu.replay.games.floor13.sets import ROLE_CARDS, is_revolution
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.games.floor13.turns import wait_for_draw, wait_for_drawer, wait_for_leader
from daifu.replay.melds import GROUP, RANK_LABELS, RUN, STANDARD_ORDER, Combination
from daifu.replay.options import Options
from daifu.replay.rules import CountingRules, never_locks
from daifu.replay.statistics.answers import (
    JOKER_SHIFT,
    WHOLE_RANK,
    AnswerTests,
    group_test,
    jokers_answer,
    ranks_above,
    run_test,
    starts_above,
    unless_last,
)
from daifu.replay.statistics.rows import count_joker_taken, count_revolution
from daifu.replay.tricks import locks_on

TITLES: Final = ("daifugo", "daihinmin")
KINDS: Final = ("single", "group", "run", "double_run", "triple_run", "quadruple_run", "sandstorm")

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Role cards laid, each for itself, jokers as what they are: 5 skips, 7 gives, 8 ends the trick, 9 turns the "
        "direction, 10 throws away, J may turn the order, Q is a bomb. S3: spade 3s that took a lone joker; "
        "lock: suits locked (option `suit_lock`).",
        "出した役札の枚数（ジョーカーは代わりになった札として数える）。5は飛ばし、7は渡し、8は流し、9は逆回り、10は捨て、"
        "Jは逆転、Qはボンバー。S3はジョーカーを取ったスペードの3、lockは縛り（suit_lock）。",
        ("5", "7", "8", "9", "10", "J", "Q", "S3", "lock"),
    ),
    family("flips", SEATS_AND_TABLES, "Orders turned by a jack.", "Jで強さを逆にした回数。"),
    family("draws", SEATS_AND_TABLES, "Draws from the stock.", "山札から引いた回数。"),
    family("draws.cards", SEATS_AND_TABLES, "Cards drawn.", "山札から引いた札の枚数。"),
    family("discards", SEATS_AND_TABLES, "Cards thrown away.", "捨てた札の枚数。"),
    family(
        "bombs.hit",
        SEATS_AND_TABLES,
        "Known cards that bombs took from other players' hands.",
        "ボンバーがほかのプレイヤーの手札から落とした、分かっている札の枚数。",
    ),
    family(
        "bombs.own",
        SEATS,
        "Known cards that players lost to their own bombs.",
        "自分のボンバーで自分の手札から落ちた、分かっている札の枚数。",
    ),
    family(
        "bombs.suffered",
        SEATS,
        "Known cards lost to bombs of others.",
        "ほかのプレイヤーのボンバーで落とされた、分かっている札の枚数。",
    ),
)

EFFECTS: Final = {rank: f"effect.{RANK_LABELS[rank]}" for rank in BY_RANK}
SANDSTORM_CARDS: Final = 3


def set_increments(laid: Combination) -> tuple[tuple[Increment, ...], SetHook | None]:
    """The counters of a set beside its kind: each role card in it, and a revolution, which waits for the clear."""
    ranks = laid.ranks
    cards = tuple((EFFECTS[rank], ranks.count(rank)) for rank in dict.fromkeys(ranks) if rank in EFFECTS)
    taking = count_joker_taken if cut_on_joker in laid.effects else None
    return cards, count_revolution if is_revolution(laid) else taking


def is_passing(table: Floor13Table, action: Action) -> bool:
    """Whether an action is a pass: the draw or its announcement; after the draw a bare pass is none.

    Leaders do not pass, stuck or not (F-Q-7), not even those who lead because all others have passed.
    """
    has_trick = table.top is not None and table.pending not in (wait_for_draw, wait_for_leader)
    return has_trick and action.verb in (DRAW, PASS) and action.player != table.drawer


def is_settled(table: Floor13Table, action: Action) -> bool:
    """Whether nothing can come first than the end of the chance to play after a draw."""
    return table.pending is None or (table.pending is wait_for_drawer and action.player == table.turn)


def count_cards(collector: Collector, table: Floor13Table, action: Action) -> Iterator[None]:
    """Count the cards that came from the stock, or were thrown away."""
    player = action.player
    before = table.hand_size(player)
    yield
    came = table.hand_size(player) - before
    if action.verb == DRAW:
        collector.add(player, "draws")
        collector.add(player, "draws.cards", came)
    else:
        collector.add(player, "discards", -came)


def count_bomb(collector: Collector, table: Floor13Table, action: Action) -> Iterator[None]:
    """Count the cards that a bomb hit, as far as they are known."""
    bomber = action.player
    before = list(map(STANDARD.count, table.hands))
    yield
    collector.add(bomber, "bombs")
    lost = {player: before[player] - STANDARD.count(table.hands[player]) for player in table.clockwise}
    collector.add_own(bomber, "bombs.own", lost.pop(bomber, 0))
    collector.add(bomber, "bombs.hit", sum(lost.values()))
    for player, cards in lost.items():
        collector.add_own(player, "bombs.suffered", cards)


def count_flip(collector: Collector, _table: Floor13Table, action: Action) -> Iterator[None]:
    """Count flips; revolutions happen without a word."""
    yield
    if action.word == FLIP:
        collector.add(action.player, "flips")


def answer_test(table: Floor13Table, top: Combination) -> AnswerTest:
    """The test of hands for groups and runs; runs of several layers are tried, and exact runs if one is due."""
    down = table.down
    if top.kind == GROUP:
        return group_test(top.count, ranks_above(top.floor, down), joining=True, alone=jokers_answer(top, down))
    if top.kind != RUN:
        return CANNOT_TELL
    higher = run_test(top.count, starts_above(top.floor, top.count, down), joining=True)
    if table.rules.options["run_follow"] == "higher":
        return higher
    return AnswerTest(lambda hand: higher(hand) and None, higher.some)  # whether one is due is tried


def unless_sandstorm(asked: AnswerTest, count: int) -> AnswerTest:
    """The test of hands where a sandstorm may be laid at any time: a hand that may have one is tried."""
    unless_banned = unless_last(lambda hand: not STANDARD.part(hand, ROLE_CARDS), asked, count)  # F-OUTBAN-1

    def unless_storm(hand: int) -> int | None:
        threes = (hand & WHOLE_RANK).bit_count()
        return None if threes + (hand >> JOKER_SHIFT) >= SANDSTORM_CARDS else unless_banned(hand)

    return AnswerTest(unless_storm)


def counting_rules(options: Options) -> CountingRules:
    """The counting rules of the thirteenth floor under these options."""
    return CountingRules(
        titles=TITLES,
        locks_on=locks_on if options["suit_lock"] else never_locks,
        kinds=KINDS,
        families=FAMILIES,
        order=STANDARD_ORDER,
        jokers=frozenset({JOKER}),
        note=set_increments,
        passing=is_passing,
        only_plain_passes=False,
        action_hooks={DRAW: count_cards, DISCARD: count_cards, NAME: count_bomb, SAY: count_flip},
        settled=is_settled,
        asking=AnswerTests(answer_test, unless_sandstorm).at,
    )

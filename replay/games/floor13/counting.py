"""What is counted of thirteenth-floor games beyond what every game has."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from replay.actions import DISCARD, DRAW, NAME, PASS, SAY, Action
from replay.cards import FIELD, JOKER, RANKS, SUITS, size
from replay.combination import GROUP, RUN, Combination
from replay.counting import SEATS, SEATS_AND_TABLES, Family, family, lots
from replay.games.floor13.cards import ROLES
from replay.games.floor13.drawing import wait_for_draw
from replay.games.floor13.effects import BY_RANK, FLIP, cut_on_joker
from replay.games.floor13.melds import is_revolution
from replay.games.floor13.table import Floor13Table
from replay.games.floor13.turns import wait_for_drawer, wait_for_leader
from replay.noting import UNSURE, Clerk, Counting, Mark, Question, Then
from replay.options import Options
from replay.suited import RANK_LABELS
from replay.tallies.answering import Asking, group_asked, jokers_answer, run_asked, unless_last
from replay.tallies.holdings import A_JOKER, RANK, WHOLE_RANK, ranks_above, starts_above
from replay.tallies.seen import revolts, takes_joker

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
    family(
        "effect.*_squared",
        SEATS_AND_TABLES,
        "The squares of how many of these cards were in one set, summed.",
        "1つの組に含まれていたその札の枚数の2乗の合計。",
        tuple(RANK_LABELS[rank] for rank in sorted(BY_RANK)),
    ),
    family("flips", SEATS_AND_TABLES, "Orders turned by a jack.", "Jで強さを逆にした回数。"),
    family("draws", SEATS_AND_TABLES, "Draws from the stock.", "山札から引いた回数。"),
    *lots("draws.cards", SEATS_AND_TABLES, "Cards drawn.", "山札から引いた札の枚数。"),
    *lots("discards", SEATS_AND_TABLES, "Cards thrown away.", "捨てた札の枚数。"),
    *lots(
        "bombs.hit",
        SEATS_AND_TABLES,
        "Known cards that bombs took from other players' hands.",
        "ボンバーがほかのプレイヤーの手札から落とした、分かっている札の枚数。",
    ),
    *lots(
        "bombs.own",
        SEATS,
        "Known cards that the player's own bombs cost him.",
        "自分のボンバーで自分の手札から落ちた、分かっている札の枚数。",
    ),
    *lots(
        "bombs.suffered",
        SEATS,
        "Known cards lost to bombs of others.",
        "ほかのプレイヤーのボンバーで落とされた、分かっている札の枚数。",
    ),
)

ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), (JOKER,))
EFFECTS: Final = {rank: f"effect.{RANK_LABELS[rank]}" for rank in BY_RANK}
STORM: Final = 3
ADDED: Final = sum(1 << FIELD * suit for suit in range(len(SUITS)))
"""The counts of a rank, multiplied by this, have their sum in the highest byte of the rank."""


def note(laid: Combination) -> tuple[tuple[Mark, ...], Then | None]:
    """What a set counts as beside its kind: each role card in it, and the revolution that waits for the clear."""
    ranks = laid.ranks
    cards = [(EFFECTS[rank], ranks.count(rank)) for rank in dict.fromkeys(ranks) if rank in EFFECTS]
    marks = (*cards, *((f"{effect}_squared", count**2) for effect, count in cards))
    return marks, revolts if is_revolution(laid) else takes_joker if cut_on_joker in laid.effects else None


def passing(table: Floor13Table, action: Action) -> bool:
    """A pass is its draw, or the announcement of it; after the draw, a pass only says that no set follows.

    Who leads does not pass, stuck or not (F-Q-7), nor does he who leads because all others have passed.
    """
    has_trick = table.top is not None and table.pending not in (wait_for_draw, wait_for_leader)
    return has_trick and action.verb in (DRAW, PASS) and action.player != table.drawer


def settled(table: Floor13Table, action: Action) -> bool:
    """Whether all that may be to come is that it is too late for whoever has drawn."""
    return table.pending is None or (table.pending is wait_for_drawer and action.player == table.turn)


def drawn(clerk: Clerk, table: Floor13Table, action: Action) -> Iterator[None]:
    """How many cards came from the stock."""
    player = action.player
    hand, unknown = table.hands[player], table.unknown[player]
    yield
    clerk.add(player, "draws")
    clerk.add_lot(player, "draws.cards", size(table.hands[player] - hand) + table.unknown[player] - unknown)


def discarded(clerk: Clerk, table: Floor13Table, action: Action) -> Iterator[None]:
    """How many cards were thrown away."""
    player = action.player
    before = held(table, player)
    yield
    clerk.add_lot(player, "discards", before - held(table, player))


def named(clerk: Clerk, table: Floor13Table, action: Action) -> Iterator[None]:
    """Whom a bomb hit, as far as the cards are known."""
    bomber = action.player
    before = table.hands.copy()
    yield
    clerk.add(bomber, "bombs")
    lost = {player: size(before[player] - table.hands[player]) for player in table.clockwise}
    clerk.add_own_lot(bomber, "bombs.own", lost.pop(bomber, 0))
    clerk.add_lot(bomber, "bombs.hit", sum(lost.values()))
    for player, cards in lost.items():
        clerk.add_own_lot(player, "bombs.suffered", cards)


def said(clerk: Clerk, _table: Floor13Table, action: Action) -> Iterator[None]:
    """Flips; revolutions need no word."""
    yield
    if action.word == FLIP:
        clerk.add(action.player, "flips")


def held(table: Floor13Table, player: int) -> int:
    """How many cards a player has, known or not."""
    return size(table.hands[player]) + table.unknown[player]


def asked(table: Floor13Table, top: Combination, *, exact: bool) -> Question:
    """How hands are asked for groups and runs; runs of several layers are tried, and single ones where one is due."""
    down = table.down
    if top.kind == GROUP:
        return group_asked(top.count, ranks_above(top.floor, down), joining=True, alone=jokers_answer(top, down))
    if top.kind != RUN:
        return UNSURE
    higher = run_asked(top.count, starts_above(top.floor, top.count, down), joining=True)
    return Question(partial(unless_any, higher), higher.some) if exact else higher


def unless_any(asked: Question, hand: int) -> int | None:
    """Where there is any such set, it is to be tried whether it is the one due."""
    return asked(hand) and None


def may_be_last(hand: int) -> bool:
    """Whether the whole hand has no role card in it, which may not be laid last (F-OUTBAN-1)."""
    return not hand & ROLES


def whole(asked: Question, count: int) -> Question:
    """How hands are asked where a sandstorm may be laid at any time: whoever may have one has to try it."""
    unless_banned = unless_last(may_be_last, asked, count)

    def unless_storm(hand: int) -> int | None:
        threes = (hand & WHOLE_RANK) * ADDED >> RANK - FIELD & (1 << FIELD) - 1
        return None if threes + hand // A_JOKER >= STORM else unless_banned(hand)

    return Question(unless_storm)


def counting(options: Options) -> Counting:
    """What a table on the thirteenth floor says about its counters under these options."""
    return Counting(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        order=ORDER,
        jokers=frozenset({JOKER}),
        note=note,
        passing=passing,
        quick=False,
        watches={DRAW: drawn, DISCARD: discarded, NAME: named, SAY: said},
        settled=settled,
        asking=Asking(partial(asked, exact=options["run_follow"] == "exact"), whole).at,
    )

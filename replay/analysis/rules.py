"""What proofs and playouts have to know of a game beside its rules of play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.counters import GameTable
from daifu.replay.deal import Start
from daifu.replay.melds import Combination, Effect
from daifu.replay.text import Text

CUT: Final = 1
"""The set ends the trick."""
REVOLUTION: Final = 2
"""The set turns the order for the rest of the deal."""
FLIP: Final = 4
"""The set turns the order for the rest of the trick."""
LOCK_SHAPES: Final = 8
"""A set of the same shape and suits as the one below locks the trick to them."""
LOCK_SINGLES: Final = 16
"""A single of the same suit as the one below locks the trick to it."""
UNLOCK: Final = 32
"""The set lifts the lock."""
CUT_ON_JOKER: Final = 64
"""The set ends the trick if it is laid on a lone joker."""
REVERSE: Final = 128
"""The set turns the direction of play."""
NOTHING: Final = 0
"""The set only allows its player to say what has happened anyway."""

ALL_BUT_OWNER: Final = -1
"""A trick ends when all players but the owner of the top set are shut out; the owner is not asked."""


def no_obstacle(_table: GameTable) -> Text | None:
    """None: there is no reason against a proof."""
    return None


def no_intruder(_table: GameTable, _cards: int) -> bool:
    """False: nobody can lay any of these cards out of turn."""
    return False


@dataclass(frozen=True)
class CompactRules:
    """How a game goes on from one set to the next, where that can be said in a few numbers.

    Only sets of the same kind and count follow each other, and a stronger one does unless the rules have to be asked.

    `effects` gives what the effects of sets do, as a sum of the numbers above; hands with sets that have other effects
    are not searched in compact form. `waiting` is the number of players who have not passed when a trick ends, the
    owner of the top set included, or `ALL_BUT_OWNER`. With `passes_on_lead` one may pass on the lead. `bound` tells
    whether a suit lock binds a set. `suits` gives the suits of a set or of a lock with a bit each, and `lock` the lock
    to such suits as the table has it.
    """

    effects: Mapping[Effect, int] = field(default_factory=dict)
    waiting: int = ALL_BUT_OWNER
    passes_on_lead: bool = False
    bound: Callable[[Combination], bool] = lambda _combination: True
    suits: Callable[[int], int] = lambda suits: suits
    lock: Callable[[int], int] = lambda suits: suits


@dataclass(frozen=True)
class ProofRules:
    """What proofs have to know of a game beside its rules of play.

    `fields` are the attributes of its table on which the rest of a deal depends, beside those of every game. `obstacle`
    is the reason why nothing can be proven at a table with all hands known, and `hidden_obstacle` the same where only
    one hand is known; None if proofs are possible. `fouls` are the codes of faults with which a set stands, so that
    others may lay it in spite of them. `intrudes` tells whether a player with some of these cards may lay them out of
    turn. `nested_sets` is true if the candidates for sets depend on the known hand alone, and those of a smaller hand
    are among those of a larger one. `compact` lets positions be searched in compact form; None where the engine has to
    play every action.
    """

    fields: tuple[str, ...] = ()
    obstacle: Callable[[GameTable], Text | None] = no_obstacle
    hidden_obstacle: Callable[[GameTable], Text | None] = no_obstacle
    fouls: frozenset[str] = frozenset()
    intrudes: Callable[[GameTable, int], bool] = no_intruder
    nested_sets: bool = True
    compact: CompactRules | None = None


NO_PLAYOUTS: Final = Text("Deals of this game are not played out.", "このゲームの対局は推定できません。")
BANS_AS_PASSES: Final = Text(
    "Deals in which a banned last set counts as a pass are not played out.",
    "禁止上がりをパスとみなす回は推定できません。",
)


def no_playouts(_table: GameTable, _seed: int) -> Playout:
    """Raise `NoPlayoutsError`: no deal of this game can be played out."""
    raise NoPlayoutsError(NO_PLAYOUTS)


def value_by_place(table: GameTable, _start: Start, order: Sequence[int]) -> dict[int, float]:
    """What a result is worth to each player, from 0 to 1: the part of the others who are placed below.

    Players without a place share the free places.
    """
    players: list[int] = table.seated
    others = len(players) - 1
    shared = (others - len(order)) / 2
    return {player: (others - order.index(player) if player in order else shared) / others for player in players}


GiftOrder = Callable[[int], list[str]]
"""Lists the cards of a hand, those that are given first at the beginning."""


@dataclass(frozen=True)
class PlayoutRules:
    """How deals of a game are played out.

    `start` gives a playout from a settled table, with a seed, or raises `NoPlayoutsError`. `refusal` says why it does
    so at every table under these options, None where it does not. `prepare` does what has to come before the first set
    of a playout. `open_cards` are cards of a player's hand that all have seen, `stock` those still to draw, each as a
    multiset of one. `usual_gifts` and `sparing_gifts` are the orders in which the rich give their cards, mostly and now
    and then; None if they always give their weakest. `values` tells what the result of a deal is worth to each player.
    Where results are points, not places, `points` is how many the whole range of values stands for.
    """

    start: Callable[[GameTable, int], Playout] = no_playouts
    refusal: Callable[[], Text | None] = lambda: None
    prepare: Callable[[GameTable], None] = lambda _table: None
    open_cards: Callable[[GameTable, int], int] = lambda _table, _player: 0
    stock: Callable[[GameTable], Sequence[int]] = lambda _table: ()
    usual_gifts: GiftOrder | None = None
    sparing_gifts: GiftOrder | None = None
    values: Callable[[GameTable, Start, Sequence[int]], dict[int, float]] = value_by_place
    points: int = 0

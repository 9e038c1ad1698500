"""What is counted of UECda games beyond what every game has."""

from functools import cache
from typing import Final

from replay.cards import FIELD, JOKER, RANKS, STANDARD, SUITS
from replay.combination import GROUP, RUN, Combination
from replay.counting import SEATS_AND_TABLES, Family, family
from replay.effects import cut, revolt
from replay.games.uecda.effects import cut_joker, flip_back, reverse
from replay.games.uecda.table import UecdaTable
from replay.noting import UNSURE, Counting, Mark, Question, Then, surely
from replay.tallies.answering import Asking
from replay.tallies.holdings import (
    A_JOKER,
    EVERY_CARD,
    GUARD,
    GUARDS,
    OF_SUIT,
    ONES,
    RANK,
    WHOLE_RANK,
    ranks_above,
    runs_from,
)
from replay.tallies.seen import revolts, takes_joker

TITLES: Final = ("daifugo", "fugo", "heimin", "hinmin", "daihinmin")
KINDS: Final = ("single", "group", "run")
ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), (JOKER,))

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Sets laid for what they do: 8 ends the trick, S3 takes a lone joker, lock binds the trick to its suits, "
        "J turns the order for the trick (option `jack_back`), 6 the direction of play (option `six_reverse`).",
        "効果のある組を出した回数。8は8切り、S3はジョーカーへのスペードの3、lockは縛り、Jはイレブンバック（jack_back）、"
        "6はリバース（six_reverse）。",
        ("8", "S3", "lock", "J", "6"),
    ),
)

TWICE: Final = ((1 << FIELD * STANDARD.size) - 1) ^ (EVERY_CARD | A_JOKER)
"""What a hand has in common with this it has more often than the pack."""
WHOLE_LINE: Final = EVERY_CARD | EVERY_CARD << 2 * RANK
"""The line of ranks with an edge at both ends, each card a place higher than in a hand."""
IN_SUITS: Final = tuple(
    sum(cards for suit, cards in enumerate(OF_SUIT) if suits >> suit & 1) for suits in range(1 << len(SUITS))
)
"""The cards of each choice of suits, a bit each."""
SUMMED: Final = sum(1 << FIELD * suit for suit in range(len(SUITS)))
"""The counts of a rank, multiplied by this, have their sum in the highest byte of the rank."""
ANY_CARD: Final = Question(surely)
"""Who leads may lay any card that he has."""
MARKS: Final = ((cut, "effect.8"), (flip_back, "effect.J"), (reverse, "effect.6"))


def note(laid: Combination) -> tuple[tuple[Mark, ...], Then | None]:
    """What a set counts as beside its kind."""
    marks = tuple((name, 1) for effect, name in MARKS if effect in laid.effects)
    return marks, revolts if revolt in laid.effects else takes_joker if cut_joker in laid.effects else None


def asked(table: UecdaTable, top: Combination) -> Question:
    """How hands are asked for groups and runs; a lock that the top set itself does not keep makes them be tried."""
    lock, down = table.lock, table.down
    if top.kind not in (GROUP, RUN) or (lock and lock != top.suits):
        return UNSURE
    suits = IN_SUITS[lock] if lock else EVERY_CARD
    if top.kind == GROUP:
        return asked_group(top.count, suits, ranks_above(top.ceiling, down))
    return asked_run(top.count, suits, run_starts(top.ceiling, top.count, down))


def asked_group(count: int, suits: int, ranks: int) -> Question:
    """How hands are asked for a group of these suits and ranks, the joker taking a suit that is lacking."""
    highest = RANK - FIELD  # of the bytes of a rank, where they are summed up
    needed = ((GUARD - count) * ONES << highest, (GUARD - count + 1) * ONES << highest)
    enough = (ranks & GUARDS) << highest

    def asked(hand: int) -> int | None:
        if hand & TWICE:
            return None
        return (hand & suits) * SUMMED + needed[hand >= A_JOKER] & enough

    return Question(asked, ranks & suits | TWICE)


def asked_run(length: int, suits: int, starts: int) -> Question:
    """How hands are asked for a run of one of these suits, the joker filling a place."""

    def asked(hand: int) -> int | None:
        if hand & TWICE:
            return None
        return runs_from((hand & suits) << RANK, length, int(hand >= A_JOKER), WHOLE_LINE) & starts

    return Question(asked)


@cache
def run_starts(ceiling: tuple[int, int], length: int, down: int) -> int:
    """The places where a run wholly beyond this one can start, the line being a place longer at both ends."""
    first, end = (ceiling[0] + 1, len(RANKS) + 2 - length) if not down else (-1, -ceiling[1] - length + 1)
    return sum(WHOLE_RANK << RANK * (start + 1) for start in range(first, end))


def counting() -> Counting:
    """What UECda says about its counters."""
    return Counting(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        order=ORDER,
        jokers=frozenset({JOKER}),
        note=note,
        asking=Asking(asked, leading=ANY_CARD).at,
    )

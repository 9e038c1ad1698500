"""What is counted of Big A deals beyond what every game has."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from replay.actions import SAY, SHOW, Action
from replay.cards import SUITS
from replay.counting import OUTCOME, PAIRS, SEATS, SEATS_AND_TABLES, Family, family
from replay.games.biga.asking import Asking
from replay.games.biga.captures import carries_off
from replay.games.biga.cards import JOKERS, RANKS
from replay.games.biga.sets import CardSet
from replay.games.biga.table import BigATable
from replay.games.biga.teams import true_team
from replay.noting import Clerk, Closing, Counting, Mark, Then
from replay.report import DealReport
from replay.table import NOBODY

TITLES: Final[tuple[str, ...]] = ()
KINDS: Final = (
    "single",
    "pair",
    "sequence",
    "double_sequence",
    "egg",
    "big_egg",
    "joker_pair",
    "triple_sequence",
    "false_eight",
    "true_seven",
    "three_jokers",
    "four_jokers",
    "both_big_aces",
)
ROLES: Final = ("declarer", "partner", "defender", "solo")

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "role.*.*",
        SEATS,
        "Results of decided, played deals by part: declarer with a partner, partner, defender, declarer alone (solo).",
        "役割別の結果（決着し、行動の記録がある回）：declarerはパートナーのいるデクレアラー、partnerはパートナー、defenderは守備側、"
        "soloは単独のデクレアラー。",
        ROLES,
        OUTCOME,
    ),
    family(
        "captures",
        SEATS_AND_TABLES,
        "Sets of fours that carried off the set under them.",
        "4の組で下の組を奪った回数。",
    ),
    family(
        "announced",
        SEATS_AND_TABLES,
        "Partners who made themselves known before play.",
        "パートナーとして開始前に名乗った回数。",
    ),
    family("partners", PAIRS, "Decided, played deals in which both were of one team.", "同じチームだった回の数。"),
    family(
        "opponents", PAIRS, "Decided, played deals in which they were of different teams.", "別のチームだった回の数。"
    ),
)

ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), *((joker,) for joker in JOKERS))


def note(laid: CardSet) -> tuple[tuple[Mark, ...], Then | None]:
    """Bombs and captures count as such by what they are laid on."""
    return (), laid_on if laid.power or laid.prey else None


def laid_on(clerk: Clerk, table: BigATable, player: int) -> None:
    """A set of fours carried off the one below it, or a bomb was laid on another kind (B-FOUR-1, B-BOMB-10)."""
    new, under = table.top, table.under
    if not isinstance(new, CardSet) or not isinstance(under, CardSet):
        return
    if carries_off(under, new):
        clerk.add(player, "captures")
    elif new.power and new.kind != under.kind:
        clerk.add(player, "bombs")


def told(clerk: Clerk, table: BigATable, _action: Action) -> Iterator[None]:
    """A partner makes himself known before play; what he said lapses with another declaration (B-OPEN-1, B-Q-11)."""
    before = table.announced
    yield
    for player, number in ((before, -1), (table.announced, 1)):
        if player:
            clerk.add(player, "announced", number)


def closed(closing: Closing, table: BigATable, _report: DealReport) -> None:
    """What the declarer, his partner and the defenders made of the deal; nothing where a card hides the teams."""
    if table.partner is None:
        return
    alone = table.partner == NOBODY
    roles = {table.declarer: "solo" if alone else "declarer", table.partner: "partner"}
    for player in table.seated:
        closing.outcome(player, f"role.{roles.get(player, 'defender')}")
    for player, other in combinations(table.seated, 2):
        together = true_team(table, player) >> other & 1
        closing.add_pair(player, other, "partners" if together else "opponents")


def counting() -> Counting:
    """What Big A says about its counters."""
    return Counting(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        order=ORDER,
        jokers=frozenset(JOKERS),
        note=note,
        watches={SAY: told, SHOW: told},
        closed=closed,
        asking=Asking().at,
    )

"""The counters of Akagiri's daihinmin beyond those of every game."""

from collections.abc import Iterator
from typing import Final

from daifu.replay.actions import SAY, Action
from daifu.replay.cards import JOKER
from daifu.replay.counters import (
    OUTCOME,
    SEATS,
    SEATS_AND_TABLES,
    Collector,
    EndCollector,
    Family,
    Increment,
    SetHook,
    family,
)
from daifu.replay.deal import DealReport
from daifu.replay.games.daifugo.counters import hand_tests
from daifu.replay.games.daifugo.finish import Places
from daifu.replay.games.daifugo.marks import NO_REVOLUTION, turning_of
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import HouseSet
from daifu.replay.games.daifugo.sitting import dealer
from daifu.replay.games.daifugo.table import FLIP, HouseTable
from daifu.replay.melds import STANDARD_ORDER, Combination
from daifu.replay.rules import CountingRules, never_locks
from daifu.replay.statistics.rows import count_joker_taken, count_revolution
from daifu.replay.titles import TITLE_POINTS
from daifu.replay.tricks import cut_trick, locks_on

PLAYERS: Final = range(3, 8)
KINDS: Final = ("single", "group", "run")

DISTANCES: Final = tuple(str(distance) for distance in range(max(PLAYERS)))

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Sets laid for what they do under the options in force: 8 ends the trick, S3 takes a lone joker, lock binds "
        "the trick to a suit, J turned the order for the trick.",
        "効果のある組を出した回数（採用中のルールによる）。8は8切り、S3はジョーカーへのスペードの3、lockは縛り、"
        "JはJで強さを逆にした回数。",
        ("8", "S3", "lock", "J"),
    ),
    family("fallen", SEATS_AND_TABLES, "Daifugos who fell to the last place.", "都落ちした回数。"),
    family(
        "dealer.*.*",
        SEATS,
        "Results of decided, played deals by how far the player sat behind the dealer in order of play, 0 being the "
        "dealer: the one in the record, else the last of the ranking.",
        "ディーラーから手番の順に何人目かで分けた結果（決着し、行動の記録がある回）。0はディーラー本人。ディーラーは記録で指定された者、"
        "なければ順位が最下位の者。",
        DISTANCES,
        OUTCOME,
    ),
)

CITED: Final = ("A-OPT-FIN2", "A-OPT-JOKNW", "A-OPT-NOREV")
"""The rules that are cited under some options only."""


def count_words(collector: Collector, table: HouseTable, action: Action) -> Iterator[None]:
    """Count words that turn the order or take a revolution back; words that change nothing are not counted."""
    turned, down = table.turned, table.down
    yield
    if action.word == FLIP:
        if table.down != down:
            collector.add(action.player, "effect.J")
    elif table.turned != turned:
        collector.revolution(table, action.player, -1 if action.word == NO_REVOLUTION else 1)


def counting_rules(house: House, places: Places) -> CountingRules:
    """The counting rules of Akagiri's daihinmin in this house."""
    takes = house.on("spade3")
    undeclared = house.revolution.word == "deny"

    def note(laid: Combination) -> tuple[tuple[Increment, ...], SetHook | None]:
        """The counters of a set beside its kind; revolutions that have to be declared are counted with the word."""
        if not isinstance(laid, HouseSet):
            return (), None
        marks = (("effect.8", 1),) if cut_trick in laid.effects else ()
        if undeclared and turning_of(house, laid).by_word:
            return marks, count_revolution
        return marks, count_joker_taken if takes and laid.taker else None

    def fallen(closing: EndCollector, table: HouseTable, report: DealReport) -> None:
        old = places.daifugo(table)
        if old and report.order[0] != old and report.order[-1] == old:
            closing.add(old, "fallen")

    return CountingRules(
        titles=tuple(TITLE_POINTS),
        locks_on=locks_on if house.on("suit_lock") else never_locks,
        kinds=KINDS,
        families=FAMILIES,
        cited=CITED,
        order=STANDARD_ORDER,
        jokers=frozenset({JOKER}),
        note=note,
        action_hooks={SAY: count_words},
        asking=hand_tests(house).at,
        dealer=dealer,
        closed=fallen,
    )

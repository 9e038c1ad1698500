"""What is counted of Akagiri's daihinmin beyond what every game has."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from replay.actions import SAY, Action
from replay.cards import JOKER, RANKS, SUITS
from replay.combination import GROUP, RUN, Combination
from replay.counting import OUTCOME, SEATS, SEATS_AND_TABLES, Family, family
from replay.deal import Deal
from replay.effects import cut
from replay.games.akagiri.finishing import old_daifugo
from replay.games.akagiri.revolution import FLIP, NO_REVOLUTION, declared
from replay.games.akagiri.titles import STANDARD, chosen_tables
from replay.games.akagiri.tricks import crown_spade_3, cut_on_joker
from replay.noting import UNSURE, Clerk, Closing, Counting, Mark, Question, Then, nothing_more, unsure
from replay.options import Options
from replay.report import DealReport
from replay.table import NOBODY, Table
from replay.tallies.answering import Asking, group_asked, jokers_answer, only_the_set, run_asked, unless_last
from replay.tallies.holdings import ranks_above, starts_above
from replay.tallies.seen import revolts, takes_joker

TITLES: Final = ("super_daifugo", "daifugo", "fugo", "heimin", "hinmin", "daihinmin", "super_daihinmin")
KINDS: Final = ("single", "group", "run")

DISTANCES: Final = tuple(str(distance) for distance in range(max(STANDARD)))

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
        "dealer: whoever the record names, else the last of the ranking.",
        "ディーラーから手番の順に何人目かで分けた結果（決着し、行動の記録がある回）。0はディーラー本人。ディーラーは記録で指定された者、"
        "なければ順位が最下位の者。",
        DISTANCES,
        OUTCOME,
    ),
)

ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), (JOKER,))
CITED: Final = ("A-OPT-FIN2", "A-OPT-JOKNW", "A-OPT-NOREV")
"""The rules that are cited under some options only."""


def note(laid: Combination) -> tuple[tuple[Mark, ...], Then | None]:
    """What a set counts as beside its kind; revolutions that have to be declared count with the word."""
    effects = laid.effects
    marks = (("effect.8", 1),) if cut in effects else ()
    takes = crown_spade_3 in effects or cut_on_joker in effects
    return marks, revolts if declared in effects else takes_joker if takes else None


def dealer(deal: Deal, seats: tuple[int, ...], ranking: tuple[int, ...]) -> int:
    """Whom the record names, else the last of the ranking; a first deal may not tell (A-LEAD-1, A-NEXT-2)."""
    if deal.dealer in seats:
        return deal.dealer
    return ranking[-1] if ranking else NOBODY


def said(clerk: Clerk, table: Table, action: Action) -> Iterator[None]:
    """Words turn the order or take a revolution back; saying what holds already does nothing."""
    turned = table.turned
    yield
    if action.word == FLIP:
        clerk.add(action.player, "effect.J")
    elif table.turned != turned:
        clerk.revolution(table, action.player, -1 if action.word == NO_REVOLUTION else 1)


def counting(options: Options) -> Counting:
    """What a table of Akagiri's daihinmin says about its counters under these options."""
    wild = options["joker_wild"] is True
    bans = options["no_finish_joker_two"] or options["no_finish_group"]
    daifugo = old_daifugo(chosen_tables(options["title_table"]))

    def asked(table: Table, top: Combination) -> Question:
        down = table.down
        if top.kind == GROUP:
            ranks = ranks_above(top.floor, down)
            return group_asked(top.count, ranks, joining=wild, alone=jokers_answer(top, down))
        starts = starts_above(top.floor, top.count, down)
        return run_asked(top.count, starts, joining=wild) if top.kind == RUN else UNSURE

    def fallen(closing: Closing, table: Table, report: DealReport) -> None:
        old = daifugo(table)
        if old and report.order[0] != old and report.order[-1] == old:
            closing.add(old, "fallen")

    return Counting(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        cited=CITED,
        order=ORDER,
        jokers=frozenset({JOKER}),
        note=note,
        watches={SAY: said},
        asking=Asking(asked, partial(unless_last, unsure) if bans else only_the_set).at,
        dealer=dealer,
        closed=fallen if options["fallen_daifugo"] else nothing_more,
    )

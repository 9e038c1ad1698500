"""Playouts of theater games (docs/analysis-method.md says what they leave out)."""

from typing import Final

from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.analysis.rules import BANS_AS_PASSES, PlayoutRules
from daifu.replay.analysis.suited_playout import (
    EIGHTS,
    JOKERS,
    PASSES_END,
    PASSES_END_DOWNWARDS,
    PASSES_STAY,
    SuitedRules,
)
from daifu.replay.analysis.suited_policy import sets_last, weakest_first
from daifu.replay.analysis.suited_start import suited_playout
from daifu.replay.games.theater.effects import HEART_3, REVOLUTION_COUNT
from daifu.replay.games.theater.table import DIAMOND_3, TheaterTable
from daifu.replay.melds import GROUP, RUN
from daifu.replay.options import Options

PASS_RESETS: Final = {"down_only": PASSES_END_DOWNWARDS, "any_change": PASSES_END, "never": PASSES_STAY}


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""
    rules = SuitedRules(
        wild_jokers=False,
        cut_groups=EIGHTS,
        revolution_group=REVOLUTION_COUNT[GROUP],
        revolution_run=REVOLUTION_COUNT[RUN],
        ends_calls=True,
        taker=HEART_3,
        interrupts=not options["hearts3_on_turn_only"],
        joker_on_taker=options["joker_on_hearts3"] is True,
        pass_reset=PASS_RESETS[str(options["pass_reset"])],
        opening=DIAMOND_3,
        banned_last=JOKERS,
        banned_last_down=JOKERS,
        ban_sinks=True,
    )

    bans_as_passes = options["joker_out"] == "illegal" and options["illegal_play"] == "pass"

    def start(table: TheaterTable, seed: int) -> Playout:
        if bans_as_passes:
            raise NoPlayoutsError(BANS_AS_PASSES)
        playout = suited_playout(table, rules, seed)
        playout.opened = not table.must_open
        return playout

    return PlayoutRules(
        start=start, usual_gifts=weakest_first, sparing_gifts=sets_last, open_cards=TheaterTable.open_cards
    )

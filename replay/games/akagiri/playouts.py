"""Playouts of Akagiri's daihinmin (docs/analysis-method.md says what they leave out)."""

from typing import Final

from replay.analysis.playout import NoPlayoutsError, Playout
from replay.analysis.rules import BANS_AS_PASSES, PlayoutRules
from replay.analysis.suited_playout import EIGHTS, LOCK_SINGLES, NO_LOCK, THREES, TWOS, SuitedRules
from replay.analysis.suited_policy import sets_last, weakest_first
from replay.analysis.suited_start import suited_playout
from replay.cards import STANDARD
from replay.games.akagiri.effects import FEWEST_IN_REVOLUTION
from replay.games.akagiri.finish import old_daifugo
from replay.options import Options
from replay.table import Table
from replay.text import Text
from replay.title_tables import chosen_tables

SPADE_3: Final = STANDARD.one["S3"]
ANY_NUMBER: Final = 99

TWO_DECKS: Final = Text("Deals with two packs are not played out.", "トランプを2組使う回は推定できません。")


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""
    rules = suited_rules(options)
    daifugo = old_daifugo(chosen_tables(options["title_table"]))
    bans = options["no_finish_joker_two"] or options["no_finish_group"]
    left_out = (
        TWO_DECKS if options["decks"] != 1 else BANS_AS_PASSES if bans and options["illegal_play"] == "pass" else None
    )

    def start(table: Table, seed: int) -> Playout:
        if left_out is not None:
            raise NoPlayoutsError(left_out)
        playout = suited_playout(table, rules, seed)
        if options["fallen_daifugo"]:
            playout.faller = daifugo(table)
        return playout

    return PlayoutRules(start=start, usual_gifts=weakest_first, sparing_gifts=sets_last)


def suited_rules(options: Options) -> SuitedRules:
    """What beats what under these options; nobody declares a revolution that needs a word, nor turns the order."""
    eights = EIGHTS if options["eight_stop"] else 0
    revolutions = FEWEST_IN_REVOLUTION if options["revolution"] and options["revolution_default_declared"] else 0
    banned = options["no_finish_joker_two"] is True
    return SuitedRules(
        wild_jokers=options["joker_wild"] is True,
        runs=options["runs"] is True,
        wholly_above=False,
        cut_groups=eights,
        cut_runs=eights if options["eight_stop_in_runs"] else 0,
        revolution_group=revolutions,
        revolution_most=FEWEST_IN_REVOLUTION if options["revolution_exact_four"] else ANY_NUMBER,
        revolution_run=revolutions if options["revolution_by_run"] else 0,
        revolution_natural=options["revolution_natural_only"] is True,
        lock=LOCK_SINGLES if options["suit_lock"] else NO_LOCK,
        taker=0 if options["spade3"] == "off" else SPADE_3,
        taker_cuts=options["spade3_ends_trick"] is True,
        taker_on_top=options["spade3"] == "always",
        passes_last=options["pass_locks"] is True,
        banned_last=TWOS if banned else 0,
        banned_last_down=THREES if banned else 0,
        banned_groups=options["no_finish_group"] is True,
        ban_sinks=options["finish_ban_mode"] == "demote",
        falls_at_once=options["fallen_immediate"] is True,
    )

"""Daifugo with local rules as the engine plays it: each part of the engine is made of the house once."""

from collections.abc import Callable
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import STANDARD
from daifu.replay.engine import ON_TABLE, goes_out, pass_by, pass_turn
from daifu.replay.faults import NOTICE
from daifu.replay.games.daifugo.analysis import playout_rules, proof_rules
from daifu.replay.games.daifugo.answers import (
    Exceptions,
    WindowAnswers,
    answer_rule,
    choice_rule,
    has_windows,
    interrupt_rule,
)
from daifu.replay.games.daifugo.catalogue import house_rules
from daifu.replay.games.daifugo.conflicts import find_conflicts
from daifu.replay.games.daifugo.counters import counting_rules
from daifu.replay.games.daifugo.finish import FinishBan, Places
from daifu.replay.games.daifugo.locks import Locks
from daifu.replay.games.daifugo.marks import Marks
from daifu.replay.games.daifugo.options import OPTIONS, House, expanded_options, flaws, house_of
from daifu.replay.games.daifugo.rights import Rights
from daifu.replay.games.daifugo.sets import HouseSet, Reader, candidates, flaw_kind
from daifu.replay.games.daifugo.sheet import tell_house
from daifu.replay.games.daifugo.sitting import PLAYERS, Opening, sitting_rules
from daifu.replay.games.daifugo.table import (
    FULL_NEXT,
    LOCKS,
    NEXT_DOWN,
    NEXT_UP,
    POSITION_RULES,
    HouseRules,
    HouseTable,
)
from daifu.replay.games.daifugo.turns import (
    faulty_rule,
    forget_trick,
    next_leader,
    pass_taker,
    passes_are_plain,
    turn_rule,
)
from daifu.replay.melds import UECDA_LEXICON, Combination
from daifu.replay.options import Options
from daifu.replay.rules import Profile, no_ban, no_lock
from daifu.replay.titles import chosen_tables
from daifu.replay.tricks import FREE_PASSES, LOCKING_PASSES


def build(profile: Profile, options: Options) -> HouseRules:
    """The rules of a house."""
    return rules_of(profile, options, house_of(options))


def rules_of(profile: Profile, options: Options, house: House) -> HouseRules:
    """The rules of a house, as the rules of a profile under these options."""
    tables = chosen_tables(house.titles.table)
    exceptions = Exceptions(house)
    locks = Locks(house, exceptions)
    marks = Marks(house)
    ban = FinishBan(house, exceptions, marks)
    places = Places(house, tables)
    opening = Opening(house, tables)
    rights = Rights(house, places, opening)
    take_pass = pass_taker(house, ban.is_stuck, places.foul)
    answers = WindowAnswers(house, exceptions, marks.answer) if has_windows(house) else None
    read, with_effects = Reader(house).read, marks.with_effects
    return HouseRules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=lambda meld: tuple(map(with_effects, read(meld))),
        answer=answer_rule(house, exceptions),
        lock=locks.broken if house.any_on(*LOCKS) or answers else no_lock,
        passing=LOCKING_PASSES if house.on("pass_lock") else FREE_PASSES,
        choose=choice_rule(answers),
        explain=explanations(house, ban, locks),
        faulty=faulty_rule(house, take_pass, places.leave_table),
        interrupts=interrupt_rule(house, exceptions),
        lead_ban=opening.lead_ban if house.first_lead.must != "free" else no_ban,
        finish_ban=ban.code if house.on("finish_ban") else no_ban,
        free=lambda laid: isinstance(laid, HouseSet) and laid.storm and house.sandstorm.on == "any",
        flaw=flaw_kind,
        advance=turn_rule(house),
        clear=forget_trick,
        next_leader=next_leader,
        goes_out=goes_out if places.are_plain else places.goes_out,
        handlers=rights.handlers(pass_turn if passes_are_plain(house) else pass_by(take_pass)),
        verbs_after_set=rights.verbs_after_set,
        sitting=sitting_rules(house, tables, opening, places),
        table=HouseTable,
        sets=candidates(house),
        offers=rights.offers,
        severities={"bad_seating": NOTICE},
        counting=counting_rules(house, marks),
        proofs=proof_rules(house),
        position=POSITION_RULES,
        playouts=playout_rules(house, places),
        asked=house.trick_end.asked,
        flip_lasts=house.jack_back.after_cut == "next_trick",
        answered=answers.find if answers is not None else None,
        musts=rights.musts(),
    )


Explain = Callable[[HouseTable, Action, Combination | None, str], tuple[str, dict[str, object]]]


def explanations(house: House, ban: FinishBan, locks: Locks) -> Explain:
    """The function that gives the kind of a fault of a play, and what its sentence tells."""

    def explain(
        table: HouseTable, action: Action, laid: Combination | None, code: str
    ) -> tuple[str, dict[str, object]]:
        if code == "finish_banned":
            return ban.kind(table, action, laid), {}
        if code == "suit_lock" and isinstance(laid, HouseSet):
            return locks.breached_suits(table.lock, laid), {}
        if code == "number_lock":
            own = table.lock & (NEXT_UP | NEXT_DOWN)
            return "next" if own or not table.lock & FULL_NEXT else "full", {}
        if code == "opening_card_missing":
            return house.first_lead.must, {"card": table.rules.alphabet.name(table.opening), "where": ON_TABLE[0]}
        return "", {}

    return explain


PROFILE: Final = Profile(
    name="daifugo",
    prefix="H",
    players=PLAYERS,
    lexicon=UECDA_LEXICON,
    options=OPTIONS,
    citations=house_rules().citations,
    build=build,
    flaws=flaws,
    conflicts=find_conflicts,
    normal=expanded_options,
    base="daifugo/1",
    tell=tell_house,
)

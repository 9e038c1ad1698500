"""What could be missing where a record has its first fault: rules that the cards around it suggest."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Final

from daifu.replay.actions import DISCARD, GIVE, NAME, PASS, PLAY, SAY, Action
from daifu.replay.cards import JOKER, RANKS
from daifu.replay.explanation.trials import Reached
from daifu.replay.faults import BAD_SEATING
from daifu.replay.match import Record
from daifu.replay.options import Options, Value

Parameters = dict[str, Value]
Proposal = dict[str, Parameters]
"""Rules to be on, each with some of its parameters."""

PACK: Final = frozenset({"bad_deck", "bad_deal"})
EXCHANGE: Final = frozenset(
    {"exchange_not_owed", "exchange_missing", "exchange_wrong_count", "exchange_not_best", "exchange_not_from_deal"}
)
RIGHTS: Final = frozenset({"effect_not_owed", "effect_missing", "false_declaration", "exchange_not_owed"})
END: Final = frozenset({"deal_incomplete", "result_mismatch", "points_mismatch", "action_after_end"})
SEATING: Final = frozenset({BAD_SEATING})
NO_COMBINATION: Final = frozenset({"not_a_combination"})
"""Codes of faults that concern one part of the rules."""

LOOKS_BACK: Final = 3
"""An effect of a set is seen within so many sets."""


class Scene:
    """Where the first fault is: the deal, the action with it, the sets before it, and the sets laid last."""

    def __init__(self, record: Record, reached: Reached) -> None:
        self.record = record
        self.number = reached.deal
        self.deal = record.deals[reached.deal]
        self.codes = frozenset(fault.code for fault in reached.faults)
        self.ranking = reached.ranking
        actions = self.deal.actions or []
        self.action = actions[reached.place] if 0 <= reached.place < len(actions) else None
        self.before = [one for one in actions[: max(reached.place, 0)] if not one.void]
        self.sets = [one for one in self.before if one.verb == PLAY]
        self.last = self.sets[: -LOOKS_BACK - 1 : -1]
        self.words = {one.word for one in actions if one.verb == SAY}


def proposals(scene: Scene) -> Iterator[Proposal]:
    """The rules that could remove the fault, those that concern it most first; each proposal once."""
    seen: list[Proposal] = []
    for theme in _themes(scene):
        for proposal in theme(scene):
            if proposal not in seen:
                seen.append(proposal)
                yield proposal


NARROWER: Final[dict[str, list[Parameters]]] = {
    "eight_cut": [
        {"in_runs": False},
        {"jokers": False},
        {"most": 1},
        {"most": 2},
        {"when": "normal"},
        {"when": "turned"},
    ],
    "nine_pair": [{"jokers": False}],
    "six_pair": [{"jokers": False}],
    "two_cut": [{"turned_three": False}],
    "jack_back": [{"in_runs": False}, {"jokers": False}],
    "revolution": [{"natural": True}, {"answer": "as_many"}, {"answer": "more"}, {"most": 4}],
}
"""Parameters with which a rule does the same, but less often."""

BY_RANK: Final = frozenset(
    {"eight_cut", "two_cut", "jack_back", "six_restore", "five_skip", "king_skip", "nine_reverse", "queen_reverse"}
)
"""Rules of a rank that a run has, too, unless `runs.effects` says otherwise."""


def narrowed(proposal: Proposal, options: Options) -> Iterator[Proposal]:
    """The same rules where they do less: they may contradict an earlier part of the record otherwise."""
    for rule, parameters in proposal.items():
        yield from ({**proposal, rule: {**parameters, **less}} for less in NARROWER.get(rule, ()))
    if "runs" in options and not BY_RANK.isdisjoint(proposal):
        for effects in ("none", "cuts"):
            yield {**proposal, "runs": {"effects": effects}}


Theme = Callable[[Scene], Iterator[Proposal]]
"""Proposals on one subject."""


def _themes(scene: Scene) -> tuple[Theme, ...]:
    """The subjects that a fault concerns, the nearest one first."""
    if not scene.sets and scene.codes & (EXCHANGE | {"card_not_held", "effect_not_owed"}):
        return (_exchange, _rights)
    for codes, themes in _CONCERNED.items():
        if scene.codes <= codes:
            return themes
    some = _CONCERNED[NO_COMBINATION] if scene.codes & NO_COMBINATION else ()
    return (
        *some,
        _counters,
        _cuts,
        _lasting_order,
        _trick_order,
        _turn,
        _takers,
        _passes,
        _places,
        _seats,
        _rights,
    )


def rank_of(name: str) -> Value:
    """The rank of a card as parameters name it: a number from 3 to 10, or J Q K A 2."""
    rank = name[-1].replace("T", "10")
    return int(rank) if rank.isdecimal() and rank != "2" else rank


def ranks_of(laid: Action) -> list[str]:
    """The ranks of a set, those of named jokers included, each once."""
    words = [*(name for name in laid.meld.names if name != JOKER), *laid.meld.stand_ins]
    return list(dict.fromkeys(word[-1] for word in words if word[-1] in RANKS))


def is_group(laid: Action) -> bool:
    """Whether the natural cards of a set have one rank; jokers alone are a group, too."""
    return len({name[-1] for name in laid.meld.names if name != JOKER}) <= 1


def is_jokers(laid: Action) -> bool:
    """Whether a set is jokers alone."""
    return set(laid.meld.names) == {JOKER}


def _pack(scene: Scene) -> Iterator[Proposal]:
    """Jokers and packs as the hands tell them."""
    jokers, cards = 0, 0
    for deal in scene.record.deals:
        hands = [hand for hand in deal.hands or () if hand is not None]
        alphabet = scene.record.rules.alphabet
        jokers = max(jokers, sum(alphabet.copies(hand.cards, alphabet.one[JOKER]) for hand in hands))
        cards = max(cards, sum(hand.size for hand in hands))
    for decks in (1, 2):
        two: Proposal = {"decks": {"count": 2}} if decks > 1 else {}
        for count in sorted({jokers, cards - 52 * decks, 1}):
            if 0 <= count <= MOST_JOKERS:
                yield {**two, "jokers": {"count": count}}
                yield {**two, "jokers": {"count": count}, "blind_cards": {}}
                yield {**two, "jokers": {"count": count}, "blind_cards": {"jokers_stay_in": False}}


MOST_JOKERS: Final = 4


def _exchange(scene: Scene) -> Iterator[Proposal]:
    """The gifts before the first set, by the places of their givers, and hands that change owners."""
    taken = (one for one in scene.deal.actions or () if not one.void)
    before_play = takewhile(lambda one: one.verb != PLAY, taken)
    gifts = {one.player: one.meld.count for one in before_play if one.verb == GIVE}
    ranking = scene.ranking
    pairs = len(ranking) // 2
    counts: list[Value] = [max(gifts.get(ranking[i], 0), gifts.get(ranking[-1 - i], 0)) for i in range(pairs)]
    while counts and counts[-1] == 0:
        counts.pop()
    rich_only = bool(gifts) and not any(player in ranking[-pairs:] for player in gifts)
    poor: Parameters = {"poor": "none"} if rich_only else {}
    low = _highest_rank(scene, ranking[-1]) if ranking else "A"
    swaps: list[Proposal] = []
    for highest in dict.fromkeys([10, low, "A"]):
        at: Parameters = {} if highest == 10 else {"highest": highest}  # noqa: PLR2004 - the default
        for must in (False, True):
            swaps += [{"upheaval": {**at, "must": must, "others": others}} for others in (False, True)]
    if scene.codes & {"exchange_missing", "card_not_held"} or "swap" in scene.words:
        yield from swaps
    if gifts:
        yield {"exchange": poor}
        yield {"exchange": {**poor, "counts": counts}}
        yield {"exchange": {"poor": "none", "counts": counts}}
        for table in TABLES.get(len(ranking), ()):
            yield {"exchange": {}, "titles": {"table": table}}
    if "exchange_missing" in scene.codes:
        yield {"exchange": {"counts": counts}}
        yield from _sets_of_deals(scene)
    yield from ({"exchange": {**poor, "counts": counts}, **swap} for swap in swaps if gifts or "swap" in scene.words)


TABLES: Final = {3: ("alt3",), 4: ("alt4",), 6: ("alt6a", "alt6b"), 7: ("alt7a", "alt7b")}


def _highest_rank(scene: Scene, player: int) -> Value:
    """The highest rank in a hand as it was dealt."""
    hand = (scene.deal.hands or [])[player - 1]
    names = [] if hand is None else scene.record.rules.alphabet.list(hand.cards)
    held = [RANKS.index(name[-1]) for name in names if name != JOKER]
    return rank_of(RANKS[max(held)]) if held else "A"


def _sets_of_deals(scene: Scene) -> Iterator[Proposal]:
    """Rankings that are forgotten after so many deals."""
    for deals in range(1, scene.number + 1):
        if scene.number % deals == 0:
            yield {"set_length": {"deals": deals}}


def _seats(scene: Scene) -> Iterator[Proposal]:
    if len(scene.sets) <= LOOKS_BACK or scene.codes & SEATING:
        yield {"play_direction": {"way": "ccw"}}
        if scene.ranking:
            for way in ("cw", "ccw"):
                for every in (1, max(1, scene.number), 2, 3):
                    yield {"seat_order": {"by": "places", "way": way, "every": every}}
                    yield {"seat_order": {"by": "points", "way": way, "every": every}, "points": {}}
            yield {"seat_order": {"by": "record"}}
            yield from _sets_of_deals(scene)


def _cuts(scene: Scene) -> Iterator[Proposal]:
    """The sets laid last may have ended their tricks."""
    for laid in scene.last[:2]:
        count, ranks = laid.meld.count, ranks_of(laid)
        yield from ({"eight_cut": {} if rank == "8" else {"rank": rank_of(rank)}} for rank in ranks)
        if is_group(laid) and ranks:
            if ranks[0] in "96":
                rule = "nine_pair" if ranks[0] == "9" else "six_pair"
                yield {rule: {"counts": [count]}}
                yield {rule: {"counts": list(range(1, MOST_COUNTED))}}
            if 2 <= count <= MOST_JOKERS:  # noqa: PLR2004 - a sandstorm has two cards or more
                for clears in ({}, {"clears": False}):
                    yield {
                        "sandstorm": {
                            "rank": rank_of(ranks[0]),
                            "count": count,
                            "joker": JOKER in laid.meld.names,
                            **clears,
                        }
                    }
        if "2" in ranks or "3" in ranks:
            yield {"two_cut": {}}
            yield {"two_cut": {"turned_three": False}}
    yield {"finish_clear": {}}
    own = scene.action
    if own is not None and own.verb == PLAY and is_group(own) and 2 <= own.meld.count <= MOST_JOKERS and ranks_of(own):  # noqa: PLR2004
        storm: Parameters = {
            "rank": rank_of(ranks_of(own)[0]),
            "count": own.meld.count,
            "joker": JOKER in own.meld.names,
        }
        for more in ({}, {"out_of_turn": True}, {"clears": False}, {"beats_cut": True}):
            yield {"sandstorm": {**storm, **more}}


MOST_COUNTED: Final = 13


def _takers(scene: Scene) -> Iterator[Proposal]:
    """Cards that take jokers, or any single, now or just before."""
    for laid in [*([scene.action] if scene.action is not None and scene.action.verb == PLAY else []), *scene.last[:2]]:
        if is_jokers(laid):
            alphabet = scene.record.rules.alphabet
            hands = [hand.cards for hand in scene.deal.hands or () if hand is not None]
            held = sum(alphabet.copies(hand, alphabet.one[JOKER]) for hand in hands)
            yield {"joker_on_joker": {}, "jokers": {"count": min(MOST_JOKERS, max(2, held))}}
            yield {"spade3": {"joker_on_it": True, "clears": False}}
            continue
        if not is_group(laid) or JOKER in laid.meld.names:
            continue
        cards: Parameters = {"cards": [*sorted(set(laid.meld.names))]}
        takes = ("lone_joker", "single") if laid.meld.count == 1 else ("as_many",)
        for take in takes:
            for more in TAKING:
                yield {"spade3": {**cards, "takes": take, **more}}
        yield {"down_number": {} if laid.meld.count == 1 else {"count": laid.meld.count}}


TAKING: Final[list[Parameters]] = [{}, {"clears": False}, {"out_of_turn": True}, {"after_pass": True}]
"""How cards may take jokers."""


def _turn(scene: Scene) -> Iterator[Proposal]:
    """Skips and reversals of the sets laid last."""
    for laid in scene.last:
        ranks = ranks_of(laid)
        for rule, rank in (("five_skip", "5"), ("king_skip", "K")):
            if rank in ranks:
                yield from ({rule: more} for more in SKIPPING)
        for rule, rank in (("nine_reverse", "9"), ("queen_reverse", "Q")):
            if rank in ranks:
                yield from ({rule: more} for more in REVERSING)


SKIPPING: Final[list[Parameters]] = [{}, {"per": "once"}, {"per": "odd"}, {"counts_as_pass": False}, {"locks": True}]
REVERSING: Final[list[Parameters]] = [{}, {"until": "trick"}, {"cards": "once"}, {"cards": "once", "until": "trick"}]
"""How many players are skipped, and how often the direction turns."""


def _passes(scene: Scene) -> Iterator[Proposal]:
    """Passes that hold, passes on the lead, and who is asked before a trick ends."""
    yield {"pass_lock": {}}
    yield {"lead_pass": {}}
    yield {"trick_end": {"asked": "all"}}
    yield {"trick_end": {"asked": "all_but_one"}}
    yield {"pass_lock": {"forgiven": "turned_down"}}
    yield {"pass_lock": {"forgiven": "any_turn"}}
    if "pass_on_lead" in scene.codes:
        for name in ("joker", "2", "8", "S3", "J", "strongest", "cut", "effect"):
            for stuck in ({}, {"stuck": "last"}):
                yield {"finish_ban": {"mode": "illegal", "cards": [name], **stuck}}
        yield {"finish_ban": {"mode": "illegal"}}


def _counters(scene: Scene) -> Iterator[Proposal]:
    """Answers to a set that would have ended its trick."""
    if scene.action is None or not scene.last:
        return
    for own, below in ((scene.action, scene.last[0]), *zip(scene.last, scene.last[1:], strict=False)):
        if own.verb != PLAY or not is_group(own) or not is_group(below) or not ranks_of(below):
            continue
        rank = rank_of(ranks_of(below)[0])
        cut: Parameters = {} if rank == 8 else {"rank": rank}  # noqa: PLR2004 - the default
        if "4" in ranks_of(own) and own.meld.count % below.meld.count == 0:
            fours: Parameters = {"count": own.meld.count // below.meld.count, "stops": [rank]}
            for wins in ({}, {"wins": "nobody"}):
                yield {"four_stop": {**fours, **wins}}
                yield {"eight_cut": cut, "four_stop": {**fours, **wins}}
        if ranks_of(own) == ranks_of(below):
            yield {"eight_on_eight": {}}
            yield {"eight_cut": cut, "eight_on_eight": {}}


def _lasting_order(scene: Scene) -> Iterator[Proposal]:
    """Sets that may have turned the order for good."""
    word: Parameters = {"word": "deny"} if "no-revolution" in scene.words else {}
    declared: Parameters = {"word": "declare"}
    words = [word] if word else [word, declared] if "revolution" in scene.words else [word]
    for laid in reversed(scene.sets):
        count, ranks = laid.meld.count, ranks_of(laid)
        if is_jokers(laid) and count > 1:
            yield {"joker_revolution": {"count": count}}
        elif count >= THREE:
            least: Parameters = {} if count > THREE else {"least": count}
            if not is_group(laid):
                yield {"run_revolution": least}
                for more in filter(None, words):
                    yield {"run_revolution": least, "revolution": more}
                continue
            yield from ({"revolution": {**least, **more}} for more in words)
            for rule, rank in (("sevens_revolution", "7"), ("coup", "9"), ("omen", "6")):
                if rank in ranks:
                    yield {rule: {"exact": False} if count > THREE and rule != "omen" else {}}


THREE: Final = 3
"""So many cards turn the order at least; more do so by default."""


def _trick_order(scene: Scene) -> Iterator[Proposal]:
    """Jacks that may have turned the order of the trick, and sets that end that."""
    said = "flip" in scene.words
    for laid in scene.sets[-LONG_TRICK:]:
        if "J" in ranks_of(laid):
            yield from ({"jack_back": {**more, "choice": said}} for more in FLIPPING)
    for laid in scene.last:
        yield from ({"six_restore": {"rank": rank_of(rank)}} for rank in ranks_of(laid) if rank in "567")


FLIPPING: Final[list[Parameters]] = [{}, {"twice": "keep"}, {"cards": "each"}, {"after_cut": "next_trick"}]
"""How jacks may turn the order."""
LONG_TRICK: Final = 8
"""A trick has hardly more sets."""


def _runs(scene: Scene) -> Iterator[Proposal]:
    """Runs as long and of as many suits as the cards that are no combination."""
    own = scene.action
    if own is None or own.verb != PLAY:
        return
    names = [name for name in own.meld.names if name != JOKER]
    suits: Parameters = {"suits": "any"} if len({name[0] for name in names}) > 1 else {}
    least: Parameters = {} if own.meld.count >= 3 else {"least": own.meld.count}  # noqa: PLR2004 - the default
    for ends in ({}, {"joker_ends": True}):
        yield {"runs": {**suits, **least, **ends}}
    if own.meld.count > 2 and not names:  # noqa: PLR2004
        yield {"jokers": {"count": min(MOST_JOKERS, own.meld.count)}}


def _rights(scene: Scene) -> Iterator[Proposal]:
    """Gifts, discards, names and words, and what hands lose by them."""
    own = scene.action
    yield from _BY_VERB.get(own.verb if own is not None else "", ())
    if own is not None and own.verb == SAY:
        yield from _words(own.word)
    if "effect_missing" in scene.codes:
        for rule in ("seven_give", "ten_discard", "queen_bomber"):
            yield {rule: {"must": False}}
        yield {"queen_bomber": {"last_set": False}}
    if any("Q" in ranks_of(one) for one in scene.last) or NAME in {one.verb for one in scene.before[-LOOKS_BACK:]}:
        yield {"queen_bomber": {"self": False}}


_BY_VERB: Final[dict[str, list[Proposal]]] = {
    GIVE: [{"seven_give": {}}, {"seven_give": {"to": "any"}}],
    DISCARD: [{"ten_discard": {}}, {"queen_bomber": {"mode": "own_choice"}}],
    NAME: [{"queen_bomber": {}}, {"queen_bomber": {"must": False}}],
}
"""The rules that let players do something beside laying sets."""


def _words(said: str) -> Iterator[Proposal]:
    if said == "flip":
        yield {"jack_back": {"choice": True}}
        yield {"jack_back": {"choice": True, "cards": "each"}}
        return
    for word in ("deny", "declare"):
        yield {"revolution": {"word": word}}
        yield {"revolution": {"word": word, "least": THREE}}
        yield {"revolution": {"word": word}, "run_revolution": {}}
        yield {"revolution": {"word": word}, "run_revolution": {"least": THREE}}
    yield {"revolution": {}}


def _places(scene: Scene) -> Iterator[Proposal]:
    """Players who fall, a world turned upside down, and deals that end early."""
    if scene.ranking:
        for place in ({}, {"place": "lowest"}, {"place": "by_time"}):
            for leaves in ({}, {"leaves": False}):
                fallen: Parameters = {**place, **leaves}
                yield {"fallen_daifugo": fallen}
                yield {"kyo_ochi": {}, **({"fallen_daifugo": fallen} if fallen else {})}
        yield {"gekokujo": {}}
        yield {"gekokujo": {"then": "end"}}
    if scene.codes & END:
        passes = 0
        for one in reversed(scene.before):
            if one.verb != PASS:
                break
            passes += 1
        if passes > 1:
            yield {"lead_pass": {"stop_after": passes}}
            yield {"lead_pass": {"stop_after": passes, "then": "places"}}
        for stuck in ({}, {"stuck": "last"}):
            yield {"finish_ban": {"mode": "illegal", **stuck}}


_FLOW: Final[tuple[Theme, ...]] = (_lasting_order, _trick_order, _cuts, _turn)
_CONCERNED: Final[dict[frozenset[str], tuple[Theme, ...]]] = {
    PACK: (_pack,),
    SEATING: (_seats,),
    NO_COMBINATION: (_runs,),
    frozenset({"card_not_held"}): (_rights, _exchange),
    END: (_places, _turn, _cuts, _takers, _lasting_order, _trick_order, _passes, _rights, _seats),
    RIGHTS: (_rights, *_FLOW),
}
"""The subjects that faults of some codes concern; any other fault may concern all of them."""

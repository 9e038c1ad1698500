"""The legal actions of a position: the candidates of each player that the judge accepts.

Candidates are spelt as in a record.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from daifu.replay.actions import DRAW, GIVE, PASS, PLAY, Action, Notation
from daifu.replay.cards import JOKER, MOST_COPIES, RANKS, SUITS
from daifu.replay.engine import judge_play, objections, play, settle_pending, take_actions
from daifu.replay.exchange import gift_breach, gifts_due, report_missing_gifts
from daifu.replay.melds import SHORTEST_RUN, Combination
from daifu.replay.rules import Rules, nobody_interrupts
from daifu.replay.table import NOBODY, Exchange, Gift, Table

JokerWords = Callable[[tuple[str, ...]], Iterable[str]]
"""The spellings of a joker that joins these cards of one rank."""


def plain_joker(_cards: tuple[str, ...]) -> Iterable[str]:
    """A plain joker: in a group it takes no suit."""
    return (JOKER,)


def held_names(table: Table, player: int) -> list[str]:
    """The known cards of a player, in printing order."""
    return table.rules.alphabet.list(table.hands[player])


def choices_up_to(cards: Sequence[str], most: int = MOST_COPIES) -> Iterator[tuple[str, ...]]:
    """Every different choice of 1 to `most` of these cards; equal cards must be adjacent."""
    for count in range(1, min(len(cards), most) + 1):
        yield from choices(cards, count)


def choices(cards: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every different choice of `count` of these cards; equal cards must be adjacent."""
    return combinations(cards, count) if len(set(cards)) == len(cards) else _choices_among_equals(cards, count)


def _choices_among_equals(cards: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every different choice of `count` cards where some may be equal: of equal cards only their number matters."""
    if count == 0:
        yield ()
    for place in range(len(cards) - count + 1) if count else ():
        if place == 0 or cards[place] != cards[place - 1]:
            yield from ((cards[place], *others) for others in _choices_among_equals(cards[place + 1 :], count - 1))


def candidate_groups(held: Sequence[str], joker_words: JokerWords = plain_joker) -> Iterator[str]:
    """Every group of one rank, with and without jokers, and jokers alone."""
    jokers = held.count(JOKER)
    for count in range(1, jokers + 1):
        yield " ".join([JOKER] * count)
    by_rank: dict[str, list[str]] = {}
    for name in held:
        by_rank.setdefault(name[-1], []).append(name)
    for rank in RANKS:
        for chosen in choices_up_to(by_rank.get(rank, ())):
            yield " ".join(chosen)
            for count in range(1, jokers + 1):
                yield from (" ".join((*chosen, *[word] * count)) for word in joker_words(chosen))


def candidate_runs(held: Sequence[str], folds: Iterable[int] = (1,), shortest: int = SHORTEST_RUN) -> Iterator[str]:
    """Every run of `shortest` ranks or more in as many suits at once as `folds` says, jokers filling any places."""
    natural = set(held) - {JOKER}
    jokers = held.count(JOKER)
    lacked = {suit: [suit + rank not in natural for rank in RANKS] for suit in SUITS}
    there = {suit: lacks.count(False) for suit, lacks in lacked.items()}
    for suits in (chosen for fold in folds for chosen in combinations(SUITS, fold)):
        if sum(there[suit] for suit in suits) + jokers < shortest * len(suits):
            continue
        lacking = [sum(column) for column in zip(*(lacked[suit] for suit in suits), strict=True)]
        for low, high in possible_lines(lacking, jokers, shortest):
            places = [suit + rank for rank in RANKS[low:high] for suit in suits]
            yield from filled_places(places, natural, jokers)


def candidate_runs_beyond(held: Sequence[str], shortest: int = SHORTEST_RUN) -> Iterator[str]:
    """Every run of one suit that a joker extends below the 3 or above the 2, other jokers filling any places."""
    natural, jokers = set(held) - {JOKER}, held.count(JOKER)
    for suit in SUITS if jokers else ():
        places = [suit + rank for rank in RANKS]
        for length in range(shortest - 1, len(RANKS) + 1):
            for part, edge in ((places[:length], "-"), (places[-length:], "+")):
                yield from (f"{text} {JOKER}={suit}{edge}" for text in filled_places(part, natural, jokers - 1))


def possible_lines(lacking: Sequence[int], jokers: int, shortest: int = SHORTEST_RUN) -> Iterator[tuple[int, int]]:
    """The ranks at which runs can begin and end whose missing cards, given by rank, are no more than the jokers."""
    for low in range(len(lacking)):
        lacked = 0
        for high, lack in enumerate(lacking[low:], low + 1):
            lacked += lack
            if lacked > jokers:
                break
            if high - low >= shortest:
                yield low, high


def filled_places(places: Sequence[str], natural: set[str], jokers: int) -> Iterator[str]:
    """Every way to fill these places with held cards and at most `jokers` jokers, but not with jokers alone."""
    open_places = {place for place in places if place not in natural}
    filled = [place for place in places if place in natural]
    for spare in range(min(jokers - len(open_places), len(filled) - 1) + 1):
        for covered in combinations(filled, spare):
            jokered = open_places.union(covered)
            yield " ".join(f"{JOKER}={place}" if place in jokered else place for place in places)


def candidate_gifts(table: Table, player: int) -> Iterator[str]:
    """Every gift that the player still owes."""
    exchange = table.exchange
    gift = exchange.owed.get(player) if exchange is not None else None
    if exchange is None or gift is None or player in exchange.made:
        return
    for chosen in choices(_cards_to_give(table, exchange, gift), gift.size):
        yield f"give {gift.taker} {' '.join(chosen)}"


def _cards_to_give(table: Table, exchange: Exchange, gift: Gift) -> list[str]:
    """The cards that a gift is chosen from; the best cards of a known hand stand on few steps of the ladder."""
    held = held_names(table, gift.giver)
    ladder = exchange.ladder_of(gift)
    if ladder is None or table.unknown[gift.giver]:
        return held
    best, one = ladder.best, table.rules.alphabet.one
    due = set(best(table.dealt[gift.giver], gift.size))
    return [name for name in held if due.issuperset(best(one[name], 1))]


def candidate_words(table: Table, player: int) -> Iterator[str]:
    """The words that the player's last set allows and that are still unused."""
    if table.speaker == player:
        yield from (f"say {word}" for word, left in table.rights.items() if left > 0)


def candidate_gifts_and_words(table: Table, player: int) -> Iterator[str]:
    """Gifts that the player still owes, and the words that their last set allows."""
    yield from candidate_gifts(table, player)
    yield from candidate_words(table, player)


FindSets = Callable[[Table, int], Iterable[Action]]
"""Gives the sets of a player's hand, legal or not."""

TURN_VERBS: Final = frozenset({PASS, DRAW})
"""The verbs that always need the turn, even where the rules let sets interrupt."""


def legal_actions(table: Table, notation: Notation) -> list[Action]:
    """Every action that is legal now, of any player: sets, passes, gifts, words; none when the deal is over.

    First come the sets of each player, in player order, then the other actions; equal positions give equal lists. Of a
    player with unknown cards only the known ones are considered. Sets that the rules do not distinguish may be listed
    once, if the game says so.
    """

    def sets(table: Table, player: int) -> Iterable[Action]:
        return (notation[f"{player} {text}"] for text in table.rules.sets(table, player))

    return _legal_actions(table, notation, sets)


def _legal_actions(table: Table, notation: Notation, sets: FindSets) -> list[Action]:
    if table.over:
        return []
    on_turn = _players_on_turn(table)
    laying = on_turn if table.rules.interrupts is nobody_interrupts else players_in(table)
    if table.pending is report_missing_gifts and gifts_due(table):
        laying = []
    found = [action for player in laying for action in _legal_sets(table, sets(table, player))]
    for player in table.seated:
        found += _other_actions(table, notation, player, on_turn=player in on_turn)
    return found


class HandSets:
    """The sets of the hands of a table, legal or not: those of each hand are found once, in the game's own order."""

    def __init__(self, rules: Rules, players: int) -> None:
        """The sets of tables of this number of players under these rules."""
        self.rules = rules
        self.notation: Notation = rules.notation(players)
        self._sets: dict[tuple[int, int], list[Action]] = {}
        self._largest: dict[int, int] = {}

    def of(self, table: Table, player: int) -> list[Action]:
        """The sets of the player's hand. Those of a part of a larger hand are chosen from the sets of that."""
        hand = table.hands[player]
        if not self.rules.proofs.nested_sets:
            return [self.notation[f"{player} {text}"] for text in self.rules.sets(table, player)]
        found = self._sets.get((player, hand))
        if found is None:
            if len(self._sets) > MOST_HANDS:
                self._sets.clear()
                self._largest.clear()
            found = self._sets[player, hand] = self._sets_of(table, player, hand)
        return found

    def _sets_of(self, table: Table, player: int, hand: int) -> list[Action]:
        rules = self.rules
        holds = rules.alphabet.holds
        # Hands mostly lose cards during play, so a hand is often a part of one that was asked about before.
        larger = self._largest.get(player, 0)
        if larger and holds(larger, hand):
            return [action for action in self._sets[player, larger] if holds(hand, action.cards)]
        self._largest[player] = hand
        return [self.notation[f"{player} {text}"] for text in rules.sets(table, player)]

    def legal_actions(self, table: Table) -> list[Action]:
        """What `legal_actions` lists, faster where hands of the same deal are asked about one after the other."""
        return _legal_actions(table, self.notation, self.of)


MOST_HANDS: Final = 100_000
"""The most hands whose sets are kept."""


def possible_actions(table: Table, notation: Notation, unseen: int) -> Iterator[Action]:
    """Every action that would be legal now if the unknown cards of its player are the right ones.

    `unseen` are the cards of the pack that nobody is known to have or to have played. Sets come first, and only those
    of the players on turn. Raises `TooManySetsError`.
    """
    if table.over:
        return
    on_turn = _players_on_turn(table)
    for player in on_turn:
        if not _surely_passes(table, player, unseen):
            yield from possible_sets(table, notation, player, unseen)
    for player in table.seated:
        possible = _with_possible_cards(table, player, unseen)
        offers = (f"{player} {offer}" for offer in table.rules.offers(possible, player))
        for action in map(notation.__getitem__, (f"{player} -", *offers)):
            if (player in on_turn or action.verb not in TURN_VERBS) and is_legal(table, action):
                yield action


def _surely_passes(table: Table, player: int, unseen: int) -> bool:
    """Whether not even a hand of all cards that the player can have holds an answer to the top set."""
    if player != table.turn or table.pending is not None:
        return False
    return table.rules.counting.asking(table)(_with_possible_cards(table, player, unseen).hands[player]) == 0


MOST_SETS: Final = 200_000
MOST_SETS_TRIED: Final = 50_000
"""The most sets of a hand that are looked at, and that are tried. Only odd options and unknown cards make more."""


class TooManySetsError(Exception):
    """A hand has too many sets to try them all."""


def _sets_to_try(table: Table, player: int, most: int) -> Iterator[str]:
    """The sets of a hand of at most so many cards, legal or not. Raises `TooManySetsError`."""
    left = MOST_SETS_TRIED
    for number, text in enumerate(table.rules.sets(table, player), 1):
        if text.count(" ") < most:
            left -= 1
            yield text
        if not left or number == MOST_SETS:
            raise TooManySetsError


def possible_sets(table: Table, notation: Notation, player: int, unseen: int) -> Iterator[Action]:
    """Every set that the player could lay now if the unknown cards are the right ones of the unseen.

    Raises `TooManySetsError`.
    """
    for text in _sets_to_try(_with_possible_cards(table, player, unseen), player, table.hand_size(player)):
        action = notation[f"{player} {text}"]
        if _accepted(table, action) and is_legal(table, action):
            yield action


def _with_possible_cards(table: Table, player: int, unseen: int) -> Table:
    """The table if the player had all cards that they can have."""
    if not table.unknown[player]:
        return table
    possible = table.copy()
    possible.hands[player] = table.rules.alphabet.add(table.hands[player], unseen)
    possible.unknown[player] = 0
    return possible


def is_legal(table: Table, action: Action) -> bool:
    """Whether this action would now be without a fault; the table does not change."""
    trial = table.copy()
    take_actions(trial, [action], table.index)
    return not trial.faults


def can_lay(table: Table, player: int) -> bool | None:
    """Whether the player, whose turn it is, holds a set that may be laid now; unknown cards are not considered.

    None if the hand has too many sets to try them all.
    """
    notation = table.rules.notation(len(table.after) - 1)
    sets = (notation[f"{player} {text}"] for text in _sets_to_try(table, player, table.hand_size(player)))
    try:
        return any(True for _set in _legal_sets(table, sets))
    except TooManySetsError:
        return None


def _players_on_turn(table: Table) -> list[int]:
    """The players on turn: everybody if nobody has the turn yet, or while something has to happen first."""
    return players_in(table) if table.turn == NOBODY or table.pending is not None else [table.turn]


def players_in(table: Table) -> list[int]:
    """The players who may still act in the deal."""
    return [player for player in table.seated if not table.closed >> player & 1]


def _legal_sets(table: Table, sets: Iterable[Action]) -> Iterator[Action]:
    """Those sets that are legal.

    The judge alone turns most of them down, which is faster than trying them. Where nothing has to happen first, and
    sets are laid without further rules, the judge knows all that can be wrong with one.
    """
    judged = table.rules.handlers[PLAY] is play
    if table.pending is report_missing_gifts and judged and not gifts_due(table):
        table = table.copy()
        table.pending = None
    judged = judged and table.pending is None
    for action in sets:
        if judged and action.only is not None and action.player == table.turn:
            if not _objected(table, action, action.only):
                yield action
        elif _accepted(table, action) and (judged or is_legal(table, action)):
            yield action


def _objected(table: Table, action: Action, combination: Combination) -> bool:
    """Whether anything is wrong with laying these cards of the hand on turn, which are this one combination."""
    rules, top = table.rules, table.top
    if top is None:
        if rules.lead_ban(table, action, combination):
            return True
    elif objections(table, top, combination):
        return True
    if action.cards != table.hands[action.player] or not table.would_empty(action.player, action.cards):
        return False
    return bool(rules.finish_ban(table, action, combination))


def _accepted(table: Table, action: Action) -> bool:
    """Whether a set breaks no rule, after what has to happen first has happened without a fault."""
    if table.pending is not None:
        table = table.copy()
        settle_pending(table, action)
        if table.faults:
            return False
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return not breaches


def _other_actions(table: Table, notation: Notation, player: int, *, on_turn: bool) -> Iterator[Action]:
    """The legal actions of a player other than sets."""
    texts = [f"{player} -", *(f"{player} {offer}" for offer in table.rules.offers(table, player))]
    exchange = table.exchange if table.pending is report_missing_gifts else None
    gift = exchange.owed.get(player) if exchange is not None else None
    for action in map(notation.__getitem__, texts):
        if gift is not None and action.verb == GIVE and action.target == gift.taker:
            if not gift_breach(table, action):
                yield action
        elif (on_turn or action.verb not in TURN_VERBS) and is_legal(table, action):
            yield action

"""The legal actions of a position: the candidates of each player that the judge accepts.

Candidates are spelt as in a record.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from replay.actions import DRAW, PASS, Action, Notation
from replay.cards import JOKER, MOST_COPIES, RANKS, SUITS
from replay.engine import settle_pending, take_actions
from replay.groups_and_runs import SHORTEST_RUN
from replay.judge import judge_play
from replay.rules import nobody_interrupts
from replay.table import NOBODY, Exchange, Gift, Table

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


TURN_VERBS: Final = frozenset({PASS, DRAW})
"""The verbs that always need the turn, even where the rules let sets interrupt."""


def legal_actions(table: Table, notation: Notation) -> list[Action]:
    """Every action that is legal now, of any player: sets, passes, gifts, words; none when the deal is over.

    First come the sets of each player, in player order, then the other actions; equal positions give equal lists. Of a
    player with unknown cards only the known ones are considered. Sets that the rules do not distinguish may be listed
    once, if the game says so.
    """
    if table.over:
        return []
    on_turn = _players_on_turn(table)
    laying = on_turn if table.rules.interrupts is nobody_interrupts else players_in(table)
    found = [action for player in laying for action in _legal_sets(table, notation, player)]
    for player in table.seated:
        found += _other_actions(table, notation, player, on_turn=player in on_turn)
    return found


def possible_actions(table: Table, notation: Notation, unseen: int) -> Iterator[Action]:
    """Every action that would be legal now if the unknown cards of its player are the right ones.

    `unseen` are the cards of the pack that nobody is known to have or to have played. Sets come first, and only those
    of the players on turn.
    """
    if table.over:
        return
    on_turn = _players_on_turn(table)
    for player in on_turn:
        yield from possible_sets(table, notation, player, unseen)
    for player in table.seated:
        possible = _with_possible_cards(table, player, unseen)
        offers = (f"{player} {offer}" for offer in table.rules.offers(possible, player))
        for action in map(notation.__getitem__, (f"{player} -", *offers)):
            if (player in on_turn or action.verb not in TURN_VERBS) and is_legal(table, action):
                yield action


def possible_sets(table: Table, notation: Notation, player: int, unseen: int) -> Iterator[Action]:
    """Every set that the player could lay now if the unknown cards are the right ones of the unseen."""
    most = table.hand_size(player)
    for text in table.rules.sets(_with_possible_cards(table, player, unseen), player):
        if text.count(" ") < most:
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


def can_lay(table: Table, player: int) -> bool:
    """Whether the player, whose turn it is, holds a set that may be laid now; unknown cards are not considered."""
    notation = table.rules.notation(len(table.after) - 1)
    return any(True for _set in _legal_sets(table, notation, player))


def _players_on_turn(table: Table) -> list[int]:
    """The players on turn: everybody if nobody has the turn yet, or while something has to happen first."""
    return players_in(table) if table.turn == NOBODY or table.pending is not None else [table.turn]


def players_in(table: Table) -> list[int]:
    """The players who may still act in the deal."""
    return [player for player in table.seated if not table.closed >> player & 1]


def _legal_sets(table: Table, notation: Notation, player: int) -> Iterator[Action]:
    """The legal sets of a player. The judge alone turns most candidates down, which is faster than trying them."""
    for text in table.rules.sets(table, player):
        action = notation[f"{player} {text}"]
        if _accepted(table, action) and is_legal(table, action):
            yield action


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
    for action in map(notation.__getitem__, texts):
        if (on_turn or action.verb not in TURN_VERBS) and is_legal(table, action):
            yield action

"""Positions: walk through deals, compare them, try every action, judge playouts, count where cards may go."""

from collections.abc import Iterator
from itertools import chain, combinations, product
from random import Random
from typing import Any, Final, NamedTuple

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, PLAY, SHOW, WORDS, Action, Notation
from daifu.replay.analysis.playout import Playout
from daifu.replay.deal import Deal, Hand, Start
from daifu.replay.engine import take_actions
from daifu.replay.games.biga.sets import CardSet
from daifu.replay.games.biga.table import BigATable
from daifu.replay.games.daifugo.rights import CARDS_NAMED
from daifu.replay.games.daifugo.table import HouseTable
from daifu.replay.games.floor13.sets import NAMED_CARDS
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.legal import is_legal, legal_actions
from daifu.replay.match import Match, Record
from daifu.replay.melds import GROUP
from daifu.replay.rules import Rules
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord


class Step(NamedTuple):
    """An action, the position before it, and the position after it, which lasts until the next step."""

    action: Action
    before: Table
    after: Table


def opening_tables(record: Record) -> Iterator[tuple[Table, list[Action]]]:
    """The table of each deal before its first action, and the actions."""
    match = Match(record.rules, len(record.players))
    for deal in record.deals:
        yield match.open(match.start(deal, [])), list(deal.actions or ())
        match.play(deal)


def walk_deals(raw: RawRecord) -> Iterator[Iterator[Step]]:
    """The deals of a record, each action by action; a deal is walked to its end before the next one begins."""
    return (walk(table, actions) for table, actions in opening_tables(load_raw_record(raw)))


def walk(table: Table, actions: list[Action]) -> Iterator[Step]:
    """Every action of a deal."""
    for index, action in enumerate(actions):
        before = table.copy()
        take_actions(table, [action], index)
        yield Step(action, before, table)


def walk_record(raw: RawRecord) -> Iterator[Step]:
    """Every action of every deal of a record."""
    return chain.from_iterable(walk_deals(raw))


def slot_names(value: object) -> list[str]:
    """The names of an object's fields, its base classes' included."""
    return [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]


def snapshot(table: Table) -> dict[str, Any]:
    """The fields of a table: what can change inside them is told as it is now, anything else by itself."""
    return {name: _frozen(getattr(table, name)) for name in slot_names(table) if name != "rules"}


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return tuple(value.items())
    if type(value).__name__ in ("Exchange", "Stock"):
        return tuple(_frozen(getattr(value, name)) for name in slot_names(value))
    return value


ActionKey = tuple[Any, ...]

WITH_SUITS_IN_GROUPS: Final = "uecda"
"""The game in which the suits of a group count, so that those of a joker in it do, too (U-LOCK-1)."""


def action_key(table: Table, action: Action) -> ActionKey:
    """An action as the rules see it: equal ones are the same to them."""
    if action.verb != PLAY:
        return action.player, action.verb, action.cards, action.target, action.word
    after = table.copy()
    take_actions(after, [action])
    return action.player, PLAY, card_key(table, action), set_key(after, action)


def card_key(table: Table, action: Action) -> ActionKey:
    """The cards; in Big A a suit says nothing but which ace is Big (B-RANK-1)."""
    if not isinstance(table, BigATable):
        return action.meld.names
    alphabet = table.rules.alphabet
    return tuple(sorted((name[1:], table.big_aces(alphabet.one[name])) for name in action.meld.names))


def set_key(table: Table, action: Action) -> ActionKey:
    """The set that the cards have become, if it still lies there."""
    top = table.top
    if top is None or table.owner != action.player:
        return ()
    suited = top.kind != GROUP or top.count == 1 or table.rules.profile.name == WITH_SUITS_IN_GROUPS
    return top.kind, top.count, top.floor, top.ceiling, top.ranks, top.suits if suited else 0


ActionMeaning = tuple[Any, ...]
"""What the rules tell apart in an action."""


def small_table(rules: Rules, players: int, cards: int, rng: Random) -> Table:
    """A deal of this many cards each before its first action, with a ranking for the exchange."""
    pack = rules.sitting.pack(players)
    everything = pack.alphabet.list(pack.cards)
    names = rng.sample(everything, cards * players)
    hands = [Hand.of(pack.alphabet, pack.alphabet.pack(names[place::players])) for place in range(players)]
    places = tuple(rng.sample(range(1, players + 1), players))
    match = Match(rules, players)
    stock = tuple(map(pack.alphabet.one.__getitem__, everything[:4]))
    return match.open(match.start(Deal(places=places, hands=hands, first=1, dealer=1, stock=stock), []))


def random_positions(rules: Rules, players: int, cards: int, rng: Random) -> Iterator[Table]:
    """The positions of such a deal while legal actions are taken at random."""
    table = small_table(rules, players, cards, rng)
    notation = rules.notation(players)
    for index in range(40):
        table.index = index
        yield table
        legal = legal_actions(table, notation)
        if not legal:
            return
        take_actions(table, [rng.choice(legal)], index)


def generated_actions(table: Table, notation: Notation) -> set[ActionMeaning]:
    """What the generator finds."""
    return {told for action in legal_actions(table, notation) for told in action_meanings(action)}


def brute_force_actions(table: Table, notation: Notation) -> set[ActionMeaning]:
    """What is legal of all that could be written."""
    if table.over:
        return set()
    actions = (notation[text] for player in table.seated for text in action_texts(table, player))
    return {told for action in actions if is_legal(table, action) for told in action_meanings(action)}


def action_meanings(action: Action) -> Iterator[ActionMeaning]:
    """An action as the rules see it; a set that can be several things has been told in other words, too."""
    if action.verb != PLAY:
        yield action.player, action.verb, action.cards, action.target, action.word
    elif len(action.readings) == 1:
        [read] = action.readings
        yield action.player, PLAY, action.cards, read.kind, read.floor, read.ceiling, read.suits


def action_texts(table: Table, player: int) -> Iterator[str]:
    """Sets with every choice of what a joker stands for, gifts to all players, and every word."""
    held = table.rules.alphabet.list(table.hands[player])
    yield f"{player} -"
    for word in sorted(WORDS):
        yield f"{player} say {word}"
    for count in range(1, len(held) + 1):
        for chosen in dict.fromkeys(combinations(held, count)):
            yield from (f"{player} {told}" for told in set_spellings(table, chosen))
            if count <= 2:
                yield from (f"{player} give {other} {' '.join(chosen)}" for other in table.seated)


def set_spellings(table: Table, chosen: tuple[str, ...]) -> Iterator[str]:
    """The cards, their jokers bare or told to be any card of the same suits and about the same ranks."""
    stand_ins = table.rules.profile.lexicon.stand_ins.values()
    jokered = ["X", *(f"X={name}" for name in dict.fromkeys(stand_ins))] if stand_ins else ["X"]
    yield from (" ".join(words) for words in product(*(jokered if name == "X" else [name] for name in chosen)))


FORCED_CODES: Final = {"finish_banned", "finish_foul"}
"""What players cannot help who lead with nothing but cards that may not be last."""


class Judged(NamedTuple):
    """The faults that the judge finds in a playout but for those that its player could not help, and both results."""

    faults: list[str]
    judged: list[int] | None
    placed: list[int]


def line_of(playout: Playout, start: Playout) -> list[str]:
    """The actions of one playout, as far as they can be written."""
    playout.restore(start)
    line = playout.line = []
    playout.run()
    return line


def judge_line(start: Start, base: Table, line: list[str], playout: Playout) -> Judged:
    """The judgement of a line that was played out from a settled table."""
    table = base.copy()
    notation = table.rules.notation(len(table.after) - 1)
    faults: list[str] = []
    for index, text in enumerate(line):
        action = notation[text]
        before = table.copy()
        take_actions(table, [action], index)
        codes = {fault.code for fault in table.faults}
        table.faults.clear()
        if codes and not (codes <= FORCED_CODES and not can_play(before, action.player)):
            faults.append(f"{index}: {text} {sorted(codes)}")
    seats = sorted(playout.ring, key=lambda seat: seat.place)
    return Judged(faults, table.rules.sitting.order(table, start.deal), [int(seat.number) for seat in seats])


def can_play(table: Table, player: int) -> bool:
    """Whether the player has a legal set."""
    actions = legal_actions(table, table.rules.notation(len(table.after) - 1))
    return any(action.verb == PLAY and action.player == player for action in actions)


def in_play(table: Table) -> int:
    """The cards in the hands, and in a stock whose order is known."""
    stock = table.stock if isinstance(table, Floor13Table) else None
    undrawn = stock.cards[len(stock.cards) - stock.left :] if stock is not None and stock.cards is not None else ()
    return table.rules.alphabet.add_all([*table.hands, *undrawn])


def may_go(table: Table, action: Action) -> int:
    """The cards that an action can take out of play: those laid, discarded or named, or a whole hand shown."""
    if action.void or action.verb not in {PLAY, DISCARD, NAME, SHOW}:
        return 0
    if action.verb == SHOW:
        return table.hands[action.player]
    return named_in_hands(table, action.word) if action.verb == NAME else action.cards


def named_in_hands(table: Table, name: str) -> int:
    """The cards of this name in all hands. A card that a draw named a second time is there twice."""
    masks = NAMED_CARDS if isinstance(table, Floor13Table) else CARDS_NAMED if isinstance(table, HouseTable) else {}
    alphabet = table.rules.alphabet
    return alphabet.part(alphabet.add_all(table.hands), masks.get(name, 0))


def may_come(table: Table, action: Action) -> int:
    """The cards that an action can bring into play: those that fours carry off, and unknown ones that a gift names."""
    if action.verb == PLAY and isinstance(table.top, CardSet):
        return table.top.cards
    return action.cards if action.verb == GIVE and table.unknown[action.player] else 0


def draws_what_it_names(action: Action) -> bool:
    """Whether the record itself says what came out of the stock; what was on top of it is gone then."""
    return action.verb == DRAW and action.cards > 0


def check_cards(raw: RawRecord) -> None:
    """No card of a record comes from nowhere, and none is lost but by an action that takes it away."""
    for action, before, after in walk_record(raw):
        if not draws_what_it_names(action):
            alphabet = before.rules.alphabet
            assert alphabet.holds(may_go(before, action), alphabet.lacking(in_play(after), in_play(before)))
            assert alphabet.holds(may_come(before, action), alphabet.lacking(in_play(before), in_play(after)))

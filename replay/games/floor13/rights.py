"""The rights that role cards give the player of a set: name cards, give, throw away, turn the order.

Rules: F-QBOMB, F-7, F-10, F-J, F-OUTBAN.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from daifu.replay.actions import DISCARD, GIVE, NAME, Action
from daifu.replay.cards import JOKER, STANDARD
from daifu.replay.faults import STANDS
from daifu.replay.games.floor13.sets import NAMED_CARDS
from daifu.replay.games.floor13.table import Floor13Table, win_game
from daifu.replay.legal import candidate_groups, candidate_runs, choices_up_to, held_names
from daifu.replay.table import NOBODY
from daifu.replay.words import Handler, action_text, refuse, transfer_details

NAME_GIVEN: Final = 0
"""The value of a name among the rights of its set once it was given; unknown cards of it may be discarded then."""


def report_missing_names(table: Floor13Table, action: Action) -> None:
    """Report each name still owed at the next draw, pass or play that takes effect (F-QBOMB-2)."""
    if not table.house_rules.takes_effect(table, action, table.turn):
        return
    table.pending = None
    for _ in range(table.rights[NAME]):
        table.report_at(table.bomb, table.owner, "effect_missing", STANDS)


def name_card(table: Floor13Table, action: Action) -> None:
    """Name a card by the right of a queen; the cards of that name leave all hands."""
    if not table.right(action.player, NAME):
        refuse(table, action, "effect_not_owed", NAME)
        return
    table.rights[NAME] -= 1
    if not table.rights[NAME]:
        table.pending = None
    table.rights[action.word] = NAME_GIVEN
    emptied = explode(table, NAMED_CARDS[action.word])
    if action.player in emptied:
        table.report(action.player, "finish_banned", STANDS, NAME, what=action_text(action))
        win_game(table, action.player)
    elif emptied:
        win_game(table, next(player for player in players_after(table, action.player) if player in emptied))


def explode(table: Floor13Table, named: int) -> list[int]:
    """Remove the named cards; returns the players who had no others."""
    hands, emptied = table.hands, []
    for player in table.house_rules.victims(table):
        hit = STANDARD.part(hands[player], named)
        if hit:
            hands[player] = STANDARD.without(hands[player], hit)
            table.stock.set_aside(hit)
            if table.is_empty(player):
                emptied.append(player)
    return emptied


def players_after(table: Floor13Table, bomber: int) -> Iterator[int]:
    """The players after the bomber, nearest first, in the direction of play when the queen was laid (F-END-2)."""
    player = table.blast[bomber]
    while player != bomber:
        yield player
        player = table.blast[player]


def all_players(table: Floor13Table) -> Sequence[int]:
    """The victims of a queen: all players who are still in (F-QBOMB-1)."""
    return table.clockwise if not table.left else [player for player in table.clockwise if table.active >> player & 1]


def all_but_owner(table: Floor13Table) -> Sequence[int]:
    """The victims of a queen that spares its own player (option `qbomb_self` false, F-Q-20)."""
    return [player for player in all_players(table) if player != table.owner]


def is_reveal(table: Floor13Table, action: Action) -> bool:
    """Whether a discard reveals unknown cards that a queen has hit since the last pass, draw or play."""
    player = action.player
    if action.meld.count > table.unknown[player] or not STANDARD.holds(table.unseen(), action.cards):
        return False
    names = {JOKER if name == JOKER else name[1] for name in action.meld.names}
    return names <= table.rights.keys() and player in table.house_rules.victims(table)


def reveal_cards(table: Floor13Table, action: Action) -> None:
    """Remove unknown cards that turn out to be named; a player without others wins (F-END-2)."""
    table.reveal_dealt(action.player, action.cards)
    table.stock.set_aside(action.cards)
    if table.is_empty(action.player):
        win_game(table, action.player)


def give_cards(table: Floor13Table, action: Action) -> None:
    """Give one card for each 7 to the neighbour. A gift to anybody else does not use up the 7."""
    neighbour = action.target == table.receiver
    came = use_right(table, action, table.right(action.player, GIVE) if neighbour else 0)
    table.hands[action.target] = STANDARD.add(table.hands[action.target], came)
    check_emptied_hand(table, action)


def discard_cards(table: Floor13Table, action: Action) -> None:
    """Throw away one card for each 10, or unknown cards that a queen has hit."""
    if is_reveal(table, action):
        reveal_cards(table, action)
        return
    use_right(table, action, table.right(action.player, DISCARD))
    table.stock.set_aside(action.cards)
    check_emptied_hand(table, action)


def use_right(table: Floor13Table, action: Action, allowed: int) -> int:
    """Use up the right as far as there is one and report what is wrong. Returns the cards, which move in any case."""
    player, count = action.player, action.meld.count
    if table.speaker != player:
        table.speaker = NOBODY
    if allowed:
        table.rights[action.verb] = max(0, allowed - count)
    if count > allowed:
        table.report(player, "effect_not_owed", STANDS, action.verb, **transfer_details(action))
    held = table.hands[player]
    came = table.take(player, action.cards)
    if came != action.cards:
        missing = " ".join(STANDARD.list(STANDARD.lacking(held, action.cards)))
        table.report(player, "card_not_held", STANDS, action.verb, cards=missing)
    return came


def check_emptied_hand(table: Floor13Table, action: Action) -> None:
    """Report a last card that was given or thrown away; the game is over and its player has won (F-OUTBAN-2)."""
    if table.is_empty(action.player):
        table.report(action.player, "finish_banned", STANDS, action.verb, **transfer_details(action))
        win_game(table, action.player)


def say_flip(table: Floor13Table, action: Action) -> None:
    """Turn the order of the jack's trick, or of the next one after an 8 (F-J, F-FX-5).

    If an 8 laid after the jack has cleared the trick, nothing is left to turn.
    """
    if not table.right(action.player, FLIP):
        refuse(table, action, "effect_not_owed")
        return
    table.rights[FLIP] -= 1
    if table.top is not None or table.flips_next:
        table.down ^= 1


def say_revolution(table: Floor13Table, action: Action) -> None:
    """Accept the announcement of a revolution that the last set makes anyway; it does nothing more."""
    if table.speaker != action.player or REVOLUTION not in table.rights:
        refuse(table, action, "false_declaration")


FLIP: Final = "flip"
REVOLUTION: Final = "revolution"

WORDS: Final[Mapping[str, Handler]] = {FLIP: say_flip, REVOLUTION: say_revolution}

LAYERS: Final = (1, 2, 3, 4)


def candidate_sets(table: Floor13Table, player: int) -> Iterator[str]:
    """Every group of the hand and every run of one to four layers, jokers wherever they fit (F-SET, F-MRUN-1)."""
    held = held_names(table, player)
    yield from candidate_groups(held)
    yield from candidate_runs(held, LAYERS)


def other_candidates(table: Floor13Table, player: int) -> Iterator[str]:
    """A draw, and what the role cards of the last set still allow."""
    yield "draw"
    held = held_names(table, player)
    yield from (f"give {table.receiver} {' '.join(cards)}" for cards in choices_up_to(held, table.right(player, GIVE)))
    yield from (f"discard {' '.join(cards)}" for cards in choices_up_to(held, table.right(player, DISCARD)))
    if table.right(player, NAME):
        yield from (f"name {name}" for name in NAMED_CARDS)
    if table.right(player, FLIP):
        yield "say flip"

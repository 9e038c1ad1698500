"""Rules of a trick that several games share: passes, effects on the order, the suit lock, and rights.

A set may give its player the right to say a word, or to show, draw, name or throw away cards (record format, sections
3 and 4).
"""

from collections.abc import Callable, Mapping
from typing import Final

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, SHOW, VERBS_AFTER_SET, Action
from daifu.replay.cards import JOKER
from daifu.replay.counters import GameTable
from daifu.replay.faults import IGNORED, STANDS
from daifu.replay.melds import SPADE_3, Combination, is_lone_joker, is_single
from daifu.replay.rules import PassRule
from daifu.replay.table import Table
from daifu.replay.text import Text


def owner_or_next(table: Table) -> int:
    """The next leader: the owner of the top set, or if they are out, the next player who is still in."""
    owner = table.owner
    return owner if table.active >> owner & 1 else table.next_active(owner)


PASSES_FORGOTTEN: Final = 0
"""The mask of players who remain passed after a set: none is shut out any more."""
PASSES_KEPT: Final = -1
"""The mask of players who remain passed after a set: all stay out until the trick is cleared."""


def _out_of_turn(_table: Table, _player: int) -> str:
    return "out_of_turn"


def locked_or_out_of_turn(table: Table, player: int) -> str:
    """The code for playing without the turn: `locked_by_pass` after a pass in this trick, else `out_of_turn`."""
    return "locked_by_pass" if table.passed >> player & 1 else "out_of_turn"


FREE_PASSES: Final = PassRule(PASSES_FORGOTTEN, _out_of_turn)
"""A pass holds until the next set; then everybody may play again."""

LOCKING_PASSES: Final = PassRule(PASSES_KEPT, locked_or_out_of_turn)
"""A pass holds until the trick is cleared."""


def cut_trick(table: Table, _combination: Combination) -> None:
    """End the trick with this set; its player leads."""
    table.cut = True


def make_revolution(table: Table, _combination: Combination) -> None:
    """Turn the order for the rest of the deal."""
    turn_order(table)


def turn_order(table: Table) -> None:
    """Turn the order for the rest of the deal; a flip of the current trick stays in addition."""
    table.turned ^= 1
    table.down ^= 1


def flip_trick(table: Table, _combination: Combination) -> None:
    """Turn the order for the rest of the trick, unless it is already over."""
    if table.top is not None:
        table.down ^= 1


def is_suited_single(combination: Combination) -> bool:
    """Whether the set is a single card with a suit, so not a joker."""
    return combination.count == 1 and combination.suits > 0


def lock_suit(table: Table, combination: Combination) -> None:
    """Lock the trick to the suit of two singles in a row, unless it is locked already."""
    under = table.under
    if not table.lock and under is not None and has_same_suit(under, combination):
        table.lock = combination.suits


def has_same_suit(under: Combination, combination: Combination) -> bool:
    """Whether two sets in a row are singles of one suit."""
    return is_suited_single(under) and is_suited_single(combination) and under.suits == combination.suits


def locks_on(under: Combination, combination: Combination) -> bool:
    """Whether a single on this one locks the trick to its suit and does not end it itself, which an 8 does."""
    return has_same_suit(under, combination) and cut_trick not in combination.effects


BREAKS_SUIT_LOCK: Final = ("suit_lock",)
NO_BREACH: Final[tuple[str, ...]] = ()


def leaves_suit(table: Table, _top: Combination, new: Combination) -> tuple[str, ...]:
    """The code for a single of another suit than the lock; groups, runs and jokers are free."""
    return BREAKS_SUIT_LOCK if is_suited_single(new) and new.suits != table.lock else NO_BREACH


def leaves_suit_unless_spade_3(table: Table, top: Combination, new: Combination) -> tuple[str, ...]:
    """Like `leaves_suit`, but the spade 3 may take a lone joker despite the lock."""
    return NO_BREACH if is_lone_joker(top) and is_single(new, SPADE_3) else leaves_suit(table, top, new)


Handler = Callable[[GameTable, Action], None]

DECLARATIONS: Final = frozenset({"revolution", "no-revolution", "partner", "heart"})


def say_handler(known: Mapping[str, Handler]) -> Handler:
    """The handler of `say` in a game that knows these words."""

    def handle(table: Table, action: Action) -> None:
        known.get(action.word, unknown_word)(table, action)

    return handle


def announce_revolution(table: Table, action: Action) -> None:
    """Accept the announcement of a revolution that the last set made by itself; any other is false."""
    if table.speaker == action.player and action.word in table.rights:
        table.rights[action.word] = 0
    else:
        unknown_word(table, action)


def unknown_word(table: Table, action: Action) -> None:
    """Ignore a word that this game does not know: a declaration is false, any other word has no right."""
    refuse(table, action, "false_declaration" if action.word in DECLARATIONS else "effect_not_owed")


def refuse(table: Table, action: Action, code: str, kind: str = "") -> None:
    """Report and ignore an action without a right. Like any other action, it ends the rights of the last set.

    `kind` selects the rule where the code stands for several; by default it is the word itself.
    """
    if table.speaker != action.player or action.verb not in VERBS_AFTER_SET:
        table.speaker = 0
    table.report(action.player, code, IGNORED, kind or action.word, what=action_text(action))


DECLARED: Final[Mapping[str, Text]] = {
    "up": Text("call up", "「上」と宣言する"),
    "down": Text("call down", "「下」と宣言する"),
    "flip": Text("reverse the order", "強弱を逆にする"),
    "revolution": Text("declare a revolution", "革命を宣言する"),
    "no-revolution": Text("call off a revolution", "革命を取り消す"),
    "partner": Text("come forward as the partner", "パートナーだと名乗る"),
    "heart": Text("declare hearts", "ハートを宣言する"),
    "swap": Text("swap hands", "手札を入れ替える"),
}
"""What each word does, as an infinitive."""


def action_text(action: Action) -> Text:
    """What a word, a name, a draw, a discard or a show is meant to do, as an infinitive."""
    cards = " ".join(action.meld.names)
    if action.verb == NAME:
        if action.word == JOKER:
            return Text("name the joker", "ジョーカーを指名する")
        rank = action.word.replace("T", "10")
        return Text(f"name {rank}", f"{rank}を指名する")
    if action.verb == DISCARD:
        return Text(f"discard {cards}", f"{cards}を捨てる")
    if action.verb == DRAW:
        return Text("draw", "山札から引く")
    if action.verb == SHOW:
        return Text(f"show {cards}", f"{cards}を見せる") if cards else Text("show the hand", "手札を見せる")
    return DECLARED[action.word]


def transfer_details(action: Action) -> dict[str, object]:
    """What the sentence on a faulty gift or discard tells of it."""
    if action.verb == GIVE:
        return {"cards": " ".join(action.meld.names), "target": action.target}
    return {"what": action_text(action)}


def not_owed(table: Table, action: Action) -> None:
    """Refuse to show, name or draw where nothing allows it."""
    refuse(table, action, "effect_not_owed")


def false_show(table: Table, action: Action) -> None:
    """Refuse cards that are shown where no declaration can be made with them."""
    refuse(table, action, "false_declaration")


def discard_not_owed(table: Table, action: Action) -> None:
    """Report cards that are thrown away without a right; those that were held are gone.

    If another player does so, the rights of the last set end.
    """
    if table.speaker != action.player:
        table.speaker = 0
    table.report(action.player, "effect_not_owed", STANDS, what=action_text(action))
    table.take(action.player, action.meld.cards)


REFUSALS: Final[Mapping[str, Handler]] = {
    SHOW: false_show,
    DRAW: not_owed,
    NAME: not_owed,
    DISCARD: discard_not_owed,
}
"""The handlers of a game in which nobody shows, draws, names or throws away cards."""

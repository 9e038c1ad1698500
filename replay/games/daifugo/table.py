"""The table of daifugo with local rules: what it remembers, the locks as one number, and what positions show of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from daifu.replay.actions import DISCARD, GIVE, NAME, WORD_VERBS, Action
from daifu.replay.cards import SUIT_SIGNS, SUITS
from daifu.replay.games.daifugo.catalogue import rule_names
from daifu.replay.games.daifugo.sets import HouseSet, suit_count
from daifu.replay.options import Value
from daifu.replay.rules import Fact, FactPart, PositionRules, Rules
from daifu.replay.table import ANY_CARDS, NOBODY, Table
from daifu.replay.text import Text, joined

SUIT_LOCK: Final = 0xFFFF
FULL_SHIFT: Final = 16
FULL_LOCK: Final = SUIT_LOCK << FULL_SHIFT
PARTIAL_SHIFT: Final = 32
PARTIAL_LOCK: Final = SUIT_LOCK << PARTIAL_SHIFT
RED_LOCK: Final = 1 << 48
BLACK_LOCK: Final = 1 << 49
NEXT_UP: Final = 1 << 50
NEXT_DOWN: Final = 1 << 51
FULL_NEXT: Final = 1 << 52
WINDOW_OPEN: Final = 1 << 53
"""The parts of a lock: four bits a suit for each lock to suits, then colours, the next rank, and an open window."""

LOCKS: Final = {
    "suit_lock": SUIT_LOCK,
    "full_lock": FULL_LOCK | FULL_NEXT,
    "partial_lock": PARTIAL_LOCK,
    "colour_lock": RED_LOCK | BLACK_LOCK,
    "number_lock": NEXT_UP | NEXT_DOWN,
}
"""The local rules that lock a trick, and their bits of a lock."""

BY_STOP: Final = 1
BY_EIGHTS: Final = 2
BY_STORM: Final = 4
"""What may answer a cut while its window is open."""

FLIP: Final = "flip"
OWN_CHOICE: Final = "own choice"
"""The right to lay cards of one's own choice aside, by player: `own choice 3`."""

DUTY_OVER: Final = -1
"""No set of this deal has to contain the card that decides the lead any more."""

Skip = tuple[int, bool, bool]
"""Skips of a set: how many players, whether that counts as their pass, and whether it locks them out."""

OWN_FIELDS: Final = (
    "answer",
    "cut_at",
    "cutter",
    "down_before",
    "fallen",
    "final",
    "flipper",
    "frozen",
    "heir",
    "house_rules",
    "laid_at",
    "lead_card",
    "lead_from",
    "lead_is_open",
    "locked",
    "low",
    "offender",
    "opening",
    "ring_before",
    "rivals",
    "row_of_colours",
    "row_of_steps",
    "row_of_suits",
    "seats",
    "size",
    "skipped",
    "skips",
    "stopped",
    "stuck",
    "swap_is_open",
    "trick_reversed",
    "waiting",
    "window",
    "word_set",
)


def next_of(after: list[int], player: int, off: int) -> int:
    """The next player after this one who is not among those `off`, `NOBODY` if there is none."""
    following = after[player]
    for _ in after:
        if not off >> following & 1:
            return following
        following = after[following]
    return NOBODY


class HouseTable(Table):
    """A table that also has what local rules remember.

    Order: `frozen` tells that nobody can turn it any more, `size` is the number of cards of the revolution in force,
    `word_set` what its word would change, `flipper` the set that flipped the trick.

    Locks: the rows count how often in a row a set had the suits or the colour of the one below, or was one rank above
    it; below 0 one rank below.

    Turn: `skips` are those of the set just laid, `skipped` who was skipped since the last set, `locked` who was skipped
    until the clear. A set with an unused right, or with an open `window`, is `waiting`; the `cutter` laid the set that
    may be answered. `heir` went out first with a set that clears by that. `trick_reversed` tells that the direction
    turns back with the clear. For statistics, `answer` is the last action that answered a set, with its rule, `cut_at`
    the last action by which a set cut, and `down_before` the order in which the last set was laid (`down_number`).

    Lead: `lead_from` is the player to whom this lead first fell, `lead_card` the card that decides the first lead,
    `opening` the same while the first set has to contain it, `rivals` the other holders of it; `lead_is_open` until the
    first play or pass. The players sit in `seats`. `stuck` are the leaders in a row who could not lead.

    Places: `low` are the players with a foul and the fallen by time, `fallen` is the player who fell, `final` a whole
    order that is fixed. `offender` is going out with a banned set, `stopped` is the player whose pass stopped the deal.

    `house_rules` are the rules with the fields of this game.

    Rights: `laid_at` is the action of the last set that gives some, `ring_before` the order of play before that set
    reversed it.
    """

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)

    def __init__(
        self,
        rules: "HouseRules",
        ring: tuple[int, ...],
        hands: list[int],
        unknown: list[int],
        places: tuple[int, ...],
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.house_rules = rules
        self.frozen = False
        self.size = 0
        self.down_before = 0
        self.word_set: tuple[int, ...] = ()
        self.flipper: HouseSet | None = None
        self.row_of_suits = self.row_of_colours = self.row_of_steps = 0
        self.skips: tuple[Skip, ...] = ()
        self.skipped = self.locked = 0
        self.waiting = False
        self.window = 0
        self.cutter = NOBODY
        self.answer = (-1, "")
        self.cut_at = -1
        self.heir = NOBODY
        self.trick_reversed = False
        self.lead_from = NOBODY
        self.lead_card = 0
        self.seats = ring
        self.lead_is_open = True
        self.opening = 0
        self.rivals = 0
        self.stuck: tuple[int, ...] = ()
        self.low: tuple[int, ...] = ()
        self.fallen = NOBODY
        self.final: tuple[int, ...] = ()
        self.offender = NOBODY
        self.stopped = NOBODY
        self.laid_at = 0
        self.ring_before = self.after
        self.swap_is_open = False

    def has_cards(self, player: int) -> bool:
        """Whether the player has any card, known or not."""
        return self.hands[player] != 0 or self.unknown[player] > 0

    def right(self, player: int, name: str) -> int:
        """How often the player may still use this right of the last set."""
        return self.rights.get(name, 0) if self.owner == player else 0

    def receiver(self) -> int:
        """The player to whom a seven gives: the next in the game in the direction before the set, or nobody."""
        following = next_of(self.ring_before, self.owner, self.closed)
        return NOBODY if following == self.owner else following

    def may_still_act(self, action: Action) -> bool:
        """Whether a player who is out may still do this for the last set.

        Rights to move cards last until the next play or pass, those to a word until anybody else acts.
        """
        verb = action.verb
        if self.over:
            return self.speaker == action.player and verb in WORD_VERBS
        lasts = verb in (GIVE, DISCARD, NAME) and self.right(action.player, verb) > 0
        return (lasts or self.speaker == action.player) and verb in self.rules.verbs_after_set

    def lock_label(self) -> str:
        """The suits that the trick is locked to, those of a partial lock included."""
        lock = self.lock
        suits = lock & SUIT_LOCK or lock >> FULL_SHIFT & SUIT_LOCK or lock >> PARTIAL_SHIFT & SUIT_LOCK
        if suits:
            return " ".join(suit for place, suit in enumerate(SUITS) for _ in range(suit_count(suits, place)))
        return "H D" if lock & RED_LOCK else "S C" if lock & BLACK_LOCK else ""


@dataclass(frozen=True, kw_only=True)
class HouseRules(Rules):
    """The rules with what only this game has.

    `asked` tells who is asked before a trick ends. `answered` gives the answer to a set that cuts which a play is, None
    where there are no windows. `musts` tells of each right whether its player owes its use. `flip_lasts` tells that a
    flip by word reaches into the next trick where the set has cut its own.
    """

    asked: str = "others"
    flip_lasts: bool = False
    answered: Callable[[HouseTable, Action], HouseSet | None] | None = None
    musts: Mapping[str, Callable[[HouseTable], bool]] = field(default_factory=dict)


def locks_of(lock: int) -> list[str]:
    """The local rules by which a trick is locked."""
    return [rule for rule, bits in LOCKS.items() if lock & bits]


def players_in(table: HouseTable, mask: int) -> list[int]:
    """The seated players of a mask."""
    return [player for player in table.seated if mask >> player & 1]


def position_fields(table: HouseTable) -> dict[str, Value]:
    """The locks by their rules, whose cut may be answered, who was skipped, and whether the order is fixed."""
    return {
        "locks": list[Value](locks_of(table.lock)),
        "cutter": table.cutter if table.window else None,
        "skipped": list[Value](players_in(table, table.skipped | table.locked)),
        "order_fixed": table.frozen,
    }


def position_facts(table: HouseTable) -> list[Fact]:
    """The same for people, as far as there is something to say."""
    facts: list[Fact] = []
    if locks := locks_of(table.lock):
        names = joined(rule_names()[rule] for rule in locks)
        suits = " ".join(SUIT_SIGNS[suit] for suit in table.lock_label().split())
        facts.append(Fact(Text("locks", "縛り"), [names, *([f" ({suits})"] if suits else [])]))
    if table.window:
        said = Text("may be answered before the trick is cleared", "さんの組に、場が流れる前に返せる")
        facts.append(Fact(Text("cut", "流す組"), [table.cutter, " ", said]))
    if skipped := players_in(table, table.skipped | table.locked):
        parts: list[FactPart] = [part for player in skipped for part in (", ", player)]
        facts.append(Fact(Text("skipped", "飛ばされた人"), parts[1:]))
    if table.frozen:
        facts.append(
            Fact(Text("order", "強さ"), [Text("no revolution can turn it any more", "もう革命では変わらない")])
        )
    return facts


def pending_actions(table: HouseTable) -> list[dict[str, Value]]:
    """The gifts, discards and names that the last set still owes, and who may answer it before it clears the trick."""
    owner, found = table.owner, list[dict[str, Value]]()
    if table.window:
        by = players_in(table, table.active & ~(1 << table.cutter))
        found.append({"what": "counter", "by": list[Value](by)})
    for right, owes in table.house_rules.musts.items():
        left = table.right(owner, right)
        if not left or not owes(table):
            continue
        cards = min(left, table.hand_size(owner))
        if right == NAME:
            found.append({"what": "name", "from": owner, "times": left})
        elif right == DISCARD:
            found.append({"what": "discard", "from": owner, "cards": cards})
        else:
            gift: dict[str, Value] = {"what": "gift", "from": owner, "cards": cards, "choice": ANY_CARDS}
            rule = table.rules.options["seven_give"]
            to_any = isinstance(rule, dict) and rule["to"] == "any"
            found.append(gift if to_any else {**gift, "to": table.receiver()})
    return found


POSITION_RULES: Final = PositionRules(fields=position_fields, facts=position_facts, pending=pending_actions)

"""What only daifugo with local rules shows in a position: locks, an open window, skips, an order that is fixed."""

from typing import Final

from daifu.replay.actions import DISCARD, NAME
from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.games.daifugo.catalogue import joined, rule_names
from daifu.replay.games.daifugo.table import LOCKS, HouseTable
from daifu.replay.games.daifugo.turns import receiver
from daifu.replay.options import Value
from daifu.replay.rules import Fact, FactPart, PositionRules
from daifu.replay.table import ANY_CARDS
from daifu.replay.text import Text


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
        parts: list[FactPart] = [skipped[0]]
        for player in skipped[1:]:
            parts += [", ", player]
        facts.append(Fact(Text("skipped", "飛ばされた人"), parts))
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
            found.append(gift if to_any else {**gift, "to": receiver(table)})
    return found


POSITION_RULES: Final = PositionRules(fields=position_fields, facts=position_facts, pending=pending_actions)

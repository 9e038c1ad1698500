"""What players may do beside playing and passing: give, discard, name cards, say a word, leave."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import DISCARD, GIVE, LEAVE, NAME, PASS, PLAY, SAY, Action
from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS
from daifu.replay.engine import play
from daifu.replay.exchange import give as give_in_exchange
from daifu.replay.faults import STANDS
from daifu.replay.games.daifugo.finish import Places
from daifu.replay.games.daifugo.marks import NO_REVOLUTION, REVOLUTION, forgive, revolve, turn_trick
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sitting import Opening
from daifu.replay.games.daifugo.table import FLIP, OWN_CHOICE, HouseTable
from daifu.replay.games.daifugo.turns import drop_out, reconsider
from daifu.replay.legal import candidate_gifts, choices_up_to, held_names
from daifu.replay.table import NOBODY
from daifu.replay.tricks import REFUSALS, Handler, discard_not_owed, refuse, say_handler, transfer_details, unknown_word

SWAP: Final = "swap"
CARDS_NAMED: Final = {
    **{rank: STANDARD.mask([suit + rank for suit in SUITS]) for rank in RANKS},
    JOKER: STANDARD.mask([JOKER]),
}
"""A mask of the cards that each name stands for."""


class Rights:
    """The handlers of gifts, discards, names, words and leaving in a house."""

    def __init__(self, house: House, places: Places, opening: Opening) -> None:
        self._places, self._opening = places, opening
        self._gives = house.on("seven_give")
        self._names = house.on("queen_bomber") and house.queen_bomber.mode == "name"
        self._empties = house.any_on("seven_give", "ten_discard", "queen_bomber")
        self._seven, self._ten, self._queen = house.seven_give, house.ten_discard, house.queen_bomber
        self._jack = house.jack_back
        self._allowed: bool = house.gift_finish.allowed
        self._forgives: str = house.pass_lock.forgiven
        known = {GIVE: self._gives, DISCARD: house.any_on("ten_discard", "queen_bomber"), NAME: self._names}
        self.verbs_after_set = frozenset({SAY, *(verb for verb, on in known.items() if on)})

    def handlers(self, pass_turn: Handler) -> dict[str, Handler]:
        """The handlers of all verbs."""
        words: dict[str, Handler] = dict.fromkeys((FLIP, REVOLUTION, NO_REVOLUTION), self._say_order)
        words[SWAP] = self._opening.say_swap
        return {
            **{verb: partial(settled, refusal) for verb, refusal in REFUSALS.items()},
            PLAY: play,
            PASS: pass_turn,
            LEAVE: self._leave,
            SAY: partial(settled, say_handler(words)),
            GIVE: self._give,
            **({DISCARD: self._discard} if self._empties else {}),
            **({NAME: self._name} if self._names else {}),
        }

    def musts(self) -> Mapping[str, Callable[[HouseTable], bool]]:
        """Of each right whose use is owed, whether its player can use it."""
        found: dict[str, Callable[[HouseTable], bool]] = {
            right: partial(owes_cards, right, 0 if rule.may_empty and self._allowed else 1)
            for right, rule in ((GIVE, self._seven), (DISCARD, self._ten))
            if rule.must
        }
        if self._queen.must and self._names:
            found[NAME] = lambda table: not self._queen.from_hand or table.has_cards(table.owner)
        return found

    def _give(self, table: HouseTable, action: Action) -> None:
        """Give cards: before the first play in the exchange, later by the right of a seven."""
        exchange, target = table.exchange, action.target
        if not self._gives or (exchange is not None and not exchange.closed):
            give_in_exchange(table, action)
            table.swap_is_open = False
        else:
            allowed = table.right(action.player, GIVE) if target in self._targets(table, action.player) else 0
            came = self._use(table, action, GIVE, allowed, may_empty=self._seven.may_empty and self._allowed)
            table.hands[target] = STANDARD.add(table.hands[target], came)
        self._opening.follow_cards(table, action.cards)
        self._after_transfer(table, action.player)

    def _discard(self, table: HouseTable, action: Action) -> None:
        """Lay cards aside by the right of a ten, or by the choice that a queen gives to everybody."""
        player, own = action.player, f"{OWN_CHOICE} {action.player}"
        chosen, left, by_ten = table.rights.get(own, 0), table.right(player, DISCARD), table.rights.get(DISCARD, 0)
        if not chosen:
            self._use(table, action, DISCARD, left, may_empty=self._ten.may_empty and self._allowed)
        elif action.meld.count <= chosen + left:
            speaker = table.speaker
            self._use(table, action, DISCARD, chosen + left, may_empty=player != table.owner or self._allowed)
            table.speaker = speaker
            table.rights[DISCARD] = by_ten - min(left, action.meld.count)
            table.rights[own] = min(chosen, chosen + left - action.meld.count)
        else:
            discard_not_owed(table, action)
        self._after_transfer(table, player)

    def _use(self, table: HouseTable, action: Action, right: str, allowed: int, *, may_empty: bool) -> int:
        """Use up a right as far as it goes and report what is wrong. Returns the cards, which leave the hand."""
        player, count = action.player, action.meld.count
        if table.speaker != player:
            table.speaker = NOBODY
        if count > allowed:
            table.report(player, "effect_not_owed", STANDS, right, **transfer_details(action))
            return table.take(player, action.cards)
        table.rights[right] = allowed - count
        if not table.holds(player, action.cards):
            table.report(player, "card_not_held", STANDS, right, cards=" ".join(table.missing(player, action.cards)))
        came = table.take(player, action.cards)
        if not may_empty and not table.has_cards(player):
            table.report(player, "finish_banned", STANDS, right, **transfer_details(action))
        return came

    def _name(self, table: HouseTable, action: Action) -> None:
        """Name a rank by the right of a queen; all known cards of it are laid aside."""
        player, rule, named = action.player, self._queen, CARDS_NAMED[action.word]
        unheld = rule.from_hand and not table.unknown[player] and not STANDARD.part(table.hands[player], named)
        if not table.right(player, NAME) or unheld or (action.word == JOKER and not rule.joker):
            refuse(table, action, "effect_not_owed", NAME)
            reconsider(table)
            return
        table.rights[NAME] -= 1
        emptied = []
        for victim in table.ring_from(player):
            hit = STANDARD.part(table.hands[victim], named)
            if hit and table.active >> victim & 1 and (victim != player or rule.self):
                table.hands[victim] = STANDARD.without(table.hands[victim], hit)
                if not table.has_cards(victim):
                    emptied.append(victim)
        if player in emptied and not self._allowed:
            table.report(player, "finish_banned", STANDS, NAME, **transfer_details(action))
        self._after_transfer(table, *emptied)

    def _after_transfer(self, table: HouseTable, *players: int) -> None:
        """Let players go out whose last card an effect has taken; what waited for that goes on."""
        for player in players if self._empties else ():
            if table.active >> player & 1 and not table.over and not table.has_cards(player):
                self._places.goes_out(table, player)
                if not table.waiting:
                    drop_out(table, player)
        reconsider(table)

    def _leave(self, table: HouseTable, action: Action) -> None:
        """Let a player leave the deal with cards in hand; a set that waits goes on waiting."""
        table.speaker = NOBODY
        table.left |= 1 << action.player
        self._places.leave_table(table, action.player)
        drop_out(table, action.player)
        if table.lead_card and table.lead_is_open and not table.over:
            self._opening.find_holder(table)

    def _say_order(self, table: HouseTable, action: Action) -> None:
        """Turn the order of the trick, until the set cuts, or deny or declare a revolution.

        A word that says what already holds changes nothing.
        """
        word, rights, before, jack = action.word, table.rights, table.down, self._jack
        is_late = word == FLIP and jack.cards == "each" and not rights.get(FLIP)
        if table.speaker != action.player or word not in rights or is_late:
            unknown_word(table, action)
        elif rights[word] and word == FLIP:
            rights[FLIP] -= 1
            if table.top is not None:
                turn_trick(table, 1, keep=jack.twice == "keep")
        elif rights[word]:
            count, freezes, size = table.word_set
            revolve(table, count)
            if word == NO_REVOLUTION:
                table.size = size
            if freezes:
                table.frozen = word == REVOLUTION
            rights[REVOLUTION], rights[NO_REVOLUTION] = int(word == NO_REVOLUTION), int(word == REVOLUTION)
        forgive(table, before, self._forgives)

    def offers(self, table: HouseTable, player: int) -> Iterator[str]:
        """Gifts owed, what the rights of the last set allow, and words."""
        yield from candidate_gifts(table, player)
        if self._opening.may_swap(table, player):
            yield f"say {SWAP}"
        if table.speaker == player:
            yield from (f"say {word}" for word in (FLIP, REVOLUTION, NO_REVOLUTION) if table.rights.get(word, 0) > 0)
        held = held_names(table, player)
        if left := table.right(player, GIVE):
            for target in self._targets(table, player):
                yield from (f"give {target} {' '.join(cards)}" for cards in choices_up_to(held, left))
        most = table.right(player, DISCARD) + table.rights.get(f"{OWN_CHOICE} {player}", 0)
        if most:
            yield from (f"discard {' '.join(cards)}" for cards in choices_up_to(held, most))
        if table.right(player, NAME):
            yield from (f"name {name}" for name in CARDS_NAMED)

    def _targets(self, table: HouseTable, player: int) -> list[int]:
        if self._seven.to == "any":
            return [one for one in table.seated if one != player and table.active >> one & 1]
        target = table.receiver()
        return [target] if target else []


def settled(handler: Handler, table: HouseTable, action: Action) -> None:
    """Take an action. It may have ended the right to a word, for which a set waits no longer then."""
    handler(table, action)
    reconsider(table)


def owes_cards(right: str, keeps: int, table: HouseTable) -> bool:
    """Whether the player of the last set has more cards than they may keep, and somebody to give them to."""
    return table.hand_size(table.owner) > keeps and (right != GIVE or table.receiver() != NOBODY)

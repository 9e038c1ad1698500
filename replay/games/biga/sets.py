"""What a set is in Big A: its kind, how strong it is in it, and how it stands among the bombs (B-SET, B-BOMB)."""

from typing import Final

from replay.combination import IRREGULAR, SINGLE, Combination, Effect

PAIR: Final = "pair"
SEQUENCE: Final = "sequence"
DOUBLE_SEQUENCE: Final = "double sequence"
EGG: Final = "egg"
BIG_EGG: Final = "big egg"
JOKER_PAIR: Final = "joker pair"
TRIPLE_SEQUENCE: Final = "triple sequence"
FALSE_EIGHT: Final = "false eight"
TRUE_SEVEN: Final = "true seven"
THREE_JOKERS: Final = "three jokers"
FOUR_JOKERS: Final = "four jokers"
BIG_PAIR: Final = "both big aces"

NO_BOMB: Final = 0
AN_EGG: Final = 1
FOUR_OF_A_RANK: Final = 2
FIVE_OF_A_RANK: Final = 3

POWERS: Final = {
    IRREGULAR: NO_BOMB,
    SINGLE: NO_BOMB,
    PAIR: NO_BOMB,
    SEQUENCE: NO_BOMB,
    DOUBLE_SEQUENCE: NO_BOMB,
    EGG: AN_EGG,
    BIG_EGG: FIVE_OF_A_RANK,
    JOKER_PAIR: 4,
    TRIPLE_SEQUENCE: 5,
    FALSE_EIGHT: 6,
    TRUE_SEVEN: 7,
    THREE_JOKERS: 8,
    FOUR_JOKERS: 9,
    BIG_PAIR: 10,
}
"""How far up a set of each kind reaches as a bomb; a Big Egg of four reaches less far than its kind (B-BEGG-2)."""


class CardSet(Combination):
    """A combination that knows its place in the answer matrix.

    A set of another kind answers this one if its `power` is at least what this one `resists`: that is the whole
    matrix. Fours carry off a set of one rank that has `prey` cards. `cards` are those that lie on the table, as a
    multiset.
    """

    __slots__ = ("cards", "power", "prey", "resists")

    def __init__(  # noqa: PLR0913 - a set is made of exactly these, always by name
        self,
        *,
        kind: str,
        cards: int,
        count: int,
        strength: int,
        label: str,
        power: int | None = None,
        resists: int | None = None,
        prey: int = 0,
        effects: tuple[Effect, ...] = (),
    ) -> None:
        """A set with the power of its kind, that only a higher class answers, where nothing else is said."""
        rank = (strength, -strength)
        super().__init__(kind=kind, count=count, floor=rank, ceiling=rank, label=label, effects=effects)
        self.barred_at(rank)
        self.cards = cards
        self.power = POWERS[kind] if power is None else power
        self.resists = POWERS[kind] + 1 if resists is None else resists
        self.prey = prey

    def of_cards(self, cards: int) -> "CardSet":
        """The same set where only these of its cards really lie on the table."""
        return CardSet(
            kind=self.kind,
            cards=cards,
            count=self.count,
            strength=self.floor[0],
            label=self.label,
            power=self.power,
            resists=self.resists,
            prey=self.prey,
            effects=self.effects,
        )

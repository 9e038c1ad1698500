"""The position of a Big A deal, and its teams: who plays with whom, who knows it, who leads (B-TEAM, B-WIND)."""

from collections.abc import Callable
from typing import ClassVar, Final

from daifu.replay.analysis.rules import ProofRules
from daifu.replay.engine import EVERYBODY
from daifu.replay.games.biga.sets import BIGA, COPIES, CardSet
from daifu.replay.options import Value
from daifu.replay.rules import Fact, PositionRules, Rules
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text

OWN_FIELDS: Final = (
    "ace",
    "announced",
    "captured",
    "counterable",
    "declarer",
    "displayed",
    "known",
    "partner",
    "shown",
    "uncertain",
)


class BigATable(Table):
    """A table with a declaration and two teams.

    `ace` is the Big A as a multiset of one, 0 before the declaration; `shown` the number of them that the `declarer`
    laid open before play; `counterable` whether two equal aces may still replace the declaration; `announced` the
    partner who was made known before play. `uncertain` tells whether an unknown card may make somebody else declarer
    where nobody declared. `partner` is `NOBODY` if the declarer plays alone, and None before the first
    lead or while an unknown card hides the partner; `known` tells whether all players know the teams. `displayed` is
    the number of the declarer's own Big As laid in play, `captured` by player the Big As in the hand that were on the
    table before.
    """

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)
    copied: ClassVar[tuple[str, ...]] = ("captured",)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.declarer = NOBODY
        self.ace = 0
        self.shown = 0
        self.counterable = False
        self.announced = NOBODY
        self.uncertain = False
        self.partner: int | None = None
        self.known = False
        self.displayed = 0
        self.captured = [0] * len(hands)

    def declare(self, player: int, ace: int, shown: int = 1, *, counterable: bool = True) -> None:
        """Make the player declarer with one ace laid open; earlier declarations and words are void (B-Q-11).

        If both are, everybody knows that there is no partner, and nobody may counter. The lead is a new declarer's: one
        that the declarer has passed on is not given back.
        """
        if player != self.declarer:
            self.declarer = self.turn = player
        self.ace = ace
        self.shown = shown
        self.counterable = counterable and shown < COPIES
        self.announced = NOBODY
        self.known = shown == COPIES

    def reveal(self, player: int, cards: int) -> None:
        """Let the player show these cards of the hand and take them back, so that none of them is unknown any more."""
        shown = self.take(player, cards)
        self.hands[player] = BIGA.add(self.hands[player], shown)

    def big_aces(self, cards: int) -> int:
        """The number of Big As among the cards; there must be a declaration."""
        return BIGA.copies(cards, self.ace)


def find_partner(table: BigATable) -> int | None:
    """The holder of the other Big A before the first lead, `NOBODY` if the declarer holds both (B-TEAM-1, B-SOLO-1).

    None if it is among the unknown cards of several players.
    """
    if table.big_aces(table.hands[table.declarer]) > 1:
        return NOBODY
    if table.announced:
        return table.announced
    for player in table.ring_from(table.declarer)[1:]:
        if table.big_aces(table.hands[player]):
            return player
    return only_possible_partner(table)


def only_possible_partner(table: BigATable) -> int | None:
    """The player whose unknown cards must hide the other Big A, as nobody else has such cards left.

    `NOBODY` if they are the declarer's own, or if there are none at all; None if several players have some.
    """
    holders = [player for player in table.seated if table.unknown[player]]
    if len(holders) > 1:
        return None
    return NOBODY if holders in ([], [table.declarer]) else holders[0]


def show_big_aces(table: BigATable, laid: CardSet) -> None:
    """Draw conclusions about the teams from Big As on the table, in any set (B-WIND-4).

    Those that came into a hand by capture tell nothing, and count as laid first.
    """
    player = table.owner
    count = table.big_aces(laid.cards)
    captured = min(count, table.captured[player])
    table.captured[player] -= captured
    if count == captured:
        return
    if player == table.declarer:
        table.displayed += count - captured
    table.known |= player != table.declarer or table.displayed > 1
    if table.partner is None and table.known:
        table.partner = player if player != table.declarer else NOBODY


def team_is_out(table: BigATable) -> bool:
    """Whether all players of one of the teams are out (B-END-1); false while an unknown card hides the teams."""
    team = true_team(table, table.declarer)
    return bool(team) and (not table.active & team or not table.active & ~team)


def true_team(table: BigATable, player: int) -> int:
    """The team of the player by the cards before the first lead (B-TEAM-2)."""
    if table.partner is None:
        return 0
    declarers = 1 << table.declarer | 1 << table.partner
    return declarers if declarers >> player & 1 else ~declarers


def public_team(table: BigATable, player: int) -> int:
    """The team of the player as everybody knows it.

    While the partner is not known, all but the declarer are defenders (B-WIND-2), and the declarer is with everybody
    (B-WIND-3).
    """
    if table.known:
        return true_team(table, player)
    return EVERYBODY if player == table.declarer else ~(1 << table.declarer)


TEAMS_HIDDEN: Final = Text("not everybody knows the teams yet", "組み分けがまだ全員に知られていません")
PARTNER_HELPS: Final = Text(
    "here the partner's hand counts as well as the player's own", "自分の手札だけでなく、パートナーの手札も関係します"
)
PROOF_RULES: Final = ProofRules(
    fields=("captured", "displayed", "known"),
    obstacle=lambda table: None if table.started and table.known and table.partner is not None else TEAMS_HIDDEN,
    hidden_obstacle=lambda _table: PARTNER_HELPS,
    nested_sets=False,
)
"""Nothing is proven before the first lead, and until everybody knows the teams (B-WIND), nor with one hand known."""


def next_leader(team_of: Callable[[BigATable, int], int], table: BigATable) -> int:
    """The next leader: the owner of the top set, or if they are out, the nearest player of their team who is not.

    `NOBODY` if an unknown card decides: then anybody may lead. Rules: B-TRICK-1, B-WIND-1.
    """
    owner = table.owner
    if table.active >> owner & 1:
        return owner
    heirs = table.active & team_of(table, owner)
    return next((player for player in table.ring_from(owner) if heirs >> player & 1), NOBODY)


def position_fields(table: BigATable) -> dict[str, Value]:
    """The declaration, and the declarer's partner.

    `partner` is null if the declarer plays alone. While the partner is not known, `alone` is null, too.
    """
    return {
        "declarer": table.declarer or None,
        "big_ace": " ".join(BIGA.list(table.ace)) or None,
        "partner": table.partner or None,
        "alone": None if table.partner is None else not table.partner,
        "teams_known": table.known,
    }


def position_facts(table: BigATable) -> list[Fact]:
    """The same for people; nothing before the declaration."""
    if not table.declarer:
        return []
    facts = [Fact(Text("declarer", "デクレアラー"), [table.declarer, " (", BIGA.list(table.ace), ")"])]
    if table.partner is not None:
        partner = table.partner or Text("nobody", "なし")
        known = Text(" (known to all)", " (公開済み)") if table.known else Text(" (secret)", " (非公開)")
        facts.append(Fact(Text("partner", "パートナー"), [partner, known]))
    return facts


POSITION_RULES: Final = PositionRules(
    fields=position_fields,
    facts=position_facts,
    pending=lambda table: [] if table.declarer else [{"what": "declaration"}],
)

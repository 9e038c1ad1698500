"""What only a Big A deal shows in a position: the declaration, and the teams as the replay knows them.

Rules: B-DECL-1, B-TEAM-1.
"""

from typing import Final

from daifu.replay.games.biga.table import BigATable
from daifu.replay.options import Value
from daifu.replay.rules import Fact, PositionRules
from daifu.replay.text import Text

DECLARER: Final = Text("declarer", "デクレアラー")
PARTNER: Final = Text("partner", "パートナー")
NO_PARTNER: Final = Text("nobody", "なし")
KNOWN: Final = Text(" (known to all)", " (公開済み)")
SECRET: Final = Text(" (secret)", " (非公開)")


def position_fields(table: BigATable) -> dict[str, Value]:
    """The declaration, and the declarer's partner.

    `partner` is null if the declarer plays alone. While the partner is not known, `alone` is null, too.
    """
    return {
        "declarer": table.declarer or None,
        "big_ace": " ".join(table.rules.alphabet.list(table.ace)) or None,
        "partner": table.partner or None,
        "alone": None if table.partner is None else not table.partner,
        "teams_known": table.known,
    }


def position_facts(table: BigATable) -> list[Fact]:
    """The same for people; nothing before the declaration."""
    if not table.declarer:
        return []
    facts = [Fact(DECLARER, [table.declarer, " (", table.rules.alphabet.list(table.ace), ")"])]
    if table.partner is not None:
        facts.append(Fact(PARTNER, [table.partner or NO_PARTNER, KNOWN if table.known else SECRET]))
    return facts


def pending_actions(table: BigATable) -> list[dict[str, Value]]:
    """The declaration that must come before the first lead."""
    return [] if table.declarer else [{"what": "declaration"}]


POSITION_RULES: Final = PositionRules(fields=position_fields, facts=position_facts, pending=pending_actions)

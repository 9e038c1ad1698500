"""Going out, and when the play is over (B-OUT-1, B-END-1)."""

from collections.abc import Callable
from typing import Final

from replay.combination import Combination
from replay.deal import Deal
from replay.finishing import end
from replay.finishing import goes_out as takes_place
from replay.games.biga.table import BigATable
from replay.games.biga.teams import only_candidate, team_is_out

Ending = Callable[[BigATable], bool]
"""Whether the play is over now that somebody has gone out."""

DEFENDERS: Final = 3


def goes_out(table: BigATable, player: int, combination: Combination, *, over: Ending) -> None:
    """An empty hand takes the next place; it may be the last one that could hide the partner."""
    takes_place(table, player, combination)
    if table.partner is None:
        table.partner = only_candidate(table)
    if not table.over and over(table):
        end(table)


def first_out_or_team(table: BigATable) -> bool:
    """With both Big As shown before play, the first player out ends it (option `solo_shown_first_only`, B-Q-24)."""
    return table.shown > 1 or team_is_out(table)


def played_order(table: BigATable, deal: Deal) -> list[int] | None:
    """Those who went out, if the play was over; who still holds cards has no place (B-Q-22)."""
    return table.out if table.over or (not deal.abandoned and _ends_unseen(table)) else None


def _ends_unseen(table: BigATable) -> bool:
    """Whether three defenders are out if the other two are partners, which an unknown card hides.

    Play would have gone on if they were not.
    """
    hidden = table.partner is None and table.active >> table.declarer & 1
    return bool(hidden) and len(table.out) == DEFENDERS

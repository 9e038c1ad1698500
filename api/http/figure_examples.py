"""The examples of what the contract tells of figures: those of the one sitting that all examples are about."""

from typing import Any, Final

import msgspec

from api.http import examples, told_figures
from api.http.languages import DEFAULT
from api.http.sheets import Sheet
from api.http.told_figures import Met
from data.store.people.asked import Person
from replay.tallies import tallied
from schemas.figures import figures_of_players, ranked
from schemas.record import load_record

_FIGURE: Final = "first"
_SHOWN: Final = 3

_RECORD: Final = load_record(msgspec.json.encode(examples.RECORD))
_TALLIES: Final = tallied(_RECORD)[1]
_RULES: Final = _RECORD.rules.profile.name
_NAMES: Final = [player if isinstance(player, str) else player["id"] for player in _RECORD.players]
_MU, _JUNKO = (Person(name, name, [name], []) for name in _NAMES[:2])
_SEATS: Final = {_NAMES[player - 1]: counts for (player, _), counts in _TALLIES.seats.items()}
[_TABLES] = _TALLIES.tables.values()
_MET: Final = [
    Met(_NAMES[other - 1], _NAMES[other - 1], counts) for (one, other), counts in _TALLIES.pairs.items() if one == 1
]


def _all_seats() -> dict[str, int]:
    sums: dict[str, int] = {}
    for counts in _SEATS.values():
        for name, count in counts.items():
            sums[name] = sums.get(name, 0) + count
    return sums


def _plain(told: Sheet) -> Any:  # noqa: ANN401 - any JSON
    """The value as a client has it who reads its JSON, with the first of its figures."""
    return _shortened(msgspec.json.decode(told.as_json()))


def _shortened(value: Any) -> Any:  # noqa: ANN401
    if not isinstance(value, dict):
        return value
    return {name: _first(one) if name in {"figures", "hardest"} else _shortened(one) for name, one in value.items()}


def _first(figures: dict[str, Any]) -> dict[str, Any]:
    return dict(list(figures.items())[:_SHOWN])


def _lines(told: Sheet) -> str:
    """The first lines of its CSV."""
    return "".join(told.as_csv(DEFAULT).splitlines(keepends=True)[: _SHOWN + 1])


_PLAYER: Final = told_figures.player_stats(_MU, _RULES, _SEATS[_MU.id])
_PROFILE: Final = told_figures.profile_stats(_RULES, _TABLES, _all_seats())
_OPPONENTS: Final = told_figures.opponents(_MU, _RULES, _MET[:1])
_AGAINST: Final = told_figures.against(_MU, _JUNKO, _RULES, _MET[0].counts)
_LEADERBOARD: Final = told_figures.leaderboard(
    figures_of_players(_RULES)[_FIGURE], _RULES, ranked(_RULES, _FIGURE, _SEATS.items()), {}
)

PLAYER: Final = _plain(_PLAYER)
PLAYER_CSV: Final = _lines(_PLAYER)
PROFILE: Final = _plain(_PROFILE)
PROFILE_CSV: Final = _lines(_PROFILE)
OPPONENTS: Final = _plain(_OPPONENTS)
OPPONENTS_CSV: Final = _lines(_OPPONENTS)
AGAINST: Final = _plain(_AGAINST)
AGAINST_CSV: Final = _lines(_AGAINST)
LEADERBOARD: Final = _plain(_LEADERBOARD)
LEADERBOARD_CSV: Final = _lines(_LEADERBOARD)

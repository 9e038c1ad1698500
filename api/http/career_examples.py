"""The examples of what the contract tells of ratings, form and records."""

from datetime import date
from typing import Any, Final

import msgspec

from api.http import told_careers
from api.http.languages import DEFAULT
from api.http.sheets import Sheet
from data.store.careers.asked import (
    Best,
    Feat,
    Form,
    History,
    Holder,
    Holders,
    Place,
    Rated,
    Rating,
    Ratings,
    Standing,
)
from data.store.people.asked import Person

_RULES: Final = "theater"
_DAY: Final = date(2026, 7, 16)
_MU: Final = Person("Mu", "Mu", ["Mu"], [])
_NAMES: Final = {_MU.id: _MU.name}
_BEFORE: Final = Rating(mu=25.9, sigma=7.8, skill=2.5, deals=2)
_NOW: Final = Rating(mu=28.0, sigma=7.5, skill=5.5, deals=6)
_ROW: Final = Best(2, 7, _DAY)
_PEAK: Final = Best(_NOW.skill, 7, _DAY)


def _plain(told: Sheet) -> Any:  # noqa: ANN401 - any JSON
    """The value as a client has it who reads its JSON."""
    return msgspec.json.decode(told.as_json())


_RATINGS: Final = told_careers.ratings(_RULES, Ratings([Rated(1, _MU.id, _NOW)], None, 0), _NAMES)
_HISTORY: Final = told_careers.rating_history(
    _MU, _RULES, History([Standing(date(2026, 7, 9), _BEFORE), Standing(_DAY, _NOW)], 0)
)
_FORM: Final = told_careers.form(
    _MU, _RULES, Form([Place(2, 4), Place(1, 4), Place(1, 4)], 2, 0, _ROW, None, _ROW, _PEAK, 0)
)
_RECORDS: Final = told_careers.records(
    _RULES,
    Holders(
        {
            Feat.FIRST: [Holder(_MU.id, _ROW)],
            Feat.LAST: [],
            Feat.REIGN: [Holder(_MU.id, _ROW)],
            Feat.SKILL: [Holder(_MU.id, _PEAK)],
        },
        0,
    ),
    _NAMES,
)

RATINGS: Final = _plain(_RATINGS)
RATINGS_CSV: Final = _RATINGS.as_csv(DEFAULT)
HISTORY: Final = _plain(_HISTORY)
HISTORY_CSV: Final = _HISTORY.as_csv(DEFAULT)
FORM: Final = _plain(_FORM)
FORM_CSV: Final = _FORM.as_csv(DEFAULT)
RECORDS: Final = _plain(_RECORDS)
RECORDS_CSV: Final = _RECORDS.as_csv(DEFAULT)

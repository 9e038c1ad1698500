"""The standing as a page to be printed and put up on the wall."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from typing import Final, NamedTuple

from jinja2 import Environment

from api.languages import Language, say
from api.tournaments import wording
from api.tournaments.table import ONLY_WHERE_TIED, decimal
from data.tournaments.standings.standing import Line, Standing
from data.tournaments.state import State

_TEXTS: Final = frozenset({"name", "team"})
_ALWAYS: Final = frozenset({"place", "name", "points"})
_PAGE: Final = Environment(autoescape=True).from_string(
    (resources.files("api.tournaments") / "pages" / "standing.html").read_text(encoding="utf-8")
)


class Column(NamedTuple):
    """A column: the field of a line that stands in it, and its head."""

    field: str
    head: str

    @property
    def is_text(self) -> bool:
        """Whether words stand in it."""
        return self.field in _TEXTS


def as_page(state: State, found: Standing, version: int, language: Language) -> str:
    """The standing as HTML that needs nothing from elsewhere; columns in which nothing stands are left out."""
    cells = [_cells(line, language) for line in found.lines]
    columns = [
        Column(field, say(head, language))
        for field, head in wording.COLUMNS.items()
        if field in _ALWAYS or any(row[field] not in {"", "0"} for row in cells)
    ]
    return _PAGE.render(
        language=language,
        title=state.name,
        heading=say(wording.STANDING, language),
        place=_place(state, found, language),
        columns=columns,
        rows=[[row[column.field] for column in columns] for row in cells],
        version=say(wording.VERSION, language).format(version=version),
    )


def _place(state: State, found: Standing, language: Language) -> str:
    if not found.stage:
        return say(wording.NO_STAGE, language)
    sentence = wording.PLACE_OF_IT if found.round else wording.BEFORE_THE_FIRST
    return say(sentence, language).format(stage=state.stages[found.stage - 1].name, round=found.round)


def _cells(line: Line, language: Language) -> dict[str, str]:
    """What stands in each column."""
    cells = {field: _cell(value) for field, value in line._asdict().items()}
    if line.withdrawn:
        cells["name"] = f"{line.name} ({say(wording.WITHDRAWN, language)})"
    cells["movement"] = f"{line.movement:+d}" if line.movement else ""
    return cells | dict(_where_tied(line))


def _where_tied(line: Line) -> Iterator[tuple[str, str]]:
    values = {step.tie_break: step.value for step in line.steps}
    for tie_break in ONLY_WHERE_TIED:
        yield str(tie_break), _cell(values.get(tie_break))


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case Fraction():
            return decimal(value)
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)

"""Commands that change a tournament, and the preview of what a change would do to the standings."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar, cast

import click

from daifu.api.cli.client import AUTHOR, REASON, TARGET, target_options
from daifu.api.cli.program.commands import Command
from daifu.api.cli.program.errors import CommandError
from daifu.api.cli.program.output import language_of, tell
from daifu.api.cli.tournament import sentences
from daifu.api.cli.tournament.commands import find_entrant, find_tournament, open_tournaments, stage_or_last
from daifu.api.cli.tournament.fields import field_params
from daifu.api.cli.tournament.params import PREVIEW, TOURNAMENT
from daifu.api.cli.tournament.tables import show_table
from daifu.api.client.tournaments import Tournaments, TournamentVersion
from daifu.api.languages import Language, comma_separated, say
from daifu.api.views.tournaments.standings import COLUMN_HEADINGS, cell_text, cell_value
from daifu.data.tournaments.changes import AnyChange
from daifu.data.tournaments.consequences import find_consequences, find_doubts
from daifu.data.tournaments.handlers.dispatch import apply_all
from daifu.data.tournaments.log import encode_change, read_change
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas.record.struct_reader import StructRefused
from daifu.schemas.standings import Consequence, Line


class ChangeContext(NamedTuple):
    """What a command builds its changes from: the state of the tournament, and the reason given."""

    state: State
    reason: str | None


Made = TypeVar("Made", bound=AnyChange)
BuildChanges = Callable[..., Sequence[AnyChange]]
"""Returns the changes for a `ChangeContext` and the values of the command's own options and arguments."""
ShowChanges = Callable[[State, Sequence[AnyChange]], None]


def show_nothing(_state: State, _changes: Sequence[AnyChange]) -> None:
    """Print nothing about the changes."""


def change_command(
    name: str, text: Text, params: list[click.Parameter], build: BuildChanges, show: ShowChanges = show_nothing
) -> Command:
    """A command that makes the changes that `build` returns; `show` prints them, also in a preview."""

    def run(tournament: str, reason: str | None, *, preview: bool, **call: Any) -> None:  # noqa: ANN401
        language = language_of()
        with open_tournaments(**target_options(call, "author")) as tournaments:
            number = find_tournament(tournaments, tournament)
            current = tournaments.present(number)
            changes = [validate_change(change) for change in build(ChangeContext(current.state, reason), **call)]
            if preview:
                found = find_consequences(current.state, *changes)
                show(current.state, changes)
                # print the lines of the standings that would change, or that none would
                rows = [row for one in found for row in _consequence_row(one, language)]
                if rows:
                    show_table(sentences.CONSEQUENCES, rows)
                else:
                    tell(Text("nobody's place or points would change", "だれの順位も得点も変わりません"))
            else:
                made = _append_changes(tournaments, number, current, changes, reason)
                show(current.state, changes)
                tell(made)
            for _result, fault in find_doubts(current.state, changes):
                tell(sentences.doubtful_points(fault), err=True)

    arguments = [param for param in params if isinstance(param, click.Argument)]
    options = [param for param in params if isinstance(param, click.Option)]
    return Command(name, text, [TOURNAMENT, *arguments, *options, REASON, PREVIEW, AUTHOR, *TARGET], callback=run)


def struct_command(
    name: str, text: Text, kind: type[AnyChange], spellings: str = "", show: ShowChanges = show_nothing
) -> Command:
    """A command that makes one change of this kind, of its own fields as `field_params` takes them."""
    return change_command(name, text, field_params(name, kind, spellings), partial(struct_changes, kind), show)


def struct_changes(kind: type[AnyChange], context: ChangeContext, **values: Any) -> list[AnyChange]:  # noqa: ANN401
    """The change with these values: the entrant is found by number or name, and the last stage is meant by default."""
    given = {name: value for name, value in values.items() if value is not None}
    if "stage" in values:
        given["stage"] = stage_or_last(context.state, values["stage"])
    if "entrant" in given:
        given["entrant"] = find_entrant(context.state, given["entrant"])
    return [kind(**given)]


def validate_change(change: Made) -> Made:
    """The change as a log holds it. Raises `CommandError` where its values are out of bounds."""
    try:
        return cast("Made", read_change(encode_change(change)))
    except StructRefused as refused:
        problems = refused.problems
        en = "; ".join(f"{problem.pointer}: {problem.expected.en}" for problem in problems)
        ja = "。".join(f"{problem.pointer}：{problem.expected.ja}" for problem in problems)
        raise CommandError(Text(en, ja)) from refused


def _append_changes(
    tournaments: Tournaments, number: int, current: TournamentVersion, changes: Sequence[AnyChange], reason: str | None
) -> Text:
    """Make the changes; the sentence that says so."""
    if not changes:
        return Text("nothing to do: the tournament stays as it is", "変更するものはありません")
    if len(changes) > 1:
        apply_all(current.state, changes)  # an error names the change that it is about
    version = tournaments.change(number, changes, expected=current.version, reason=reason)
    return sentences.changes_made(len(changes), version)


_ARROW: Final = " → "
_MAIN_FIELDS: Final = ("place", "points")
_OTHER_FIELDS: Final = ("name", "team", "carried", "referee", "deals", "firsts", "best_round", "faults", "dropped")
"""The other columns of a preview; those left out depend only on other entrants."""


def _consequence_row(found: Consequence, language: Language) -> Iterator[list[object]]:
    """The row of a line, if anything in it would change."""
    before, after = found.before, found.after
    changed = [field for field in _OTHER_FIELDS if before and after and _differs(before, after, field)]
    always = [_before_and_after(before, after, field, language) for field in _MAIN_FIELDS]
    if changed or any(_ARROW in step for step in always):
        others = [
            f"{say(COLUMN_HEADINGS[field], language)} {_before_and_after(before, after, field, language)}"
            for field in changed
        ]
        yield [found.stage, found.round, _line_name(found), *always, comma_separated(others, language)]


def _differs(before: Line, after: Line, field: str) -> bool:
    return cell_value(before, field) != cell_value(after, field)


def _before_and_after(before: Line | None, after: Line | None, field: str, language: Language) -> str:
    """The text of a column, as `before → after` where it changes."""
    found = [((cell_text(line, field, language) or "-") if line else "-") for line in (before, after)]
    return _ARROW.join(dict.fromkeys(found))


def _line_name(found: Consequence) -> str:
    line = found.after or found.before
    return f"{found.entrant} {line.name if line else ''}"

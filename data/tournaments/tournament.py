"""Handlers of the changes of a tournament as a whole: its settings, entrants, stages and rounds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from msgspec import UNSET, structs

from daifu.data.tournaments import game_rules
from daifu.data.tournaments.changes import (
    CheckedIn,
    ClockSet,
    Created,
    DrawChange,
    Drawn,
    Entered,
    Finished,
    Redrawn,
    Renamed,
    Returned,
    RoundClosed,
    RoundReopened,
    SettingsChanged,
    StageChanged,
    StageOpened,
    StageRemoved,
    WallSet,
    Withdrawn,
)
from daifu.data.tournaments.errors import TournamentError, collect_errors, comma_separated, raise_all
from daifu.data.tournaments.settings import Best, ByPlace, Everybody, Listed, Settings
from daifu.data.tournaments.standings import rank_stage
from daifu.data.tournaments.state import (
    NO_CLOCK,
    WHOLE_TABLE,
    Absence,
    Clock,
    Entrant,
    Round,
    RoundId,
    Seat,
    Stage,
    State,
    Table,
    find_entrant,
    find_open_round,
    find_round,
    find_stage,
    ids_with,
    replace_entrant,
    replace_round,
    replace_stage,
)
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.errors import InvalidRecord


def create_tournament(_state: State, change: Created) -> State:
    """Create the tournament.

    Raises `TournamentError`: `unknown_rules`, `bad_options`, `house_mismatch`, and as `check_settings` does.
    """
    if change.rules not in PROFILES:
        raise TournamentError("unknown_rules", rules=change.rules)
    check_settings(change.settings)
    state = State(change.name, change.rules, change.options, change.settings, change.plan, house=change.house)
    try:
        game_rules.check_house(state)
    except InvalidRecord:
        options = comma_separated(game_rules.refused_options(change.rules, change.options))
        raise TournamentError("bad_options", rules=change.rules, options=options) from None
    return state


def change_settings(state: State, change: SettingsChanged) -> State:
    """Change the name and the plan at any time, or settings before the first result for which they hold.

    Raises `TournamentError`: `no_such_stage`, `results_exist`, and as `check_settings` and `check_stages` do.
    """
    if change.name is not UNSET:
        state = replace(state, name=change.name)
    if change.plan is not UNSET:
        state = replace(state, plan=change.plan)
    if change.settings is UNSET:
        return state
    check_settings(change.settings)
    if change.stage is None:  # the settings of the tournament, and of all stages without their own
        before, following = state.settings, replace(state, settings=change.settings)
        concerned = [number for number, stage in enumerate(state.stages, 1) if stage.own is None]
    else:
        stage = replace(find_stage(state, change.stage), own=change.settings)
        before, following = state.settings_of(change.stage), replace_stage(state, change.stage, stage)
        concerned = [change.stage]
    has_results = any(table.results for number in concerned for _, table in state.tables(number))
    if has_results and not only_ties_differ(before, change.settings):
        raise TournamentError("results_exist")
    check_stages(following)
    return following


def finish_tournament(state: State, _change: Finished) -> State:
    """Finish the tournament. Raises `TournamentError`: `round_open`."""
    for number in range(1, len(state.stages) + 1):
        check_stage_is_over(state, number)
    return replace(state, finished=True)


def set_clock(state: State, change: ClockSet) -> State:
    """Start, stop, extend or remove the clock."""
    return replace(state, clock=Clock(change.until, change.left))


def set_wall(state: State, change: WallSet) -> State:
    """Choose the pages of the walls."""
    return replace(state, wall=change.pages)


def check_settings(settings: Settings) -> None:
    """Check settings without regard to the stages. Raises `TournamentError`: `tie_break_twice`, `worth_twice`."""
    if not settings.tie_breaks or len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        raise TournamentError("tie_break_twice")
    if isinstance(settings.scoring, ByPlace):
        sizes = list(map(len, settings.scoring.worth))
        for size in sizes:
            if sizes.count(size) > 1:
                raise TournamentError("worth_twice", size=size)


def check_stages(state: State) -> None:
    """Check that the stages can be scored by their settings. Raises `TournamentError`: `no_worth`, `carry_contrary`."""
    for number, stage in enumerate(state.stages, 1):
        settings = state.settings_of(number)
        for _, table in state.tables(number):
            check_place_worths(settings, len(table.seats))
        before = state.settings_of(stage.after) if stage.carry and stage.after else settings
        if game_rules.score_sign(state, settings) != game_rules.score_sign(state, before):
            raise TournamentError("carry_contrary")


def check_place_worths(settings: Settings, size: int) -> None:
    """Check that the worths of places are set for a table of this size. Raises `TournamentError`: `no_worth`."""
    if isinstance(settings.scoring, ByPlace) and not settings.scoring.for_table_size(size):
        raise TournamentError("no_worth", found=size)


def check_stage_is_over(state: State, number: int) -> None:
    """Check that all rounds of a stage, drawn or planned, are closed. Raises `TournamentError`: `round_open`."""
    stage = state.stages[number - 1]
    for round_number in range(1, max(len(stage.rounds), stage.planned or 0) + 1):
        if round_number > len(stage.rounds) or not stage.rounds[round_number - 1].closed:
            raise TournamentError("round_open", stage=number, round=round_number)


def only_ties_differ(before: Settings, after: Settings) -> bool:
    """Whether settings differ only in what may change after the first result: tie-breaks, and `confirm`."""
    return structs.replace(after, tie_breaks=before.tie_breaks, confirm=before.confirm) == before


def open_stage(state: State, change: StageOpened) -> State:
    """Open a stage.

    Raises `TournamentError`: `bad_carry`, `nothing_to_carry`, `no_such_stage`, `round_open`, `too_few`,
    `tie_at_the_cut`, `not_entered`, `named_twice`, `size_not_allowed`, and as `check_settings` and `check_stages` do.
    """
    if not 0 <= change.carry <= 1:
        raise TournamentError("bad_carry", carry=change.carry)
    if change.after is not None:
        find_stage(state, change.after)
    elif not state.stages and (change.carry or isinstance(change.field, Best)):
        raise TournamentError("nothing_to_carry")
    after = change.after or len(state.stages) or None
    field = _stage_entrants(state, change, after)
    if change.settings is not None:
        check_settings(change.settings)
    _check_table_sizes(state, change.sizes)
    stage = Stage(change.name, field, change.carry, after, change.rounds, change.sizes, change.settings)
    state = replace(state, stages=(*state.stages, stage))
    check_stages(state)
    return state


def change_stage(state: State, change: StageChanged) -> State:
    """Change a stage. Raises `TournamentError`: `no_such_stage`, `already_drawn`, `size_not_allowed`."""
    stage = find_stage(state, change.stage)
    if change.name is not UNSET:
        stage = replace(stage, name=change.name)
    if change.rounds is not UNSET:
        if change.rounds is not None and change.rounds < len(stage.rounds):
            raise TournamentError("already_drawn", round=len(stage.rounds))
        stage = replace(stage, planned=change.rounds)
    if change.sizes is not UNSET:
        _check_table_sizes(state, change.sizes)
        stage = replace(stage, sizes=change.sizes)
    return replace_stage(state, change.stage, stage)


def remove_stage(state: State, change: StageRemoved) -> State:
    """Remove the last stage. Raises `TournamentError`: `no_such_stage`, `stage_not_last`, `stage_in_use`."""
    stage = find_stage(state, change.stage)
    if change.stage < len(state.stages):
        raise TournamentError("stage_not_last", stage=change.stage)
    has_awards = any(award.stage == change.stage for award in state.awards.values())
    if has_awards or any(found.closed or found.has_begun for found in stage.rounds):
        raise TournamentError("stage_in_use", stage=change.stage)
    return replace(state, stages=state.stages[:-1])


def _check_table_sizes(state: State, sizes: Iterable[int] | None) -> None:
    allowed = game_rules.allowed_table_sizes(state)
    for size in sizes or ():
        if size not in allowed:
            raise TournamentError("size_not_allowed", size=size, allowed=comma_separated(allowed))


def _stage_entrants(state: State, change: StageOpened, after: int | None) -> tuple[int, ...] | None:
    match change.field:
        case Everybody():
            return None
        case Listed(entrants):
            for index, entrant in enumerate(entrants):
                find_entrant(state, entrant)
                if entrant in entrants[:index]:
                    raise TournamentError("named_twice", entrant=entrant)
            return tuple(sorted(entrants))
        case Best(count):
            return _best_entrants(state, count, after or len(state.stages))


def _best_entrants(state: State, count: int, after: int) -> tuple[int, ...]:
    """The best `count` entrants of a stage who have not withdrawn; no tie may cut across the last of their places."""
    check_stage_is_over(state, after)
    first_round = RoundId(len(state.stages) + 1, 1)
    ranked = [rank for rank in rank_stage(state, after) if state.entrants[rank.entrant - 1].takes_part(first_round)]
    if len(ranked) < count:
        raise TournamentError("too_few", count=count, found=len(ranked))
    last = ranked[count - 1].place
    if len(ranked) > count and ranked[count].place == last:
        tied = (rank.entrant for rank in ranked if rank.place == last)
        raise TournamentError("tie_at_the_cut", count=count, entrants=tied)
    return tuple(sorted(rank.entrant for rank in ranked[:count]))


def add_entrant(state: State, change: Entered) -> State:
    """Add an entrant. Raises `TournamentError`: `player_entered`."""
    number = len(state.entrants) + 1
    absences = (Absence(RoundId(1, 1), None),) if change.waiting else ()
    entrant = Entrant(number, change.name, change.players, change.team, absences, change.waiting)
    _check_ids(state, entrant)
    return replace(state, entrants=(*state.entrants, entrant), entrants_by_id=ids_with(state, entrant))


def check_in(state: State, change: CheckedIn) -> State:
    """Note that entrants are here, or not. Raises `TournamentError`: `not_entered`."""
    for number in change.entrants:
        find_entrant(state, number)
    numbers = frozenset(change.entrants)
    entrants = (replace(one, here=change.here) if one.number in numbers else one for one in state.entrants)
    return replace(state, entrants=tuple(entrants))


def rename_entrant(state: State, change: Renamed) -> State:
    """Give an entrant another name, other ids or another team.

    Raises `TournamentError`: `not_entered`, `player_entered`.
    """
    entrant = find_entrant(state, change.entrant)
    entrant = replace(entrant, name=change.name, players=change.players, team=change.team)
    _check_ids(state, entrant)
    return replace_entrant(state, entrant)


def withdraw_entrant(state: State, change: Withdrawn) -> State:
    """Withdraw an entrant from a round on.

    Raises `TournamentError`: `not_entered`, `already_withdrawn`, `has_played`.
    """
    entrant = find_entrant(state, change.entrant)
    if entrant.has_withdrawn:
        raise TournamentError("already_withdrawn", entrant=change.entrant)
    since = RoundId(change.stage, change.round)
    for at, table in state.tables():
        played = any(
            seat.entrant == change.entrant and seat.guest is None and not seat.forfeited for seat in table.seats
        )
        if played and table.results and at.round_id >= since:
            raise TournamentError("has_played", entrant=change.entrant, stage=at.stage, round=at.round)
    return replace_entrant(state, replace(entrant, absences=(*entrant.absences, Absence(since, None))))


def readmit_entrant(state: State, change: Returned) -> State:
    """Let an entrant play from a round on who withdrew or waited; what begins no earlier is undone.

    Raises `TournamentError`: `not_entered`, `not_withdrawn`.
    """
    entrant = find_entrant(state, change.entrant)
    if not entrant.has_withdrawn:
        raise TournamentError("not_withdrawn", entrant=change.entrant)
    *before, last = entrant.absences
    until = RoundId(change.stage, change.round)
    absences = (*before, Absence(last.since, until)) if last.since < until else tuple(before)
    return replace_entrant(state, replace(entrant, absences=absences, waiting=False))


def _check_ids(state: State, entrant: Entrant) -> None:
    taken = {id: state.entrants_by_id.get(id) or entrant.number for id in entrant.ids}
    others = [(number, id) for id, number in taken.items() if number != entrant.number]
    if others:
        number, player = min(others)
        raise TournamentError("player_entered", player=player, entrant=number)


def add_round(state: State, change: Drawn) -> State:
    """Add the next round.

    Raises `TournamentError`: `no_such_stage`, `already_drawn`, `round_out_of_order`, `round_too_many`, and as every
    draw does.
    """
    stage = find_stage(state, change.stage)
    due = len(stage.rounds) + 1
    if change.round < due:
        raise TournamentError("already_drawn", round=change.round)
    if change.round > due:
        raise TournamentError("round_out_of_order", round=change.round, due=due)
    if stage.planned is not None and due > stage.planned:
        raise TournamentError("round_too_many", planned=stage.planned)
    rounds = (*stage.rounds, _round_of_draw(state, change))
    return replace_stage(state, change.stage, replace(stage, rounds=rounds))


def redraw_round(state: State, change: Redrawn) -> State:
    """Replace the draw of a round.

    Raises `TournamentError`: `already_played`, as `find_open_round` and as every draw does.
    """
    for number, table in enumerate(find_open_round(state, change).tables, 1):
        if table.has_activity:
            raise TournamentError("already_played", table=number)
    return replace_round(state, change, _round_of_draw(state, change))


def _round_of_draw(state: State, change: DrawChange) -> Round:
    """The round of a draw.

    Raises `TournamentError` with everything that is wrong: `table_size`, `no_worth`, `not_entered`, `not_in_stage`,
    `withdrawn`, `seated_twice`, `left_out`.
    """
    raise_all(_draw_errors(state, change))
    tables = tuple(Table(tuple(Seat(entrant, entrant) for entrant in seats)) for seats in change.tables)
    return Round(tables, change.byes, change.method, change.seed, change.quality)


def _draw_errors(state: State, change: DrawChange) -> Iterator[TournamentError]:
    allowed = game_rules.stage_table_sizes(state, change.stage)
    for number, seats in enumerate(change.tables, 1):
        if len(seats) not in allowed:
            yield TournamentError("table_size", table=number, found=len(seats), allowed=comma_separated(allowed))
    for size in sorted(set(map(len, change.tables)).intersection(allowed)):
        yield from collect_errors(check_place_worths, state.settings_of(change.stage), size)
    round_id = RoundId(change.stage, change.round)
    named = Counter(chain(*change.tables, change.byes))
    present = frozenset(state.present_in(round_id))
    for entrant, times in named.items():
        if entrant not in present:
            yield from collect_errors(check_may_play, state, entrant, round_id)
        if times > 1:
            yield TournamentError("seated_twice", entrant=entrant)
    left_out = [entrant for entrant in state.present_in(round_id) if entrant not in named]
    if left_out:
        yield TournamentError("left_out", entrants=left_out)


def check_may_play(state: State, entrant: int, round_id: RoundId) -> None:
    """Check that an entrant may play in a round.

    Raises `TournamentError`: `not_entered`, `not_in_stage`, `withdrawn`.
    """
    found = find_entrant(state, entrant)
    if entrant not in state.field_of(round_id.stage):
        raise TournamentError("not_in_stage", entrant=entrant)
    if not found.takes_part(round_id):
        raise TournamentError("withdrawn", entrant=entrant)


def close_round(state: State, change: RoundClosed) -> State:
    """Close a round, and remove its clock.

    Raises `TournamentError`: `deal_missing`, and as `find_open_round` does.
    """
    found = find_open_round(state, change)
    for number, table in enumerate(found.tables, 1):
        missing = missing_deals(table, state.settings_of(change.stage).deals)
        if missing:
            raise TournamentError("deal_missing", table=number, deals=comma_separated(missing))
    return replace(replace_round(state, change, replace(found, closed=True)), clock=NO_CLOCK)


def reopen_round(state: State, change: RoundReopened) -> State:
    """Reopen a round for corrections, and with it a finished tournament.

    Raises `TournamentError`: `round_open`, as `find_round` does.
    """
    found = find_round(state, change)
    if not found.closed:
        raise TournamentError("round_open", stage=change.stage, round=change.round)
    return replace(replace_round(state, change, replace(found, closed=False)), finished=False)


def missing_deals(table: Table, deals: int | None) -> list[int]:
    """The deals that a table misses; none where at most one entrant has not forfeited."""
    if WHOLE_TABLE in table.results or sum(not seat.forfeited for seat in table.seats) <= 1:
        return []
    due = deals or max(table.results, default=1)
    return [deal for deal in range(1, due + 1) if deal not in table.results]

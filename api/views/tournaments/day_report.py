"""The report of a tournament, to be sent around: how it stands, who won each table, and what was remarkable."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from daifu.api.views.reports.evening import EveningReport, Part
from daifu.api.views.tournaments.standings_table import round_text
from daifu.data.tournaments.standings.standing import Standing
from daifu.data.tournaments.state import Round, RoundId, State
from daifu.replay.text import Text
from daifu.schemas.tournaments.standings import Line

_MOST_NAMED: Final = 5
"""How many people share a remark; more are nothing remarkable."""


def day_report(state: State, standing: Standing, day: str, players: Text, told: Sequence[Part]) -> EveningReport:
    """The report of a tournament as it stands at a day; `players` says how many they are and what they play.

    `told` is what was remarkable and what was wrong in its games.
    """
    if not state.stages:
        return EveningReport(Text(f"{state.name} · {day}", f"{state.name} · {day}"), [])
    parts = [
        Part(round_text(state, standing), list(_lines(standing))),
        *(
            Part(_round_name(state, at), list(_winners(state, found)))
            for at, found in state.rounds(standing.stage)
            if found.has_begun
        ),
        *told,
    ]
    title = Text(f"{state.name} · {day} · {players.en}", f"{state.name} · {day} · {players.ja}")
    return EveningReport(title, [part for part in parts if part.lines])


def _round_name(state: State, at: RoundId) -> Text:
    stage = state.stages[at.stage - 1].name
    if len(state.stages) == 1:
        return Text(f"Winners of round {at.round}", f"{at.round}回戦の1位")
    return Text(f"{stage}: winners of round {at.round}", f"{stage}　{at.round}回戦の1位")


def _lines(standing: Standing) -> Iterator[Text]:
    """The standing, a line an entrant."""
    for line in standing.lines:
        who = f"{line.name} ({line.team})" if line.team else line.name
        yield Text(f"{line.place}. {who} {line.points}", f"{line.place}位 {who} {line.points}点")


def _winners(state: State, found: Round) -> Iterator[Text]:
    """Who was first at each table; where it played several deals, in each of them."""
    for number, table in enumerate(found.tables, 1):
        firsts = [
            state.entrants[(seat.entrant or seat.drawn) - 1].name
            for _, outcome in sorted(table.results.items())
            for seat, place in zip(table.seats, outcome.places, strict=True)
            if place == 1
        ]
        if firsts:
            yield Text(f"Table {number}: {', '.join(firsts)}", f"{number}卓：{'、'.join(firsts)}")


def day_remarks(lines: Sequence[Line]) -> Iterator[Text]:
    """The most first places, the best round, and the greatest gain of places."""
    if wins := _holders([(line.firsts, line.name) for line in lines], least=2):
        most, names = wins
        yield Text(f"Most first places: {names.en} ({most})", f"最多1位：{names.ja}（{most}回）")
    if best := _holders([(line.best_round, line.name) for line in lines if line.best_round is not None], least=1):
        score, names = best
        yield Text(f"Best score at a table: {names.en} ({score})", f"1卓での最高得点：{names.ja}（{score}点）")
    if gains := _holders([(line.movement, line.name) for line in lines if line.movement], least=2):
        gain, names = gains
        yield Text(f"Up by {gain} places: {names.en}", f"{gain}位上がる：{names.ja}")


def _holders(values: Sequence[tuple[Fraction | int, str]], least: int) -> tuple[Fraction | int, Text] | None:
    """The largest value, if it is large enough and few have it, with their names."""
    most = max((value for value, _ in values), default=0)
    names = [name for value, name in values if value == most]
    if most < least or len(names) > _MOST_NAMED:
        return None
    return most, Text(", ".join(names), "、".join(names))

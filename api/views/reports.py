"""Reports of evenings, seasons and tournaments, to be sent around: who won, what was remarkable and what was wrong."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from daifu.api.views.analysis import TurningPoint
from daifu.api.views.game_tables import DEALS_A_PAGE, MatchTable
from daifu.api.views.game_text import RESOLUTIONS
from daifu.api.views.seasons import evening_names
from daifu.api.views.tournaments.standings import round_text
from daifu.data.ratings.values import Feat, FeatHolders
from daifu.data.seasons import SeasonLine, SeasonTable, points_number
from daifu.data.tournaments.standings import Standing
from daifu.data.tournaments.state import Round, RoundId, State
from daifu.replay.deal import Number
from daifu.replay.sitting import number_text
from daifu.replay.text import Text
from daifu.schemas.analysis import MissedWinAnalysis
from daifu.schemas.standings import Line

MOST_TOLD: Final = 10
"""How many faults are told, and how many equal streaks and turning points of several games."""
_LEAST_STREAK: Final = 2
"""From how many first places in a row on a streak is told."""
_FEATS: Final = {
    Feat.FIRST: Text(
        "{name}: {value} first places in a row, the longest streak here", "{name}：{value}回連続1位（ここでの最高記録）"
    ),
    Feat.LAST: Text(
        "{name}: {value} last places in a row, the longest streak here",
        "{name}：{value}回連続最下位（ここでの最長記録）",
    ),
    Feat.REIGN: Text(
        "{name}: {value} deals in the best title, the longest reign here",
        "{name}：最高位を{value}回守る（ここでの最高記録）",
    ),
    Feat.SKILL: Text("{name}: a skill of {value}, the highest here", "{name}：実力値{value}（ここでの最高記録）"),
}
_RARE: Final = {
    "revolutions.greater": Text("Greater revolutions", "大革命"),
    "revolutions": Text("Revolutions", "革命"),
    "bombs": Text("Bombs", "爆弾"),
    "captures": Text("Captured sets", "奪った組"),
    "ittsu": Text("Ittsu", "イッツー"),
    "fallen": Text("Falls from the top", "都落ち"),
}
"""Counters of deals, and what they count."""
_FEWEST_DEALS: Final = 50
_SELDOM: Final = 10
"""What comes less often than once in so many deals is told, if more deals than the former are known."""
RESULTS, DEALS, REMARKABLE, FAULTS = (
    Text("Result", "結果"),
    Text("Deals", "各回"),
    Text("Remarkable", "見どころ"),
    Text("Faults", "問題点"),
)


class Part(NamedTuple):
    """A part of a report: its heading and its lines."""

    heading: Text
    lines: list[Text]


class EveningReport(NamedTuple):
    """The report of an evening."""

    title: Text
    parts: list[Part]


class Played(NamedTuple):
    """A record: its players, its table from the first deal on, and the turning points of its deals that were analysed.

    `label` stands before what is told of it, where a report is of several.
    """

    names: Sequence[str]
    table: MatchTable
    turning: Mapping[int, TurningPoint]
    label: Text = Text("", "")


class Kept(NamedTuple):
    """What a store knows of some records besides them: their numbers, and holders of feats.

    `people` are the ids that stand for their players, with their names. `counted` are the counters of their deals,
    `usual` those of all deals of the store.
    """

    records: Collection[int]
    feats: FeatHolders
    people: Mapping[str, str]
    counted: Mapping[str, int]
    usual: Mapping[str, int]


def evening_report(title: Text, played: Played, kept: Kept) -> EveningReport:
    """The report of an evening."""
    parts = [
        Part(RESULTS, list(ranking(played.names, played.table))),
        Part(DEALS, list(_deals(played.names, played.table))),
        *told_of([played], kept),
    ]
    return EveningReport(title, [part for part in parts if part.lines])


def told_of(games: Sequence[Played], kept: Kept, *remarks: Text) -> list[Part]:
    """What was remarkable about games, after these remarks, and what was wrong in them."""
    remarkable = [*remarks, *_streaks(games), *_records(kept), *_rare(kept), *_turning(games)]
    return [Part(REMARKABLE, remarkable), Part(FAULTS, list(_faults(games)))]


class Ranked(NamedTuple):
    """A player, counted from 0, with their place on the evening, their first places and their total."""

    player: int
    place: int
    firsts: int
    total: Number | None


def ranked(names: Sequence[str], table: MatchTable) -> Iterator[Ranked]:
    """The players, best first: by their totals, or where there are none by their first places."""
    seated = [player for player in range(len(names)) if any(row.results[player].place for row in table.rows)]
    wins = {player: sum(row.results[player].place == 1 for row in table.rows) for player in seated}
    ranks = {player: table.ranks[player] or 0 for player in seated}
    for place, player in enumerate(sorted(seated, key=lambda one: (ranks[one] or len(names), -wins[one])), 1):
        yield Ranked(player, ranks[player] or place, wins[player], table.totals[player])


def ranking(names: Sequence[str], table: MatchTable) -> Iterator[Text]:
    """The same in words."""
    for player, place, firsts, total in ranked(names, table):
        en = f"{place}. {names[player]}" + ("" if total is None else f" {total}")
        ja = f"{place}位 {names[player]}" + ("" if total is None else f" {total}点")
        yield Text(
            en + (f" ({firsts} first place{'' if firsts == 1 else 's'})" if firsts else ""),
            ja + (f"（1位{firsts}回）" if firsts else ""),
        )


def _deals(names: Sequence[str], table: MatchTable) -> Iterator[Text]:
    """A line for each deal: its players by their places."""
    for row in table.rows[:DEALS_A_PAGE]:
        placed = sorted((result.place, player) for player, result in enumerate(row.results) if result.place)
        groups = [[names[player] for _, player in group] for _, group in groupby(placed, lambda one: one[0])]
        order = " > ".join("=".join(group) for group in groups)
        yield Text(f"{row.number}: {order or 'not decided'}", f"{row.number}回目：{order or '勝負つかず'}")
    if (more := table.deals - DEALS_A_PAGE) > 0:
        yield Text(f"… and {more} more", f"…ほか{more}回")


def _streaks(games: Sequence[Played]) -> Iterator[Text]:
    """The longest streaks of first places within a game."""
    longest: list[tuple[int, int, int, int]] = []
    for game, (names, table, _, _) in enumerate(games):
        for player in range(len(names)):
            sat = [(row.number, row.results[player].place) for row in table.rows if row.results[player].place]
            for is_first, group in groupby(sat, lambda one: one[1] == 1):
                run = [number for number, _ in group]
                if is_first and len(run) >= _LEAST_STREAK:
                    longest.append((len(run), game, run[0], player))
    best = max((length for length, *_ in longest), default=0)
    found = sorted(one for one in longest if one[0] == best)
    for length, game, first, player in found[:MOST_TOLD]:
        name = games[game].names[player]
        yield _labelled(
            games[game],
            f"{name} was first {length} times in a row, from deal {first} on",
            f"{name}が{first}回目から{length}回連続で1位",
        )
    yield from _more(len(found))


def _labelled(game: Played, en: str, ja: str) -> Text:
    """What is told of a game, with its label if it has one."""
    label = game.label
    return Text(f"{label.en}: {en}", f"{label.ja}：{ja}") if label.en else Text(en, ja)


def _more(count: int) -> Iterator[Text]:
    """How many of so many were not told."""
    if (more := count - MOST_TOLD) > 0:
        yield Text(f"… and {more} more", f"…ほか{more}件")


def _records(kept: Kept) -> Iterator[Text]:
    """The feats in which nobody in the store is better, and which were reached in these records."""
    if kept.usual.get("deals", 0) <= _FEWEST_DEALS:
        return
    for feat, holders in kept.feats.holders.items():
        for holder in holders[:1]:
            if holder.best.record in kept.records and holder.person in kept.people:
                value = f"{holder.best.value:.4g}"
                yield Text(*(said.format(name=kept.people[holder.person], value=value) for said in _FEATS[feat]))


def _rare(kept: Kept) -> Iterator[Text]:
    """What happened and seldom happens in this store, once that has seen enough deals to say so."""
    deals = kept.usual.get("played", 0)
    for counter, name in _RARE.items():
        count, usual = kept.counted.get(counter, 0), kept.usual.get(counter, 0)
        if count and usual and deals > _FEWEST_DEALS and usual * _SELDOM < deals:
            every = round(deals / usual)
            yield Text(
                f"{name.en}: {count} (here once in {every} deals)", f"{name.ja}：{count}回（ここでは{every}回に1度）"
            )


def _turning(games: Sequence[Played]) -> Iterator[Text]:
    """The turning point of each deal that was analysed; of several games, of the first deals."""
    found = [(game, deal, point) for game in games for deal, point in sorted(game.turning.items())]
    for game, deal, point in found if len(games) == 1 else found[:MOST_TOLD]:
        name, action = game.names[point.player - 1], point.action + 1
        if isinstance(point, MissedWinAnalysis):
            yield _labelled(
                game,
                f"Deal {deal}, action {action}: {name} could have gone out next for certain",
                f"{deal}回目の{action}手目：{name}は次の上がりを確定できた",
            )
        else:
            yield _labelled(
                game,
                f"Deal {deal}, action {action}: the turning point was a play of {name}",
                f"{deal}回目の{action}手目：{name}の一手が分かれ目",
            )


def _faults(games: Sequence[Played]) -> Iterator[Text]:
    """The first faults, with what became of them."""
    found = [(game, deal, fault) for game in games for deal, fault in game.table.faults]
    for game, deal, fault in found[:MOST_TOLD]:
        who = game.names[fault.player - 1] if fault.player else ""
        action = "" if fault.action is None else f", action {fault.action + 1}"
        hand = "" if fault.action is None else f"の{fault.action + 1}手目"
        resolution = RESOLUTIONS[fault.resolution]
        yield _labelled(
            game,
            f"Deal {deal}{action}{f' ({who})' if who else ''}: {fault.message.en} – {resolution.en}",
            f"{deal}回目{hand}{f'（{who}）' if who else ''}：{fault.message.ja}（{resolution.ja}）",
        )
    yield from _more(sum(game.table.fault_count for game in games))


def plain_text(report: EveningReport, language: int) -> str:
    """The report as text for a chat or a mail, in the language with this place in a `Text`."""
    parts = ["\n".join([part.heading[language], *(line[language] for line in part.lines)]) for part in report.parts]
    return "\n\n".join([report.title[language], *parts]) + "\n"


_SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~"})


def without_markdown(text: str) -> str:
    """The text with its signs of Markdown escaped."""
    return text.translate(_SIGNS)


def markdown(report: EveningReport, language: int) -> str:
    """The report as Markdown."""
    parts = [
        "\n".join(
            [f"## {part.heading[language]}", "", *(f"- {without_markdown(line[language])}" for line in part.lines)]
        )
        for part in report.parts
    ]
    return "\n\n".join([f"# {without_markdown(report.title[language])}", *parts]) + "\n"


_EVENINGS = Text("Evenings", "例会ごとの上位")
_LEADERS = 3
"""How many places of an evening are told."""


def season_report(title: Text, table: SeasonTable, told: Sequence[Part]) -> EveningReport:
    """The report of a season; `told` is what was remarkable and what was wrong in it."""
    parts = [
        Part(RESULTS, list(map(_ranking_line, table.lines))),
        Part(_EVENINGS, list(_evening_lines(table))),
        *told,
    ]
    return EveningReport(title, [part for part in parts if part.lines])


def _points(points: int | None) -> Text:
    number = points_number(points)
    return Text("", "") if number is None else Text(f" {number_text(number)}", f" {number_text(number)}点")


def _ranking_line(line: SeasonLine) -> Text:
    points = _points(line.points)
    en, ja = ("–", "–") if line.place is None else (f"{line.place}.", f"{line.place}位")
    evenings = "1 evening" if line.evenings == 1 else f"{line.evenings} evenings"
    firsts = "1 deal won" if line.firsts == 1 else f"{line.firsts} deals won"
    return Text(
        f"{en} {line.name}{points.en} ({evenings}, {firsts})",
        f"{ja} {line.name}{points.ja}（参加{line.evenings}回、1位{line.firsts}回）",
    )


def _evening_lines(table: SeasonTable) -> Iterator[Text]:
    """The first of each evening."""
    for number, name in enumerate(evening_names(table)):
        came = [(line.results[number].place, line.name, line) for line in table.lines if number in line.results]
        led = [line for _, _, line in sorted(came, key=lambda one: one[:2])[:_LEADERS]]
        told = [(line.name, _points(line.results[number].points)) for line in led]
        day = _evening_name(name)
        en = ", ".join(f"{player}{points.en}" for player, points in told)
        ja = "、".join(f"{player}{points.ja}" for player, points in told)
        yield Text(f"{day.en}: {en}", f"{day.ja}：{ja}")


def _evening_name(name: str) -> Text:
    return Text("no day", "日付なし") if name == "-" else Text(name, name)


def season_remarks(table: SeasonTable) -> Iterator[Text]:
    """Who won most evenings, and the best evening of all."""
    most = max((line.evenings_won for line in table.lines), default=0)
    if most > 1:
        names = [line.name for line in table.lines if line.evenings_won == most]
        yield Text(
            f"Most evenings won: {', '.join(names)} ({most})", f"例会の1位が最多：{'、'.join(names)}（{most}回）"
        )
    sign = 1 if table.fewer_is_better else -1
    scored = [
        (sign * one.points, number, line.name)
        for line in table.lines
        for number, one in line.results.items()
        if one.points is not None
    ]
    if len(table.evenings) > 1 and scored:
        best, number, name = min(scored)
        points, evening = _points(sign * best), _evening_name(evening_names(table)[number])
        yield Text(
            f"Best evening: {name},{points.en} ({evening.en})", f"例会の最高点：{name}{points.ja}（{evening.ja}）"
        )


def season_title(name: str, book: Text) -> Text:
    """What a report is called: the season and its game."""
    return Text(f"{name} · {book.en}", f"{name} · {book.ja}")


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

"""The report of an evening, to be sent around: who won, what was remarkable and what was wrong; also as Markdown."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from daifu.api.views.analysis import TurningPoint
from daifu.api.views.game_text import RESOLUTIONS
from daifu.api.views.match_table import DEALS_A_PAGE, MatchTable
from daifu.data.ratings.values import Feat, FeatHolders
from daifu.replay.deal import Number
from daifu.replay.text import Text
from daifu.schemas.analysis import MissedWinAnalysis

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

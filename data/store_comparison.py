"""Compares what two stores say, through their methods alone: the proof of a copy."""

from collections.abc import Callable, Iterator
from datetime import date
from itertools import zip_longest
from typing import Final

from daifu.data.ratings.values import Rating
from daifu.data.store.store import Store
from daifu.data.store.values import (
    DealFilter,
    Difference,
    RecordFilter,
    RecordSummary,
    TournamentSummary,
)
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text

PAGE: Final = 500
"""How many records and ratings are asked for at a time."""

DATED_DEALS: Final = DealFilter(until=date.max)


def store_comparison(one: Store, other: Store, advance: Callable[[int], None]) -> Iterator[Difference]:
    """Everything in which two stores differ to their readers; `advance` is called with 1 for each record.

    Compared are all records with their revisions, reports and analyses, people with their changes, tokens, house rules,
    seasons, statistics and ratings of every game, and tournaments with their logs and states, from which standings
    follow. Nobody may write to the stores meanwhile.
    """
    for withdrawn in (False, True):
        yield from _record_differences(one, other, RecordFilter(withdrawn=withdrawn), advance)
    yield from _analysis_differences(one, other)
    yield from _token_differences(one, other)
    if any(first != second for first, second in zip_longest(one.houses.each(), other.houses.each())):
        yield Difference(Text("the house rules differ", "ハウスルールが違います"))
    if one.seasons.all() != other.seasons.all():
        yield Difference(Text("the seasons differ", "シーズンが違います"))
    yield from _people_differences(one, other)
    for game in (*PROFILES, *one.statistics.houses()):
        yield from _game_differences(one, other, game)
    yield from _tournament_differences(one, other)


def _record_differences(
    one: Store, other: Store, wanted: RecordFilter, advance: Callable[[int], None]
) -> Iterator[Difference]:
    """The records that differ: in lists, newest first, and in their texts, oldest first."""
    for first, second in zip_longest(_listed(one, wanted), _listed(other, wanted)):
        if first is None or second is None or first.id != second.id:
            yield Difference(
                Text("one store does not have it", "片方の保存先にありません"),
                max(found.id for found in (first, second) if found),
            )
            return
        if first != second:
            yield Difference(Text("lists show it differently", "一覧の内容が違います"), first.id)
        if first.revision > 1 and one.revisions(first.id) != other.revisions(first.id):
            yield Difference(Text("its revisions differ", "版の履歴が違います"), first.id)
    for stored, copied in zip(one.each(wanted), other.each(wanted), strict=False):
        advance(1)
        if stored != copied:
            yield Difference(Text("the record or its report differs", "棋譜か報告が違います"), stored.id)


def _listed(store: Store, wanted: RecordFilter) -> Iterator[RecordSummary]:
    after: int | None = None
    while True:
        records, after = store.page(wanted, after, PAGE)
        yield from records
        if after is None:
            return


def _analysis_differences(one: Store, other: Store) -> Iterator[Difference]:
    for first, second in zip_longest(one.analyses.each(), other.analyses.each()):
        if first != second:
            [analysis, *_] = filter(None, (first, second))
            yield Difference(Text("its analysis differs", "分析が違います"), analysis.record, analysis.revision)


def _token_differences(one: Store, other: Store) -> Iterator[Difference]:
    if one.tokens() != other.tokens():
        yield Difference(Text("the tokens differ", "トークンが違います"))
    if one.signing_key() != other.signing_key():
        yield Difference(Text("the signing key differs", "署名の鍵が違います"))


def _people_differences(one: Store, other: Store) -> Iterator[Difference]:
    for first, second in zip_longest(one.people.each(), other.people.each()):
        if first != second:
            [person, *_] = filter(None, (first, second))
            yield _of_player(person.id)
    for before, after in zip_longest(one.people.changes(), other.people.changes()):
        if before != after:
            [change, *_] = filter(None, (before, after))
            yield _of_player(change.person)
    if one.people.merged() != other.people.merged():
        yield Difference(Text("the people who were merged differ", "統合された人が違います"))


def _game_differences(one: Store, other: Store, game: str) -> Iterator[Difference]:
    """The game where the counts of its deals or the records of its players differ, and the people who differ."""
    if _of_all(one, game) != _of_all(other, game):
        yield Difference(Text(f"statistics or records of {game} differ", f"{game}の統計か最高記録が違います"))
    people: dict[str, None] = {}
    for figures, same in zip(_figures(one, game), _figures(other, game), strict=True):
        for first, second in zip_longest(figures, same):
            if first != second:
                [(person, *_), *_] = filter(None, (first, second))
                people[person] = None
    yield from (_of_player(person, game) for person in people)


def _of_all(store: Store, game: str) -> tuple[object, ...]:
    """The counts of all deals of a game, and who holds its records."""
    return store.statistics.profile(game), store.statistics.profile(game, DATED_DEALS), store.ratings.records(game)


def _figures(store: Store, game: str) -> list[Iterator[tuple[str, *tuple[object, ...]]]]:
    """The figures of people in a game, each of which begins with the id of one: counts, pairs and ratings."""
    statistics = store.statistics
    return [
        statistics.everybody(game),
        statistics.everybody(game, wanted=DATED_DEALS),
        statistics.pairs(game),
        store.ratings.everybody(game),
        _ranked(store, game),
    ]


def _ranked(store: Store, game: str) -> Iterator[tuple[str, int, Rating]]:
    """The list of ratings."""
    after: int | None = 0
    while after is not None:
        page = store.ratings.ratings(game, limit=PAGE, cursor=after)
        yield from ((person, place, rating) for place, person, rating in page.rated)
        after = page.after


def _tournament_differences(one: Store, other: Store) -> Iterator[Difference]:
    for first, second in zip_longest(_tournaments(one), _tournaments(other)):
        if first != second:
            [(summary, *_), *_] = filter(None, (first, second))
            yield Difference(Text(f"tournament {summary.id} differs", f"大会{summary.id}が違います"))


def _tournaments(store: Store) -> Iterator[tuple[TournamentSummary, *tuple[object, ...]]]:
    """Each tournament with its state, its whole log, and the records that it could not import."""
    for summary in store.tournaments.each():
        log = store.tournaments.log(summary.id, limit=summary.version)
        yield summary, store.tournaments.present(summary.id), log, store.tournaments.problems(summary.id)


def _of_player(player: str, game: str | None = None) -> Difference:
    """What is said of a player differs, in a game or at all."""
    if game is None:
        return Difference(Text(f"what is said of {player} differs", f"{player}の情報が違います"))
    return Difference(
        Text(
            f"statistics or ratings of {player} in {game} differ",
            f"{game}での{player}の統計かレーティングが違います",
        )
    )

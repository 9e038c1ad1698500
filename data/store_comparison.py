"""Compares what two stores say, through their interface alone: the proof of a copy."""

from collections.abc import Callable, Iterator
from datetime import date
from itertools import zip_longest
from typing import Final

from data.store.interface import Store
from data.store.values import (
    DealFilter,
    Difference,
    Person,
    PersonChange,
    RecordFilter,
    RecordSummary,
    TournamentSummary,
)
from replay.games.catalogue import PROFILES
from replay.text import Text

PAGE: Final = 500
"""How many records, people and tournaments are asked for at a time."""

DATED_DEALS: Final = DealFilter(until=date.max)

_MISSING: Final = Text("one store does not have it", "片方の保存先にありません")
_LISTED: Final = Text("lists show it differently", "一覧の内容が違います")
_CONTENT: Final = Text("the record or its report differs", "棋譜か報告が違います")
_HISTORY: Final = Text("its revisions differ", "版の履歴が違います")
_TOKENS: Final = Text("the tokens differ", "トークンが違います")
_MERGES: Final = Text("the people who were merged differ", "統合された人が違います")
_KEY: Final = Text("the signing key differs", "署名の鍵が違います")


def store_comparison(one: Store, other: Store, advance: Callable[[int], None]) -> Iterator[Difference]:
    """Everything in which two stores differ to their readers; `advance` is called with 1 for each record.

    Compared are all records with their revisions and reports, people with their changes, tokens, statistics and
    ratings of every game, and tournaments with their logs and states, from which standings follow. Nobody may write to
    the stores meanwhile.
    """
    for withdrawn in (False, True):
        yield from _record_differences(one, other, RecordFilter(withdrawn=withdrawn), advance)
    yield from _token_differences(one, other)
    yield from _people_differences(one, other)
    for game in PROFILES:
        yield from _statistics_differences(one, other, game)
        yield from _rating_differences(one, other, game)
    yield from _tournament_differences(one, other)


def _record_differences(
    one: Store, other: Store, wanted: RecordFilter, advance: Callable[[int], None]
) -> Iterator[Difference]:
    """The records that differ: in lists, newest first, and in their texts, oldest first."""
    for first, second in zip_longest(_listed(one, wanted), _listed(other, wanted)):
        if first is None or second is None or first.id != second.id:
            yield Difference(_MISSING, max(found.id for found in (first, second) if found))
            return
        if first != second:
            yield Difference(_LISTED, first.id)
        if first.revision > 1 and one.revisions(first.id) != other.revisions(first.id):
            yield Difference(_HISTORY, first.id)
    for stored, copied in zip(one.each(wanted), other.each(wanted), strict=False):
        advance(1)
        if stored != copied:
            yield Difference(_CONTENT, stored.id)


def _listed(store: Store, wanted: RecordFilter) -> Iterator[RecordSummary]:
    after: int | None = None
    while True:
        records, after = store.page(wanted, after, PAGE)
        yield from records
        if after is None:
            return


def _token_differences(one: Store, other: Store) -> Iterator[Difference]:
    if one.tokens() != other.tokens():
        yield Difference(_TOKENS)
    if one.signing_key() != other.signing_key():
        yield Difference(_KEY)


def _people_differences(one: Store, other: Store) -> Iterator[Difference]:
    for first, second in zip_longest(_people(one), _people(other)):
        if first != second:
            yield _of_player(first or second)
    if one.people.merged() != other.people.merged():
        yield Difference(_MERGES)


def _people(store: Store) -> Iterator[tuple[str, Person, list[PersonChange]]]:
    """The id of each person, what is said of them, and their changes."""
    page = store.people.find(limit=PAGE)
    while True:
        for person in page.people:
            yield person.id, person, store.people.history(person.id)
        if page.after is None:
            return
        page = store.people.find(limit=PAGE, after=page.after)


def _statistics_differences(one: Store, other: Store, game: str) -> Iterator[Difference]:
    """The players whose counts in a game differ, and the game where its deals do."""
    if one.statistics.profile(game) != other.statistics.profile(game):
        yield _of_game(game)
    for first, second in zip_longest(_counts(one, game), _counts(other, game)):
        if first != second:
            yield _of_player(first or second, game)


def _counts(store: Store, game: str) -> Iterator[tuple[object, ...]]:
    """The id of each player with their counts: in all, on days that are known, and with each other player."""
    for player, counts in store.statistics.everybody(game):
        dated = store.statistics.player([player], game, DATED_DEALS)
        yield player, counts, dated, store.statistics.opponents([player], game)


def _rating_differences(one: Store, other: Store, game: str) -> Iterator[Difference]:
    """The people whose ratings in a game differ, and the game where its records do."""
    if one.ratings.records(game) != other.ratings.records(game):
        yield _of_game(game)
    for first, second in zip_longest(_ratings(one, game), _ratings(other, game)):
        if first != second:
            yield _of_player(first or second, game)


def _ratings(store: Store, game: str) -> Iterator[tuple[object, ...]]:
    """The id of each rated person with their place, rating, streaks, and ratings day by day."""
    after: int | None = 0
    while after is not None:
        page = store.ratings.ratings(game, limit=PAGE, cursor=after)
        for rated in page.rated:
            ids = store.people.one(rated.person).players
            yield rated.person, rated, store.ratings.form(ids, game), store.ratings.history(ids, game)
        after = page.after


def _tournament_differences(one: Store, other: Store) -> Iterator[Difference]:
    for first, second in zip_longest(_tournaments(one), _tournaments(other)):
        if first != second:
            [(summary, *_), *_] = filter(None, (first, second))
            yield Difference(Text(f"tournament {summary.id} differs", f"大会{summary.id}が違います"))


def _tournaments(store: Store) -> Iterator[tuple[TournamentSummary, *tuple[object, ...]]]:
    """Each tournament with its state, its whole log, and the records that it could not import."""
    after: int | None = None
    while True:
        summaries, after = store.tournaments.page(after, PAGE)
        for summary in summaries:
            log = store.tournaments.log(summary.id, limit=summary.version)
            yield summary, store.tournaments.present(summary.id), log, store.tournaments.problems(summary.id)
        if after is None:
            return


def _of_player(found: tuple[object, ...] | None, game: str | None = None) -> Difference:
    """What is said of a player differs, given what one store says, which begins with their id."""
    player = found[0] if found else ""
    if game is None:
        return Difference(Text(f"what is said of {player} differs", f"{player}の情報が違います"))
    return Difference(
        Text(
            f"statistics or ratings of {player} in {game} differ",
            f"{game}での{player}の統計かレーティングが違います",
        )
    )


def _of_game(game: str) -> Difference:
    return Difference(Text(f"statistics or records of {game} differ", f"{game}の統計か最高記録が違います"))

"""The tables of seasons from what a store has counted."""

from daifu.data.seasons import COUNTERS, SeasonTable, make_table
from daifu.data.store.interface import Store
from daifu.data.store.values import DealFilter, SeasonTerms
from daifu.replay.games.catalogue import PROFILES


def season_table(store: Store, terms: SeasonTerms, rules: str | None = None) -> SeasonTable:
    """The table of a season in one game: the only one that belongs to it, else `rules`, else the one played most."""
    games = _games(store, terms)
    game = terms.rules or rules or next(iter(games), None)
    if game is None:
        return SeasonTable(terms, None, games, fewer_is_better=False, least=terms.least, evenings=[], lines=[])
    came = store.statistics.evenings(game, season_filter(terms), COUNTERS)
    table = make_table(terms, game, games, came, store.people.merged())
    names = store.people.names([line.person for line in table.lines])
    return table._replace(lines=[line._replace(name=names.get(line.person, line.person)) for line in table.lines])


def season_filter(terms: SeasonTerms) -> DealFilter:
    """The deals of a season, of any game."""
    return DealFilter(terms.since, terms.until, terms.event)


def _games(store: Store, terms: SeasonTerms) -> list[str]:
    """The games of which a season has deals, the most played first."""
    if terms.rules is not None:
        return [terms.rules]
    wanted = season_filter(terms)
    played = {game: store.statistics.profile(game, wanted)[0].get("deals", 0) for game in PROFILES}
    return sorted((game for game, deals in played.items() if deals), key=lambda game: -played[game])

"""The tables of seasons from what a store has counted."""

from daifu.data.seasons import COUNTERS, SeasonTable, make_table
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, SeasonTerms
from daifu.replay.games.catalogue import PROFILES


def season_table(store: Store, terms: SeasonTerms, rules: str | None = None) -> SeasonTable:
    """The table of a season in one game: the only one that belongs to it, else `rules`, else the one played most."""
    wanted = DealFilter(terms.since, terms.until, terms.event)
    games = _games(store, wanted) if terms.rules is None else [terms.rules]
    game = terms.rules or rules or next(iter(games), None)
    if game is None:
        return SeasonTable(terms, None, games, fewer_is_better=False, least=terms.least, evenings=[], lines=[])
    came = store.statistics.evenings(game, wanted, COUNTERS)
    table = make_table(terms, game, games, came, store.people.merged())
    names = store.people.names([line.person for line in table.lines])
    return table._replace(lines=[line._replace(name=names.get(line.person, line.person)) for line in table.lines])


def _games(store: Store, wanted: DealFilter) -> list[str]:
    """The games that have such deals, the most played first."""
    played = {game: store.statistics.profile(game, wanted)[0].get("deals", 0) for game in PROFILES}
    return sorted((game for game, deals in played.items() if deals), key=lambda game: -played[game])

"""From the deal of a record to a FujiGokoro game, with what the source of the record knows besides."""

from collections.abc import Iterable, Iterator, Sequence

from schemas.fujigokoro import wording
from schemas.fujigokoro.cards import in_order, read_set, usual_spelling
from schemas.fujigokoro.exchange import gifts_of, hands_after, submitted
from schemas.fujigokoro.game import MOST_PLAYS, Game, Turn
from schemas.fujigokoro.source import FujiGokoroSource, GameSource
from schemas.log_errors import ReadingError, WritingError, writing
from schemas.uecda.plain_deals import EVERYBODY, Gift, PlainDeal, Play
from schemas.uecda.wording import deal_number


def games_of(deals: Iterable[PlainDeal], source: FujiGokoroSource) -> Iterator[Game]:
    """The deals as FujiGokoro games. Raises `WritingError`."""
    for index, deal in enumerate(deals):
        with writing(deal_number(index + 1)):
            known = source.games[index] if source.games else _made_up(deal)
            number = None if source.first_game is None else source.first_game + index
            game = _game(deal, number, known)
            _check_exchange(game, deal)
        yield game


def _made_up(deal: PlainDeal) -> GameSource:
    """What a file would know of a game that comes from elsewhere: no times finer than the record's."""
    times = [None if play.time is None else play.time * 1000 for play in deal.plays[:MOST_PLAYS]]
    return GameSource(thinking=times)


def _game(deal: PlainDeal, number: int | None, source: GameSource) -> Game:
    dealt = tuple(" ".join(hand) for hand in deal.hands)
    return Game(
        number=number,
        classes=_by_player(deal.places) if deal.places else _meaningless(source.classes),
        seats=_by_player(deal.seats),
        dealt=dealt,
        changed=tuple(source.changed or submitted(deal.gifts)),
        original=tuple(" ".join(in_order(hand.elements())) for hand in hands_after(dealt, deal.gifts)),
        gifts=deal.gifts,
        plays=_turns(deal.plays[:MOST_PLAYS], source),
        result=_by_player(deal.order),
    )


def _meaningless(classes: Sequence[int] | None) -> tuple[int, ...]:
    """The ranks of a game without exchange: the file's own, or any."""
    anybodys = range(len(EVERYBODY))
    if sorted(classes or anybodys) != list(anybodys):
        raise WritingError(wording.OTHER_SOURCE)
    return tuple(classes or anybodys)


def _check_exchange(game: Game, deal: PlainDeal) -> None:
    """The format does not say who gave to whom: it has to follow from the ranks, and ranks always lead to gifts."""
    if not bool(deal.places) == bool(deal.gifts) == any(game.changed):
        raise WritingError(wording.OTHER_EXCHANGE)
    try:
        follows = gifts_of(game.classes, game.dealt, game.changed, game.original)
    except ReadingError as error:
        raise WritingError(wording.OTHER_EXCHANGE) from error
    if _as_set(follows) != _as_set(deal.gifts):
        raise WritingError(wording.OTHER_EXCHANGE)


def _as_set(gifts: Iterable[Gift]) -> set[tuple[int, int, tuple[str, ...]]]:
    return {(gift.giver, gift.receiver, in_order(gift.cards)) for gift in gifts}


def _turns(plays: Sequence[Play], source: GameSource) -> tuple[Turn, ...]:
    if len(source.thinking) != len(plays):
        raise WritingError(wording.OTHER_SOURCE)
    return tuple(
        _turn(play, time, source.spelt.get(at))
        for at, (play, time) in enumerate(zip(plays, source.thinking, strict=True))
    )


def _turn(play: Play, microseconds: int | None, spelt: str | None) -> Turn:
    """The play with its exact time and the file's own spelling, which must not say anything else than the record."""
    cards = " ".join(play.cards)
    same_time = play.time == (None if microseconds is None else microseconds // 1000)
    if not same_time or (spelt is not None and not _says(spelt, play)):
        raise WritingError(wording.OTHER_SOURCE)
    return Turn(cards, spelt or usual_spelling(cards), microseconds)


def _says(spelt: str, play: Play) -> bool:
    try:
        return sorted(read_set(spelt).split()) == sorted(play.cards)
    except ReadingError:
        return False


def _by_player(places: Sequence[int]) -> tuple[int, ...]:
    """Each player's place, counted from 0, in a list of all of them."""
    return tuple(places.index(player) for player in EVERYBODY)

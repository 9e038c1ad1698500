"""Writes a record as a FujiGokoro file (rules digest, section 3).

A record that was read from such a file gives that file again, byte for byte. Values for which the format has no place
and on which the play does not depend (comments, notes, the event, points) are left out; a record with anything else
that the format cannot hold is refused. So is one whose plays would be read as those of other players, because a file
does not say who made a play.
"""

from collections.abc import Iterable, Iterator, Sequence

from daifu.schemas.foreign_log import LineEnd, ReadingError, WritingError, prefix_writing_errors
from daifu.schemas.fujigokoro import messages
from daifu.schemas.fujigokoro.game import (
    MOST_PLAYS,
    Game,
    Turn,
    derive_gifts,
    hands_after,
    read_set,
    sort_cards,
    submitted_cards,
    usual_spelling,
    write_cards,
)
from daifu.schemas.fujigokoro.importer import (
    PLAYS_STAND,
    SOURCE_FORMAT,
    FujiGokoroSource,
    GameSource,
    find_trick_end,
    play_out,
    read_source,
)
from daifu.schemas.record.model import RawRecord, player_name
from daifu.schemas.uecda.deals import ALL_PLAYERS, Gift, PlainDeal, Play, plain_deals, uecda_rules
from daifu.schemas.uecda.header import OPTION_FLAGS, check_player_names
from daifu.schemas.uecda.importer import TRICK_ENDS
from daifu.schemas.uecda.messages import deal_number


def games_from_deals(deals: Iterable[PlainDeal], source: FujiGokoroSource) -> Iterator[Game]:
    """The deals as FujiGokoro games. Raises `WritingError`."""
    for index, deal in enumerate(deals):
        with prefix_writing_errors(deal_number(index + 1)):
            # A record of another source has the times that it has itself.
            times = [None if play.time is None else play.time * 1000 for play in deal.plays[:MOST_PLAYS]]
            game_source = source.games[index] if source.games else GameSource(thinking=times)
            number = None if source.first_game is None else source.first_game + index
            game = _game_from_deal(deal, number, game_source)
            _check_exchange(game, deal)
        yield game


def _game_from_deal(deal: PlainDeal, number: int | None, source: GameSource) -> Game:
    dealt = tuple(" ".join(hand) for hand in deal.hands)
    return Game(
        number=number,
        classes=_places_by_player(deal.places) if deal.places else _arbitrary_classes(source.classes),
        seats=_places_by_player(deal.seats),
        dealt=dealt,
        changed=tuple(source.changed or submitted_cards(deal.gifts)),
        original=tuple(" ".join(sort_cards(hand.elements())) for hand in hands_after(dealt, deal.gifts)),
        gifts=deal.gifts,
        plays=_turns(deal.plays[:MOST_PLAYS], source),
        result=_places_by_player(deal.order),
    )


def _arbitrary_classes(classes: Sequence[int] | None) -> tuple[int, ...]:
    """The ranks of a game without exchange: those of the file, or any."""
    ranks = range(len(ALL_PLAYERS))
    if sorted(classes or ranks) != list(ranks):
        raise WritingError(messages.OTHER_SOURCE)
    return tuple(classes or ranks)


def _check_exchange(game: Game, deal: PlainDeal) -> None:
    """Raise `WritingError` if the gifts do not follow from the ranks: the format does not say who gave to whom."""
    if not bool(deal.places) == bool(deal.gifts) == any(game.changed):
        raise WritingError(messages.OTHER_EXCHANGE)
    try:
        derived = derive_gifts(game.classes, game.dealt, game.changed, game.original)
    except ReadingError as error:
        raise WritingError(messages.OTHER_EXCHANGE) from error
    if _gift_set(derived) != _gift_set(deal.gifts):
        raise WritingError(messages.OTHER_EXCHANGE)


def _gift_set(gifts: Iterable[Gift]) -> set[tuple[int, int, tuple[str, ...]]]:
    return {(gift.giver, gift.receiver, sort_cards(gift.cards)) for gift in gifts}


def _turns(plays: Sequence[Play], source: GameSource) -> tuple[Turn, ...]:
    if len(source.thinking) != len(plays):
        raise WritingError(messages.OTHER_SOURCE)
    return tuple(
        _turn(play, time, source.spelt.get(at))
        for at, (play, time) in enumerate(zip(plays, source.thinking, strict=True))
    )


def _turn(play: Play, microseconds: int | None, spelt: str | None) -> Turn:
    """The play with the exact time and the spelling of the file, both of which must agree with the record."""
    cards = " ".join(play.cards)
    same_time = play.time == (None if microseconds is None else microseconds // 1000)
    if not same_time or (spelt is not None and not _spells(spelt, play)):
        raise WritingError(messages.OTHER_SOURCE)
    return Turn(cards, spelt or usual_spelling(cards), microseconds)


def _spells(spelt: str, play: Play) -> bool:
    try:
        return sorted(read_set(spelt).split()) == sorted(play.cards)
    except ReadingError:
        return False


def _places_by_player(places: Sequence[int]) -> tuple[int, ...]:
    """Each player's place, counted from 0, in a list of all of them."""
    return tuple(places.index(player) for player in ALL_PLAYERS)


def write_fujigokoro(record: RawRecord) -> str:
    """The record as the text of a FujiGokoro file. Raises `WritingError`."""
    deals = list(plain_deals(record, illegal_play="stands"))
    for name in OPTION_FLAGS.values():  # they change the play, and the format has no place for them
        if record.get("options", {}).get(name, False):
            raise WritingError(messages.no_place_for_option(name))
    source = _source_of_record(record)
    games = list(games_from_deals(deals, source))
    _check_reading(deals, games, str(record.get("options", {}).get("trick_end", TRICK_ENDS[0])))
    names = [player_name(player) for player in record["players"]]
    check_player_names(names)
    return "".join(fujigokoro_lines(names, games, source.line_end)) + source.tail


def _check_reading(deals: Sequence[PlainDeal], games: Sequence[Game], trick_end: str) -> None:
    """Raise `WritingError` if the reader would find other players or another trick-end rule than the record's."""
    shown = find_trick_end(games)
    if shown.get("trick_end", trick_end) != trick_end:
        raise WritingError(messages.other_trick_end(trick_end))
    rules = uecda_rules(PLAYS_STAND | shown)
    for number, (deal, game) in enumerate(zip(deals, games, strict=True), start=1):
        with prefix_writing_errors(deal_number(number)):
            played = play_out(game, rules)
            for at, play in enumerate(deal.plays[:MOST_PLAYS]):
                if played.players[at : at + 1] != [play.player]:
                    raise WritingError(messages.play_of_another_player(at + 1))
            if rules.options["trick_end"] != trick_end and not played.fits:
                raise WritingError(messages.other_trick_end(trick_end))


def fujigokoro_lines(names: Sequence[str], games: Iterable[Game], line_end: LineEnd = "\n") -> Iterator[str]:
    """The lines of a file of these games, with their endings."""
    yield f"player {' '.join(names)}{line_end}"
    for game in games:
        for line in _game_lines(game):
            yield line + line_end


def _source_of_record(record: RawRecord) -> FujiGokoroSource:
    """The `source` of a record that was read from such a file; an empty one for a record from another source."""
    raw = record.get("source", {})
    if raw.get("format") != SOURCE_FORMAT:
        return FujiGokoroSource(format=SOURCE_FORMAT, games=[])
    source = read_source(raw)
    if len(source.games) != len(record["deals"]):
        raise WritingError(messages.OTHER_SOURCE)
    return source


def _game_lines(game: Game) -> Iterator[str]:
    yield "/* "
    if game.number is not None:
        yield f"game {game.number} "
    yield "score "
    yield _key_line("class", map(str, game.classes))
    yield _key_line("seat", map(str, game.seats))
    yield _key_line("dealt", map(_hand_text, game.dealt))
    yield _key_line("changed", map(_hand_text, game.changed))
    yield _key_line("original", map(_hand_text, game.original))
    times = ("" if turn.microseconds is None else f"[{turn.microseconds}]" for turn in game.plays)
    yield _key_line("play", (turn.spelt + time for turn, time in zip(game.plays, times, strict=True)))
    yield _key_line("result", map(str, game.result))
    yield "*/ "


def _key_line(key: str, words: Iterator[str]) -> str:
    return "".join(f"{word} " for word in (key, *words))


def _hand_text(cards: str) -> str:
    return " ".join(["{", *write_cards(cards.split()), "}"])

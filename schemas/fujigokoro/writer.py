"""Writes a FujiGokoro record (rules digest, section 3).

A record that was read from such a file gives that file again, byte for byte. What the format has no place for and the
play does not hang on (comments, notes, the event, points) is left out; anything else that it cannot say is refused.
"""

from collections.abc import Iterable, Iterator, Sequence

from schemas.fujigokoro import wording
from schemas.fujigokoro.cards import write_cards
from schemas.fujigokoro.game import Game, Turn
from schemas.fujigokoro.games import games_of
from schemas.fujigokoro.source import FORMAT, FujiGokoroSource, source_of
from schemas.log_errors import WritingError
from schemas.log_lines import LineEnd
from schemas.raw import RawRecord, player_name
from schemas.uecda.head import check_names
from schemas.uecda.plain_deals import plain_deals


def write_fujigokoro(record: RawRecord) -> str:
    """The record as the text of a FujiGokoro file. Raises `WritingError`."""
    source = _source(record)
    games = games_of(plain_deals(record, illegal_play="stands"), source)
    names = [player_name(player) for player in record["players"]]
    check_names(names)
    return "".join(fujigokoro_lines(names, games, source.line_end)) + source.tail


def fujigokoro_lines(names: Sequence[str], games: Iterable[Game], line_end: LineEnd = "\n") -> Iterator[str]:
    """The lines of a file of these games, with their endings."""
    yield f"player {' '.join(names)}{line_end}"
    for game in games:
        for line in _game_lines(game):
            yield line + line_end


def _source(record: RawRecord) -> FujiGokoroSource:
    """What the file knew besides the record; nothing for a record that came from elsewhere."""
    raw = record.get("source", {})
    if raw.get("format") != FORMAT:
        return FujiGokoroSource(format=FORMAT, games=[])
    source = source_of(raw)
    if len(source.games) != len(record["deals"]):
        raise WritingError(wording.OTHER_SOURCE)
    return source


def _game_lines(game: Game) -> Iterator[str]:
    yield "/* "
    if game.number is not None:
        yield f"game {game.number} "
    yield "score "
    yield _line("class", map(str, game.classes))
    yield _line("seat", map(str, game.seats))
    yield _line("dealt", map(_hand, game.dealt))
    yield _line("changed", map(_hand, game.changed))
    yield _line("original", map(_hand, game.original))
    yield _line("play", map(_play, game.plays))
    yield _line("result", map(str, game.result))
    yield "*/ "


def _line(key: str, words: Iterator[str]) -> str:
    return "".join(f"{word} " for word in (key, *words))


def _hand(cards: str) -> str:
    return " ".join(["{", *write_cards(cards.split()), "}"])


def _play(turn: Turn) -> str:
    return turn.spelt if turn.microseconds is None else f"{turn.spelt}[{turn.microseconds}]"

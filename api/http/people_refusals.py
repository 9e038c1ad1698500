"""Why the store does not tell of people, or merge them, as a problem of the catalogue."""

from api.http import kinds
from api.http.addresses import of_player, of_record
from api.http.problems import HttpProblem
from data.store.people.refusals import NoSuchPlayer, OnePerson, PeopleRefusal, SatTogether
from replay.text import Text


def of_people(refusal: PeopleRefusal) -> HttpProblem:
    """The problem that such a refusal is to the client."""
    match refusal:
        case NoSuchPlayer(player=player):
            detail = Text(f"no record has the player {player}", f"プレイヤー{player}の棋譜はありません")
            return HttpProblem(kinds.NOT_FOUND, detail)
        case OnePerson(person=person):
            detail = Text(f"both are {person} already", f"2人ともすでに{person}です")
            return HttpProblem(kinds.CANNOT_MERGE, detail, player=person, address=of_player(person))
        case SatTogether(record=record, deal=deal):
            detail = Text(
                f"both sat in deal {deal} of record {record}", f"棋譜{record}の{deal}回目に2人とも参加しています"
            )
            return HttpProblem(kinds.CANNOT_MERGE, detail, record=record, deal=deal, address=of_record(record))
        case _:
            detail = Text("there is no such merge, or it was undone", "その統合はないか、すでに取り消されています")
            return HttpProblem(kinds.NOT_FOUND, detail)

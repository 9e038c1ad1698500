"""The error of a change, a draw or a question to a tournament that is impossible.

It has a code and a sentence in English and Japanese. A change that raises it is not written to the log.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, ParamSpec

from daifu.replay.text import Text, filled
from daifu.replay.titles import title_name

P = ParamSpec("P")

MESSAGES: Final[Mapping[str, Text]] = {
    "not_created": Text("the tournament has not been created", "大会がまだ作られていません"),
    "already_created": Text("the tournament has already been created", "大会はすでに作られています"),
    "finished": Text(
        "the tournament is finished; reopen a round to continue",
        "大会は終了しています。続けるには回戦を再開してください",
    ),
    "unknown_rules": Text("there is no game {rules}", "ルール「{rules}」はありません"),
    "bad_options": Text(
        "{rules} does not have these options: {options}",
        "ルール「{rules}」では次のオプションは選べません：{options}",
    ),
    "house_mismatch": Text(
        "the options are not those of the house rules {house}: {found}",
        "オプションがハウスルール{house}のものと違います：{found}",
    ),
    "tie_break_twice": Text(
        "a tie-break is named twice, or none is named", "順位の決め方が重複しているか、ひとつもありません"
    ),
    "worth_twice": Text(
        "the worths of places at a table of {size} are given twice", "{size}人卓の順位点が重複しています"
    ),
    "results_exist": Text(
        "after the first result only the tie-breaks can change",
        "最初の結果が入ったあとに変更できるのは、同点の決め方だけです",
    ),
    "not_entered": Text("there is no entrant {entrant}", "参加者{entrant}はいません"),
    "player_entered": Text(
        "player {player} is already entered as entrant {entrant}",
        "プレイヤー「{player}」は参加者{entrant}として登録されています",
    ),
    "already_withdrawn": Text("entrant {entrant} has already withdrawn", "参加者{entrant}はすでに棄権しています"),
    "not_withdrawn": Text("entrant {entrant} has not withdrawn", "参加者{entrant}は棄権していません"),
    "has_played": Text(
        "entrant {entrant} has played in round {round} of stage {stage}",
        "参加者{entrant}は第{stage}ステージの{round}回戦に出ています",
    ),
    "no_such_stage": Text("there is no stage {stage}", "第{stage}ステージはありません"),
    "stage_not_last": Text(
        "stage {stage} is not the last one; only the last stage can be removed",
        "第{stage}ステージは最後ではありません。削除できるのは最後のステージだけです",
    ),
    "stage_in_use": Text(
        "stage {stage} has results, forfeits, closed rounds, bonuses or penalties",
        "第{stage}ステージには、結果、不戦敗、確定した回戦、または裁定があります",
    ),
    "no_such_round": Text(
        "round {round} of stage {stage} has not been drawn", "第{stage}ステージの{round}回戦はまだ組まれていません"
    ),
    "table_too_many": Text(
        "there is no table {table}; the last table of the round is {count}",
        "この回戦は{count}卓で、{table}卓はありません",
    ),
    "no_such_seat": Text("table {table} has no seat {seat}", "{table}卓に{seat}番の席はありません"),
    "bad_carry": Text(
        "the part of the points that is carried over is from 0 to 1, not {carry}",
        "持ち越す割合は0から1まででなければなりませんが、{carry}です",
    ),
    "nothing_to_carry": Text("there is no stage before this one", "前のステージがありません"),
    "carry_contrary": Text(
        "points cannot be carried between a stage where more points are better and one where fewer are",
        "得点の多い方が上のステージと少ない方が上のステージの間では、得点を持ち越せません",
    ),
    "tie_at_the_cut": Text(
        "the best {count} are not decided: entrants {entrants} share a place; draw a lot",
        "上位{count}人が決まりません。参加者{entrants}が同順位です。抽選で決めてください",
    ),
    "too_few": Text(
        "too few entrants: {count} are needed, found {found}", "{count}人必要ですが、{found}人しかいません"
    ),
    "already_drawn": Text("round {round} has already been drawn", "{round}回戦はすでに組まれています"),
    "draw_too_large": Text(
        "too much to draw together: round(s) {rounds}, entrants {players}",
        "{players}人の{rounds}回戦分は、一度に組むには多すぎます",
    ),
    "draw_too_long": Text(
        "the draw took more than {seconds} s; ask for fewer rounds or less work",
        "組み合わせに{seconds}秒より長くかかりました。回戦を減らすか、探索を短くしてください",
    ),
    "draw_too_heavy": Text(
        "the draw needs more than {megabytes} MB of memory; ask for fewer rounds",
        "組み合わせに{megabytes}MBより多くのメモリーが要ります。回戦を減らしてください",
    ),
    "round_out_of_order": Text(
        "the next round to be drawn is {due}, not {round}", "次に組むのは{due}回戦で、{round}回戦ではありません"
    ),
    "round_too_many": Text("the last round of the stage is {planned}", "このステージは{planned}回戦までです"),
    "size_not_allowed": Text(
        "a table of {size} is not allowed; allowed sizes are {allowed}",
        "{size}人の卓は作れません。認められるのは{allowed}人です",
    ),
    "table_size": Text(
        "table {table} is one of {found}; allowed sizes are {allowed}",
        "{table}卓は{found}人ですが、認められるのは{allowed}人です",
    ),
    "no_worth": Text(
        "the settings have no worths of places for a table of {found}", "{found}人卓の順位点が決められていません"
    ),
    "named_twice": Text("entrant {entrant} is named twice", "参加者{entrant}が重複しています"),
    "seated_twice": Text("entrant {entrant} is seated twice", "参加者{entrant}の席が重複しています"),
    "left_out": Text(
        "entrants {entrants} have neither a seat nor a bye", "参加者{entrants}に席がなく、不戦でもありません"
    ),
    "not_in_stage": Text("entrant {entrant} does not play in this stage", "参加者{entrant}はこのステージに出ません"),
    "withdrawn": Text("entrant {entrant} has withdrawn by that round", "参加者{entrant}はその時点で棄権しています"),
    "already_played": Text("table {table} has already been played", "{table}卓はすでに対局が始まっています"),
    "round_closed": Text("round {round} of stage {stage} is closed", "第{stage}ステージの{round}回戦は確定済みです"),
    "round_open": Text(
        "round {round} of stage {stage} is not closed", "第{stage}ステージの{round}回戦はまだ確定していません"
    ),
    "never_closed": Text("that round has never been closed", "その回戦はまだ確定したことがありません"),
    "deal_too_many": Text(
        "there is no deal {deal}; the last deal of a table is {deals}", "1卓{deals}回で、{deal}回目はありません"
    ),
    "deal_missing": Text("missing at table {table}: deal {deals}", "{table}卓の{deals}回目の結果がありません"),
    "deals_and_table": Text(
        "table {table} may have results of single deals or one of the whole table, not both",
        "{table}卓の結果は回ごとか卓全体かのどちらか一方にしてください",
    ),
    "wrong_count": Text(
        "table {table} has {seats} seats; found {found}", "{table}卓は{seats}席ですが、{found}人分あります"
    ),
    "has_result": Text(
        "deal {deal} of table {table} has a result already", "{table}卓の{deal}回目にはすでに結果があります"
    ),
    "nothing_given": Text("a result needs places or points", "結果には順位か得点が必要です"),
    "places_unsound": Text("the places {places} are impossible", "順位{places}はありえません"),
    "points_unknown": Text(
        "the points of seat {seat} do not follow from the places; enter them",
        "{seat}番席の得点は順位から決まらないので、記入が必要です",
    ),
    "places_unknown": Text("seat {seat} has no place", "{seat}番席の順位がありません"),
    "titles_unknown": Text(
        "the title of seat {seat} does not follow from its place", "{seat}番席の身分が順位から決まりません"
    ),
    "unknown_title": Text(
        "the game has no title {title}; its titles are {known}",
        "このゲームに身分「{title}」はありません。身分は{known}です",
    ),
    "wrong_player": Text(
        "player {player} does not belong in seat {seat} of table {table}",
        "{table}卓の{seat}番席はプレイヤー「{player}」の席ではありません",
    ),
    "record_elsewhere": Text(
        "record {record} is already the result of table {table} in round {round} of stage {stage}",
        "棋譜{record}は第{stage}ステージ{round}回戦{table}卓の結果です",
    ),
    "points_too_fine": Text("{points} points cannot be stored exactly", "{points}点は正確に記録できません"),
    "no_result": Text("table {table} has no such result", "{table}卓にその結果はありません"),
    "table_named_twice": Text("table {table} is named twice", "{table}卓が重複しています"),
    "other_people": Text(
        "the entrants named are not those who sit at these tables", "この卓に座っている人と一致しません"
    ),
    "not_at_table": Text("entrant {entrant} does not play at table {table}", "参加者{entrant}は{table}卓にいません"),
    "already_forfeited": Text("entrant {entrant} has already forfeited", "参加者{entrant}はすでに不戦敗です"),
    "has_forfeited": Text(
        "entrant {entrant} has forfeited table {table}; cancel the forfeit to let them play",
        "参加者{entrant}は{table}卓で不戦敗です。対局するには不戦敗を取り消してください",
    ),
    "not_forfeited": Text("entrant {entrant} has not forfeited", "参加者{entrant}は不戦敗ではありません"),
    "award_exists": Text("award {award} already exists", "裁定{award}はすでにあります"),
    "no_reason": Text("award {award} needs a reason", "裁定{award}には理由が必要です"),
    "long_reason": Text(
        "the reason of award {award} has more than {most} characters", "裁定{award}の理由が{most}文字を超えています"
    ),
    "no_such_award": Text("this entrant has no award {award}", "この参加者の裁定{award}はありません"),
    "already_cancelled": Text("award {award} has already been cancelled", "裁定{award}はすでに取り消されています"),
    "no_such_fault": Text("no such fault was found at table {table}", "{table}卓でそのような反則は見つかっていません"),
    "lot_not_of_seed": Text("the seed {seed} gives another order", "シード{seed}から決まる順番と違います"),
}


_LISTS: Final = frozenset({"allowed", "deals", "entrants", "known", "options", "places"})
"""The details that are lists."""


def fill_sentence(sentence: Text, details: Mapping[str, object]) -> Text:
    """The sentence with its details, in both languages; lists have the comma of the language."""
    lists = {
        name: Text(str(details[name]), str(details[name]).replace(", ", "、"))
        for name in _LISTS & details.keys()
        if not isinstance(details[name], Text)
    }
    return filled(sentence, **{**details, **lists})


class TournamentError(Exception):
    """A change is impossible in the present state; `details` fill the places of the sentence.

    `entrants` are several entrants whom the sentence lists. `place` is its index among several changes that were to be
    made together, None for a single one. `others` are further reasons, where they were looked for. `names` are the
    names of entrants by their numbers; the sentence adds them if they are known.
    """

    place: int | None = None
    others: tuple["TournamentError", ...] = ()
    names: Mapping[int, str] = MappingProxyType({})

    def __init__(self, code: str, *, entrants: Iterable[int] = (), **details: object) -> None:
        self.code = code
        self.entrants = tuple(entrants)
        self.details = {**details, "entrants": comma_separated(self.entrants)} if self.entrants else details
        super().__init__(self.sentence.en)

    def __reduce__(self) -> tuple[object, ...]:
        """What another process needs to have the same error."""
        return type(self).__new__, (type(self), *self.args), vars(self)

    @property
    def sentence(self) -> Text:
        """This reason alone, in both languages."""
        return fill_sentence(MESSAGES[self.code], self._named_details())

    def _named_details(self) -> Mapping[str, object]:
        """The details, with names beside the numbers of entrants and the words for titles."""
        named = dict(self.details)
        if isinstance(entrant := named.get("entrant"), int):
            named["entrant"] = self._named(entrant)
        if self.entrants:
            names = list(map(self._named, self.entrants))
            named["entrants"] = Text(", ".join(names), "、".join(names))
        if self.code == "unknown_title":
            titles = [(title, title_name(title)) for title in str(named["known"]).split(", ")]
            en = ", ".join(title if name.en == title else f"{name.en} ({title})" for title, name in titles)
            named["known"] = Text(en, "、".join(f"{name.ja}（{title}）" for title, name in titles))
        return named

    def _named(self, entrant: int) -> str:
        return f"{entrant} ({self.names[entrant]})" if entrant in self.names else str(entrant)

    @property
    def text(self) -> Text:
        """All reasons, in both languages."""
        sentences = [one.sentence for one in (self, *self.others)]
        return Text("; ".join(one.en for one in sentences), "。".join(one.ja for one in sentences))


def raise_all(wrong: Iterable[TournamentError]) -> None:
    """Raise the first of several errors with the others attached; nothing happens if there is none."""
    found = tuple(wrong)
    if found:
        found[0].others = found[1:]
        raise found[0]


def collect_errors(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Iterator[TournamentError]:
    """The error that a check raises, as an item, so that further checks can follow."""
    try:
        check(*args, **kwargs)
    except TournamentError as refused:
        yield refused


def comma_separated(numbers: Iterable[object]) -> str:
    """Numbers as a list in a sentence."""
    return ", ".join(map(str, numbers))

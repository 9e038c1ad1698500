"""What happens when local rules meet: a case a line, the actions of a table and the faults that they must have.

Hands are unknown unless a case names them, so cards come from them as they are laid; a ranking may follow the hands. A
fault is `action player code`.
"""

import json
from typing import Any

import pytest

from daifu.replay.legal import legal_actions
from daifu.replay.match import Record, Report, replay
from daifu.replay.position import Position, position_after
from daifu.schemas.position import describe_position
from daifu.schemas.record.decode import load_record

Options = dict[str, Any]

CASES: list[tuple[str, Options, str, str]] = [
    # order
    ("a set turns the order at most once", {"runs": {}, "revolution": {"least": 3}, "coup": {}},
     "1 S9 H9 D9; 2 -; 3 -; 4 -; 1 S5; 2 S4", ""),
    ("a revolution in a flipped trick restores it, and the clear ends the flip",
     {"revolution": {"least": 3}, "jack_back": {}}, "1 SJ HJ DJ; 2 SQ HQ DQ; 3 -; 4 -; 1 -; 2 S5; 3 S6", ""),
    ("six after jack: a run from 6 to J ends unflipped", {"runs": {}, "jack_back": {}, "six_restore": {}},
     "1 S6 S7 S8 S9 ST SJ; 2 H7 H8 H9 HT HJ HQ", ""),
    ("a second jack turns the trick back", {"jack_back": {}}, "1 SJ HJ; 2 ST HT; 3 S9 H9; 4 -; 1 -; 2 -; 3 SJ; 4 SQ",
     "7 4 not_stronger"),
    ("keep leaves the trick flipped", {"runs": {}, "jack_back": {"twice": "keep"}},
     "1 S9 ST SJ; 2 H8 H9 HT; 3 D7 D8 D9", ""),
    ("each turns once a jack", {"jack_back": {"cards": "each"}}, "1 SJ HJ; 2 SQ HQ", ""),
    ("the flip of a cut trick is lost", {"runs": {}, "eight_cut": {}, "jack_back": {}}, "1 S8 S9 ST SJ; 1 S5; 2 S4",
     "2 2 not_stronger"),
    ("unless it goes on in the next", {"runs": {}, "eight_cut": {}, "jack_back": {"after_cut": "next_trick"}},
     "1 S8 S9 ST SJ; 1 S5; 2 S4", ""),
    ("a clear by passes never carries a flip", {"jack_back": {"after_cut": "next_trick"}},
     "1 SJ; 2 -; 3 -; 4 -; 1 S5; 2 S4", "5 2 not_stronger"),
    ("a jack by word, once however often it is said", {"jack_back": {"choice": True}},
     "1 SJ; 1 say flip; 1 say flip; 2 ST", ""),
    ("each jack by word, and one more is a fault", {"jack_back": {"choice": True, "cards": "each"}},
     "1 SJ; 1 say flip; 1 say flip; 2 ST", "2 1 effect_not_owed"),
    ("a flip by word after a cut is accepted and lost",
     {"runs": {}, "eight_cut": {}, "jack_back": {"choice": True}}, "1 S8 S9 ST SJ; 1 say flip; 1 S5; 2 S4",
     "3 2 not_stronger"),
    ("no flip by word with the rank that restores",
     {"runs": {}, "six_restore": {"rank": 7}, "jack_back": {"choice": True}}, "1 S7 S8 S9 ST SJ; 1 say flip",
     "1 1 effect_not_owed"),
    ("no flip by word where jacks flip by themselves", {"jack_back": {}}, "1 SJ; 1 say flip", "1 1 effect_not_owed"),
    ("a refused word of another player ends the word, an own gift does not",
     {"runs": {}, "seven_give": {}, "jack_back": {"choice": True}},
     "1 S7 S8 S9 ST SJ; 1 give 2 C3; 1 say flip; 2 H6 H7 H8 H9 HT; 2 give 3 C4; 3 say up; 2 say flip",
     "5 3 effect_not_owed; 6 2 effect_not_owed"),
    ("a void word of another player ends nothing", {"jack_back": {"choice": True}},
     "1 SJ; 2 say flip void; 1 say flip; 2 ST", "1 2 effect_not_owed"),
    ("a denied revolution did not happen", {"revolution": {"word": "deny"}},
     "1 S9 H9 D9 C9; 1 say no-revolution; 2 -; 3 -; 4 -; 1 S5; 2 S4", "6 2 not_stronger"),
    ("of several words the last counts", {"revolution": {"word": "deny"}},
     "1 S9 H9 D9 C9; 1 say no-revolution; 1 say revolution; 1 say revolution; 2 -; 3 -; 4 -; 1 S5; 2 S4", ""),
    ("a revolution that has to be declared", {"revolution": {"word": "declare"}},
     "1 S9 H9 D9 C9; 2 -; 3 -; 4 -; 1 S5; 2 S4", "5 2 not_stronger"),
    ("a revolution by itself may be announced, not denied", {"revolution": {}},
     "1 S9 H9 D9 C9; 1 say revolution; 1 say revolution; 1 say no-revolution", "3 1 false_declaration"),
    ("coups need no word and know no denial", {"revolution": {"word": "deny"}, "coup": {}},
     "1 S9 H9 D9; 1 say no-revolution", "1 1 false_declaration"),
    ("a smaller set turns nothing back", {"revolution": {"answer": "more"}},
     "1 S9 H9 D9 C9; 2 S7 H7 D7 C7; 3 -; 4 -; 1 -; 2 S5; 3 S4", ""),
    ("a set of as many does", {"revolution": {"answer": "as_many"}},
     "1 S9 H9 D9 C9; 2 S7 H7 D7 C7; 3 -; 4 -; 1 -; 2 S5; 3 S4", "6 3 not_stronger"),
    ("after an omen nobody turns the order", {"omen": {}, "revolution": {}},
     "1 S6 H6 D6; 2 -; 3 -; 4 -; 1 S9 H9 D9 C9; 1 say revolution; 2 -; 3 -; 4 -; 1 S5; 2 S4", "5 1 false_declaration"),
    ("an omen that turns nothing freezes all the same", {"omen": {"turns": False}, "revolution": {}},
     "1 S6 H6 D6; 2 -; 3 -; 4 -; 1 S9 H9 D9 C9; 2 -; 3 -; 4 -; 1 S5; 2 S4", "9 2 not_stronger"),
    ("four 2s that turn the order cut it in the order before", {"revolution": {}, "two_cut": {}},
     "1 S2 H2 D2 C2; 1 S5; 2 S4", ""),
    ("while turned a 3 cuts and a 2 does not", {"revolution": {}, "two_cut": {}},
     "1 S9 H9 D9 C9; 2 -; 3 -; 4 -; 1 S2; 2 S3; 2 S4", ""),
    # passes and leads
    ("a revolution downwards forgives passes", {"pass_lock": {"forgiven": "turned_down"}, "revolution": {}},
     "1 S9 H9 D9 C9; 2 -; 3 S8 H8 D8 C8; 4 SK HK DK CK; 1 -; 2 SQ HQ DQ CQ", ""),
    ("a word forgives before the trick is found ended",
     {"pass_lock": {"forgiven": "any_turn"}, "revolution": {"word": "declare"}},
     "1 S3 H3 D3 C3; 2 -; 3 -; 4 S4 H4 D4 C4; 1 -; 4 S5 H5 D5 C5; 4 say revolution; 1 -; 2 -; 3 -; 4 S9", ""),
    ("all pass the lead, and the first leader leads again", {"lead_pass": {}}, "1 -; 2 -; 3 -; 4 -; 1 S4; 2 S5", ""),
    ("a lead pass locks with pass_lock", {"lead_pass": {}, "pass_lock": {}}, "1 -; 2 S4; 1 S5",
     "2 1 locked_by_pass"),
    ("one who has not passed takes an empty table", {"lead_pass": {}, "trick_end": {"asked": "all_but_one"}},
     "1 -; 2 -; 3 -; 1 S4", ""),
    ("a faulty lead is a lead pass under pass", {"lead_pass": {}, "pass_lock": {}, "illegal_play": {"then": "pass"}},
     "1 S4 H5; 2 S4; 3 S5; 4 S6; 1 S7", "0 1 not_a_combination; 4 1 locked_by_pass"),
    ("a pass ends the duty of the first lead", {"first_lead": {"by": "holder", "must": "in_set"}},
     "1 -; 2 S4 | D3 ?*13;;;", "0 1 pass_on_lead"),
    ("the duty holds for a set out of turn", {"first_lead": {"by": "holder", "must": "in_set"}},
     "2 S4 | D3 ?*13;;;", "0 2 out_of_turn; 0 2 opening_card_missing"),
    ("a gift that carries the card carries the lead", {"first_lead": {"by": "holder"}, "seven_give": {}},
     "1 give 2 D3; 2 S4; 3 S5 | D3 ?*13;;;", "0 1 exchange_not_owed"),
    ("all but one: the owner counts", {"trick_end": {"asked": "all_but_one"}}, "1 S4; 2 -; 3 -; 4 -; 1 S3", ""),
    # locks
    ("an exact lock counts suits", {"decks": {"count": 2}, "suit_lock": {}}, "1 S4 H4; 2 S5 H5; 3 S6 S6",
     "2 3 suit_lock"),
    ("within: suits out of the locked ones", {"decks": {"count": 2}, "suit_lock": {"match": "within"}},
     "1 S4 H4; 2 S5 H5; 3 S6 S6", ""),
    ("three sets make the lock", {"suit_lock": {"after": 3}}, "1 S4; 2 S5; 3 H6; 4 H7; 1 H8; 2 S9", "5 2 suit_lock"),
    ("a named joker makes a lock as its suit", {"suit_lock": {"jokers": "stand_in"}}, "1 S4 H4; 2 S5 X=H; 3 S6 D6",
     "2 3 suit_lock"),
    ("a lone joker lifts the lock", {"suit_lock": {"lone_joker": "lifts"}, "spade3": {"cards": ["H3"],
                                                                              "free_of_locks": False}},
     "1 S4; 2 S5; 3 X; 4 H3", ""),
    ("else the taker may be bound by it", {"suit_lock": {}, "spade3": {"cards": ["H3"], "free_of_locks": False}},
     "1 S4; 2 S5; 3 X; 4 H3", "3 4 suit_lock"),
    ("a lone joker may be bound", {"suit_lock": {"lone_joker": "bound"}}, "1 S4; 2 S5; 3 X", "2 3 suit_lock"),
    ("a colour lock and a suit lock bind together", {"suit_lock": {}, "colour_lock": {}},
     "1 H4; 2 D5; 3 S6; 4 D7; 1 D8", "2 3 suit_lock"),
    ("a partial lock holds the shared suit", {"partial_lock": {}}, "1 S4 H4; 2 S5 D5; 3 H6 D6", "2 3 suit_lock"),
    ("a joker fills one missing suit of it", {"partial_lock": {}}, "1 S4 H4; 2 S5 D5; 3 H6 X", ""),
    ("a full lock after one step in suit", {"full_lock": {}}, "1 S4; 2 S5; 3 H7", "2 3 suit_lock; 2 3 number_lock"),
    ("equal suits without a step lock nothing", {"full_lock": {}}, "1 S4; 2 S6; 3 H7", ""),
    ("as_one=false: a step alone locks the rank", {"full_lock": {"as_one": False}}, "1 S4; 2 H5; 3 D7",
     "2 3 number_lock"),
    ("a joker obeys as the named next rank", {"number_lock": {}}, "1 S4; 2 H5; 3 D6; 4 X=S7", ""),
    ("but not bare, and after it nothing follows", {"jokers": {"count": 2}, "joker_on_joker": {}, "number_lock": {}},
     "1 S4; 2 H5; 3 D6; 4 X; 1 X", "3 4 number_lock"),
    ("steps down lock downwards", {"down_number": {}, "number_lock": {"down": True}}, "1 S9; 2 S8; 3 S7; 4 S6; 1 S7",
     "4 1 number_lock"),
    # exceptions
    ("the spade 3 that takes lies, and only a joker follows",
     {"jokers": {"count": 2}, "spade3": {"clears": False, "joker_on_it": True}}, "1 X; 2 S3; 3 S4; 4 X",
     "2 3 not_stronger"),
    ("takes=single: the card is the top single also when led", {"spade3": {"takes": "single"}}, "1 S3; 2 S2",
     "1 2 not_stronger"),
    ("as many cards take as many jokers",
     {"jokers": {"count": 2}, "spade3": {"takes": "as_many", "cards": ["S3", "C3"]}},
     "1 X X; 2 S3 C3; 2 S5", ""),
    ("one card does not take two jokers", {"jokers": {"count": 2}, "spade3": {}}, "1 X X; 2 S3", "1 2 wrong_count"),
    ("out of turn, but not the owner", {"spade3": {"out_of_turn": True}}, "1 X; 3 S3; 3 S4; 4 S5", ""),
    ("nobody answers the spade 3 that takes a joker, even where threes cut",
     {"eight_cut": {"rank": 3}, "four_stop": {"stops": [3]}, "spade3": {}}, "1 X; 2 S3; 3 S4 H4",
     "2 3 out_of_turn"),
    ("a sandstorm answers everything and clears", {"sandstorm": {}}, "1 SA; 2 S3 H3 D3; 2 S4", ""),
    ("a led sandstorm clears, too", {"sandstorm": {}}, "1 S3 H3 D3; 1 S4", ""),
    ("a sandstorm may be laid on an irregular set", {"sandstorm": {}}, "1 S4 H5; 2 S3 H3 D3; 2 S4",
     "0 1 not_a_combination"),
    ("down number keeps the suit", {"down_number": {}}, "1 S9; 2 S8; 3 H7", "2 3 not_stronger"),
    # cuts and windows
    ("a pair of nines clears, a run with nines does not", {"runs": {}, "nine_pair": {}}, "1 S9 H9; 1 S4; 2 S5", ""),
    ("a stop wins the trick whatever passes", {"eight_cut": {}, "four_stop": {}, "pass_lock": {}},
     "1 S5; 2 -; 3 S8; 2 S4 H4; 2 S3; 3 S6", ""),
    ("a stop by one joker and one natural 4", {"eight_cut": {}, "four_stop": {}}, "1 S8; 2 S4 X; 2 S5", ""),
    ("jokers alone stop nothing", {"jokers": {"count": 2}, "eight_cut": {}, "four_stop": {}}, "1 S8; 2 X X",
          "1 2 out_of_turn"),
    ("the cutter closes the window by leading", {"eight_cut": {}, "four_stop": {}}, "1 S8; 1 S5; 2 S4 H4",
     "2 2 wrong_count"),
    ("a pass of another is out of turn and closes it", {"eight_cut": {}, "four_stop": {}}, "1 S8; 2 -; 1 S5",
          "1 2 out_of_turn"),
    ("wins=nobody: the 8 lies, the turn goes on from the cutter",
     {"eight_cut": {}, "four_stop": {"wins": "nobody"}}, "1 S8; 3 S4 H4; 2 S9; 3 ST", ""),
    ("with the skips of the 8", {"runs": {}, "eight_cut": {"rank": 5}, "five_skip": {},
                                "four_stop": {"wins": "nobody", "stops": [5]}}, "1 S5; 3 S4 H4; 3 S9; 4 ST", ""),
    ("eights on eights, and a stop on those", {"eight_cut": {}, "four_stop": {}, "eight_on_eight": {}},
     "1 S8; 3 H8; 1 D8; 2 S4 H4; 2 S5; 3 S6", ""),
    ("a sandstorm takes a set about to clear", {"eight_cut": {}, "sandstorm": {"beats_cut": True}},
     "1 S8; 3 S3 H3 D3; 3 S5; 4 S6", ""),
    ("a faulty answer under pass leaves the window open",
     {"eight_cut": {}, "four_stop": {}, "illegal_play": {"then": "pass"}},
     "1 S8; 2 S4 H4; 3 D4 C4; 3 S5 |; H6;;", "1 2 card_not_held"),
    ("nobody answers the set of one who is out with finish_clear",
          {"eight_cut": {}, "four_stop": {}, "finish_clear": {}}, "1 S8; 3 S4 H4; 2 S5 | S8;;;",
          "1 3 out_of_turn; 2 2 wrong_count; 2 2 out_of_turn"),
    # turn
    ("a skip of k players, each due", {"five_skip": {}}, "1 S5 H5; 4 S6 H6; 1 S7 H7", ""),
    ("odd skips", {"five_skip": {"per": "odd"}}, "1 S5 H5; 1 S6", ""),
    ("a skipped player is out of turn", {"five_skip": {"locks": True}}, "1 S5; 2 S6", "1 2 out_of_turn"),
    ("and with locks stays out until the clear", {"five_skip": {"locks": True}}, "1 S5; 3 S6; 4 -; 1 -; 3 S4", ""),
    ("passed over, but asked before the trick ends", {"five_skip": {"counts_as_pass": False}},
     "1 S5; 3 -; 4 -; 2 S6; 3 S7", ""),
    ("two nines leave the direction", {"nine_reverse": {}}, "1 S9 H9; 2 ST HT", ""),
    ("until=trick ends with the clear, after the next leader is found", {"nine_reverse": {"until": "trick"}},
     "1 S9; 4 -; 3 -; 2 -; 4 S5; 2 S6 | S9;;;", ""),
    # rights
    ("a gift to another than the neighbour keeps the right", {"seven_give": {}},
     "1 S7; 1 give 3 C4; 1 give 2 C5; 1 give 2 C6", "1 1 effect_not_owed; 3 1 effect_not_owed"),
    ("a right that must be used is missed at the next play", {"seven_give": {"must": True}}, "1 S7; 2 S8",
     "0 1 effect_missing"),
    ("each missing name", {"queen_bomber": {}}, "1 SQ HQ; 1 name 5; 2 SK HK", "0 1 effect_missing"),
    ("a name that may not be is ignored, the right stays", {"queen_bomber": {"joker": False}},
     "1 SQ; 1 name X; 1 name 5; 2 SK", "1 1 effect_not_owed"),
    ("everybody may discard of their own choice", {"queen_bomber": {"mode": "own_choice"}},
     "1 SQ; 3 discard C4; 1 discard C5; 3 discard C6; 2 SK", "3 3 effect_not_owed"),
    ("a last card may not be given away", {"seven_give": {}, "gift_finish": {"allowed": False}},
     "1 S7; 1 give 2 C4; 2 S8; 1 S9 | S7 C4;;;", "1 1 finish_banned; 3 1 action_after_out"),
    ("a gift by the right of another set's player", {"seven_give": {}}, "1 S7; 2 give 3 C4; 1 give 2 C5",
     "1 2 effect_not_owed"),
    # finish and places
    ("joker and 2 are banned last sets", {"finish_ban": {"mode": "illegal"}}, "1 S2 | S2;;;", "0 1 finish_banned"),
    ("a foul takes the lowest place, its cut leads on", {"finish_ban": {"cards": ["8"]}, "eight_cut": {}},
     "1 S8; 2 S5 | S8;;;", "0 1 finish_banned"),
    ("stuck leaders pass", {"finish_ban": {"mode": "illegal"}}, "1 -; 2 S5 | S2;;;", ""),
    ("stuck=fault", {"finish_ban": {"mode": "illegal", "stuck": "fault"}}, "1 -; 2 S5 | S2;;;", "0 1 pass_on_lead"),
    ("a player put out by a faulty play is out", {"illegal_play": {"then": "last"}}, "1 S4 H5; 2 S6; 1 S7",
     "0 1 not_a_combination; 2 1 action_after_out"),
    ("more jokers than the pack has are no set under missing", {"joker_wild": {"suit": "missing"}}, "1 X X",
          "0 1 card_not_held; 0 1 not_a_combination"),
    ("two cards of one name are a pair, of which one is not held", {}, "1 S7 S7; 2 S8 H8", "0 1 card_not_held"),
    # the exceptional cases of sets that meet, in the order in which the specification of local rules lists them
    ("four 8s turn the order and cut", {"revolution": {}, "eight_cut": {}}, "1 S8 H8 D8 C8; 1 S5; 2 S4", ""),
    ("a flip does not move the ban on 2s to 3s", {"jack_back": {}, "finish_ban": {"mode": "illegal"}},
     "1 SJ; 2 S3 | ; S3;;", ""),
    ("unless the order in force counts",
     {"jack_back": {}, "finish_ban": {"mode": "illegal", "order": "in_force"}}, "1 SJ; 2 S3 | ; S3;;",
     "1 2 finish_banned"),
    ("a joker as a stand-in is banned as a joker", {"finish_ban": {"mode": "illegal"}}, "1 S9 X | S9 X;;;",
     "0 1 finish_banned"),
    ("unless stand-ins are free", {"finish_ban": {"mode": "illegal", "stand_ins": False}}, "1 S9 X | S9 X;;;", ""),
    ("the spade 3 on a joker is no banned last set", {"spade3": {}, "finish_ban": {"mode": "illegal"}},
     "1 X; 2 S3 | ; S3;;", ""),
    ("unless it is named", {"spade3": {}, "finish_ban": {"mode": "illegal", "cards": ["S3"]}}, "1 X; 2 S3 | ; S3;;",
     "1 2 finish_banned"),
    ("a number lock goes on in the order in force", {"number_lock": {}, "jack_back": {}}, "1 S9; 2 HT; 3 DJ; 4 CT", ""),
    ("nothing is the next rank above the 2", {"number_lock": {}}, "1 SK; 2 HA; 3 D2; 4 X", "3 4 number_lock"),
    ("a lone joker is free of suits", {"suit_lock": {}}, "1 S4; 2 S5; 3 X", ""),
    ("an exact lock takes the place of a partial one", {"suit_lock": {}, "partial_lock": {}},
     "1 S4 H4; 2 S5 D5; 3 S6 D6; 4 S7 H7", "3 4 suit_lock"),
    ("a cut behind a window that may leave it lying locks",
     {"eight_cut": {}, "suit_lock": {}, "four_stop": {"wins": "nobody"}}, "1 S7; 2 S8; 3 C4 D4; 3 H9",
     "3 3 suit_lock"),
    ("no spade 3 after a pass", {"spade3": {"out_of_turn": True}, "pass_lock": {}}, "1 S5; 2 -; 3 X; 2 S3",
     "3 2 locked_by_pass"),
    ("unless the rule lets it", {"spade3": {"after_pass": True}, "pass_lock": {}}, "1 S5; 2 -; 3 X; 2 S3; 2 S4", ""),
    ("a cutter may be out: the stopper leads", {"eight_cut": {}, "four_stop": {}}, "1 S8; 2 S4 H4; 2 S5 | S8;;;", ""),
    ("a stopped set keeps its other effects",
     {"eight_cut": {"rank": 9}, "four_stop": {"stops": [9]}, "nine_reverse": {}}, "1 S9; 2 S4 H4; 2 S5; 1 S6", ""),
    ("out with an 8: the next in the game leads", {"eight_cut": {}, "finish_clear": {}}, "1 S8; 2 S4 | S8;;;", ""),
    ("a cut loses its skips and keeps its direction",
     {"runs": {}, "eight_cut": {}, "five_skip": {}, "nine_reverse": {}}, "1 S5 S6 S7 S8 S9; 1 H4; 4 H6", ""),
    ("a gift may come after the cut, until the lead", {"runs": {}, "eight_cut": {}, "seven_give": {}},
     "1 S6 S7 S8; 1 give 2 C3; 1 S4; 1 give 2 C5", "3 1 effect_not_owed"),
    ("skips go in the new direction", {"runs": {}, "five_skip": {}, "nine_reverse": {}},
     "1 S5 S6 S7 S8 S9; 3 H6 H7 H8 H9 HT", ""),
    ("a seven gives to the neighbour before the reversal", {"runs": {}, "seven_give": {}, "nine_reverse": {}},
     "1 S7 S8 S9; 1 give 2 C3; 4 H8 H9 HT", ""),
    ("a receiver who has left is passed over", {"seven_give": {}}, "1 S7; 2 leave; 1 give 3 C4", ""),
    ("an 8 in a run need not cut", {"runs": {}, "eight_cut": {"in_runs": False}}, "1 S7 S8 S9; 2 H8 H9 HT", ""),
    ("nor a joker as an 8", {"runs": {}, "eight_cut": {"jokers": False}}, "1 S7 X=S8 S9; 2 H9 HT HJ", ""),
    ("of a run only cuts may count", {"runs": {"effects": "cuts"}, "five_skip": {}, "eight_cut": {}},
     "1 S4 S5 S6; 2 H6 H7 H8; 2 S3", ""),
    ("hands that change owners owe no exchange", {"exchange": {}, "upheaval": {}, "next_lead": {"by": "daifugo"}},
     "4 say swap; 1 S4; 2 S6 | SK HK; S6 H6; S7 H7; S4 H5 | 1 2 3 4", ""),
    ("three jokers are above all groups of three", {"jokers": {"count": 3}}, "1 S2 H2 D2; 2 X X X", ""),
    ("exceptions speak of the order in force", {"jack_back": {}, "down_number": {}}, "1 SJ; 2 SQ; 3 HT", ""),
    ("passes on the lead and on sets count in one row", {"lead_pass": {"stop_after": 4, "then": "places"}},
     "1 -; 2 S4; 3 -; 4 -; 1 -; 2 -; 3 S5", "6 3 action_after_end"),
    # what lasts until the next play or pass, and who still has a right
    ("who falls leaves others the cards of their choice",
     {"queen_bomber": {"mode": "own_choice"}, "fallen_daifugo": {}},
     "1 SQ; 2 discard C4; 3 discard C5; 3 -; 4 SK | SQ S3; C4; C5 C6; SK S9 | 1 2 3 4", ""),
    ("without the holder of its card nobody has to begin with it",
     {"first_lead": {"by": "holder", "must": "in_set"}, "illegal_play": {"then": "last"}},
     "1 S4; 2 S5 | D3 S4; S5 S6; S7 S8; S9 ST", "0 1 opening_card_missing"),
]  # fmt: skip


def read(options: Options, play: str) -> Record:
    actions, written, places = [*map(str.strip, play.split("|")), "", ""][:3]
    hands = [hand.strip() for hand in written.split(";")] if written else [""] * 4
    ranking = {"places": list(map(int, places.split()))} if places else {}
    told = {"hands": [hand or "?*20" for hand in hands], "actions": [one.strip() for one in actions.split(";")]}
    document = {
        "format": "daifu/1",
        "rules": "daifugo",
        "options": options,
        "players": ["Mu", "Junko", "Shimo", "Aki"],
        "deals": [{**ranking, **told, "abandoned": True}],
    }
    return load_record(json.dumps(document).encode())


def found_faults(report: Report) -> list[str]:
    faults = [fault for fault in report.deals[0].faults if fault.code != "bad_deal"]
    return sorted(f"{fault.action} {fault.player} {fault.code}" for fault in faults)


@pytest.mark.parametrize(("options", "play", "faults"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_rules_that_meet(options: Options, play: str, faults: str) -> None:
    expected = sorted(one.strip() for one in faults.split(";")) if faults else []
    report = replay(read(options, play))
    assert found_faults(report) == expected
    assert all(fault.message.en and fault.message.ja and fault.rule for fault in report.deals[0].faults)


def after(options: Options, play: str) -> Position:
    record = read(options, play)
    return position_after(record, 0, len(record.deals[0].actions or ()))


def legal(position: Position) -> list[str]:
    return [action.text for action in legal_actions(position.table, position.record.rules.notation(4))]


def test_in_a_window_the_cutter_has_the_turn_and_others_may_answer() -> None:
    reached = after({"eight_cut": {}, "four_stop": {}, "eight_on_eight": {}}, "1 S8 | S8 S9; D4 C4; H8 H9; S4 ST")
    table = reached.table
    assert (table.turn, table.owner, table.top and table.top.label) == (1, 1, "8")
    assert [(one.what, one.by) for one in describe_position(reached).owed] == [("counter", [2, 3, 4])]
    assert legal(reached) == ["1 S9", "2 D4 C4", "3 H8"]


def test_a_set_with_an_unused_right_waits_and_shows_the_turn_that_will_be() -> None:
    options: Options = {"seven_give": {}, "five_skip": {}}
    reached = after(options, "1 S7 | S7 S9; D8; H8; ST")
    assert (reached.table.turn, reached.table.top and reached.table.top.label) == (2, "7")
    assert legal(reached) == ["2 D8", "1 give 2 S9", "2 -"]
    assert after(options, "1 S7; 1 give 2 S9 | S7 S9; D8; H8; ST").table.pending is None


def test_a_right_that_is_owed_comes_before_everything_else() -> None:
    reached = after({"ten_discard": {"must": True}}, "1 ST | ST S9 S4; DJ; HJ; SQ")
    assert legal(reached) == ["1 discard S4", "1 discard S9"]


def test_skipped_players_are_passed_over() -> None:
    reached = after({"five_skip": {"per": "odd"}}, "1 S5 H5; 1 S6 | S5 H5 S6 S9; S7 S8; H7; D7")
    assert (reached.table.turn, legal(reached)) == (2, ["2 S7", "2 S8", "2 -"])


def test_the_deal_goes_on_for_a_fallen_daifugo_who_does_not_leave() -> None:
    document = {
        "format": "daifu/1",
        "rules": "daifugo",
        "options": {"fallen_daifugo": {"leaves": False, "place": "by_time"}, "titles": {}},
        "players": ["Mu", "Junko", "Shimo"],
        "deals": [
            {"places": [1, 2, 3], "hands": ["S4 S9", "S5", "S6 S7"], "actions": ["2 S5", "3 S6", "1 S9", "3 -", "1 S4"]}
        ],
    }
    [deal] = replay(load_record(json.dumps(document).encode())).deals
    assert (deal.order, deal.titles) == ([2, 3, 1], ["hinmin", "fugo", "heimin"])


PLACES: list[tuple[str, Options, str, list[int]]] = [
    ("hands emptied by one bomb are out in turn order", {"queen_bomber": {}},
     "1 SQ; 1 name 5; 4 -; 1 S9 | SQ S5 S9; H5; D5; C9 C8", [2, 3, 1, 4]),
    ("the first foul is the lowest", {"finish_ban": {"cards": ["8"]}},
     "1 S8; 2 -; 3 -; 4 -; 2 H8; 3 -; 4 -; 3 S4; 4 S6; 3 -; 4 S7 | S8; H8; S4 S5; S6 S7", [4, 3, 2, 1]),
    ("or the last one", {"finish_ban": {"cards": ["8"], "several": "last_lowest"}},
     "1 S8; 2 -; 3 -; 4 -; 2 H8; 3 -; 4 -; 3 S4; 4 S6; 3 -; 4 S7 | S8; H8; S4 S5; S6 S7", [4, 3, 1, 2]),
    ("a foul first triggers no fall, and the fallen are above fouls",
     {"finish_ban": {"cards": ["8"]}, "fallen_daifugo": {}},
     "2 H8; 3 -; 4 -; 1 -; 3 S4 | S9 SA; H8; S4; S6 S7 | 1 2 3 4", [3, 4, 1, 2]),
    ("unless fouls count", {"finish_ban": {"cards": ["8"]}, "fallen_daifugo": {"foul_counts": True}},
     "2 H8; 3 -; 4 -; 3 S4; 4 S6; 3 -; 4 S7 | S9 SA; H8; S4 S5; S6 S7 | 1 2 3 4", [4, 3, 1, 2]),
    ("a world turned upside down goes before falls", {"gekokujo": {}, "fallen_daifugo": {}, "kyo_ochi": {}},
     "4 S4 | S9 SA; H8 H9; S5 S6; S4 | 1 2 3 4", [4, 3, 2, 1]),
    ("a daifugo who stays first lets the next fall", {"kyo_ochi": {}},
     "1 S4; 3 S5; 4 H6; 3 -; 4 S7 | S4; H8 H9; S5 S6; H6 S7 | 1 2 3 4", [1, 4, 3, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "play", "order"), [case[1:] for case in PLACES], ids=[case[0] for case in PLACES])
def test_places_that_meet(options: Options, play: str, order: list[int]) -> None:
    [deal] = replay(read(options, play)).deals
    assert {fault.code for fault in deal.faults} <= {"bad_deal", "finish_banned"}
    assert deal.order == order


def test_a_set_waits_no_longer_when_the_right_to_its_word_has_ended() -> None:
    options: Options = {"jack_back": {"choice": True}}
    hands = " | SJ S9 S4; S4 S5; H4 H5; SQ HJ"
    assert after(options, "1 SJ" + hands).table.pending is not None
    assert after(options, "1 SJ; 2 say up" + hands).table.pending is None


def test_a_set_waits_no_longer_for_its_word_after_a_gift_of_another_player() -> None:
    options: Options = {"revolution": {"word": "deny"}, "eight_cut": {}}
    reached = after(options, "1 S8 H8 D8 C8; 2 give 3 H3 | S8 H8 D8 C8 S3 S4; HQ H3 H4; DQ D3; CQ C3")
    assert (reached.table.pending, reached.table.top, reached.table.turn) == (None, None, 1)


def test_a_discard_by_own_choice_leaves_the_right_of_a_ten_to_another_player() -> None:
    options: Options = {"runs": {}, "ten_discard": {}, "queen_bomber": {"mode": "own_choice"}}
    play = "1 ST SJ SQ; 2 discard H5; 1 discard C3; 1 discard C4 | ST SJ SQ C3 C4 C5; H5 H6 H7; D5 D6; S5 S6"
    assert found_faults(replay(read(options, play))) == []


def test_two_jokers_that_decide_the_lead_take_it_along_when_hands_are_swapped() -> None:
    document = {
        "format": "daifu/1",
        "rules": "daifugo",
        "options": {
            "jokers": {"count": 2},
            "exchange": True,
            "upheaval": True,
            "first_lead": {"by": "holder", "card": "X", "deals": "every"},
        },
        "players": ["Mu", "Junko", "Shimo"],
        "deals": [
            {
                "places": [1, 2, 3],
                "hands": ["X X SA", "S5 S6 S7", "H3 H4 H5"],
                "actions": ["3 say swap", "3 SA"],
                "abandoned": True,
            }
        ],
    }
    [deal] = replay(load_record(json.dumps(document).encode())).deals
    assert [fault.code for fault in deal.faults if fault.action is not None] == []


def test_what_a_set_still_owes_is_shown() -> None:
    reached = after({"seven_give": {"must": True}}, "1 S7 | S7 S9 S4; DJ; HJ; SQ")
    owed = describe_position(reached).owed
    assert [(one.what, one.giver, one.taker, one.cards) for one in owed] == [("gift", 1, 2, 1)]

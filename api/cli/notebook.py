"""A sitting that is written down entry by entry: its text so far, the table after it, and what may come next."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from daifu.replay.actions import GIVE, Action
from daifu.replay.faults import DEAL_INCOMPLETE, Fault
from daifu.replay.position import Position, position_after, possible_action_texts
from daifu.replay.table import NOBODY
from daifu.schemas.fu.acts import Turns
from daifu.schemas.fu.cards import card_texts_of
from daifu.schemas.fu.errors import Reading, Remark
from daifu.schemas.fu.header import write_notes
from daifu.schemas.fu.reader import END, SETUP, read
from daifu.schemas.fu.spelling import respell, spell
from daifu.schemas.fu.tokens import EFFECTS, act_text
from daifu.schemas.fu.writer import write
from daifu.schemas.record.decode import DecodedRecord, decode_raw

MOST_ANSWERS: Final = 200
"""The most answers that are offered; hands that are not known allow thousands."""

_GIFT: Final = re.compile(r"\(?[1-9][0-9]{0,3}(?:番|さん)?\s*[>＞]|x\s")
_EFFECT: Final = re.compile(r"[>/?!~^]")
_WHO: Final = re.compile(r"\(?[1-9][0-9]{0,3}!?:")
_STOP: Final = " ."


class NotRead(ValueError):
    """A text that a sitting cannot go on behind; `errors` say why."""

    def __init__(self, errors: Sequence[Remark]) -> None:
        super().__init__(errors[0].message.en)
        self.errors = errors


class Placed(NamedTuple):
    """A remark, and the character of the entry that it is about; -1 for something else."""

    remark: Remark
    at: int


class Entered(NamedTuple):
    """What came of an entry: why it was not read, what was read how, the new faults, and the lines that changed."""

    errors: list[Placed]
    notices: list[Placed]
    faults: list[Fault]
    lines: list[str]


class Answer(NamedTuple):
    """An action that may come next, and how it is entered."""

    text: str
    action: Action


class _Trial(NamedTuple):
    """The lines of the text with an entry among them: its line, and the character on which it begins."""

    lines: list[str]
    line: int
    place: int


class Notebook:
    """The text of a sitting, whose last deal is being played."""

    decoded: DecodedRecord
    reached: Position
    """The position after the last action."""

    def __init__(self, text: str) -> None:
        """Go on behind a text. Raises `NotRead`."""
        reading = read(text)
        if reading.decoded is None:
            raise NotRead(reading.errors)
        self._before: list[DecodedRecord] = []
        self._turn_to(reading.decoded)

    def _turn_to(self, decoded: DecodedRecord) -> None:
        self.decoded = decoded
        self.text = write(decoded)
        number = len(decoded.record.deals) - 1
        self.reached = position_after(decoded.record, number, len(decoded.record.deals[number].actions or ()))

    @property
    def last_line(self) -> str:
        """The last line of the text that is not of its annex."""
        lines = [line for line in self.text.splitlines() if not line.startswith("%")]
        return lines[-1].removesuffix(_STOP)

    def enter(self, entry: str) -> Entered:
        """Add an entry: actions, a line of the deal such as a hand, or several words of both kinds of a line.

        Where it could go on with the present trick or begin a new one, that is taken which the table bears out. Nothing
        changes where it cannot be read.
        """
        found: list[tuple[_Trial, Reading]] = []
        for trial in self._trials(entry.strip()):
            reading = read("\n".join(trial.lines) + "\n")
            if reading.decoded is not None and not any(notice.code == "claim_differs" for notice in reading.notices):
                return self._accept(trial, reading, reading.decoded)
            found.append((trial, reading))
        trial, reading = next((one for one in found if one[1].decoded is not None), found[0])
        if reading.decoded is not None:
            return self._accept(trial, reading, reading.decoded)
        return Entered(_placed(reading.errors, trial), [], [], [])

    def _accept(self, trial: _Trial, reading: Reading, decoded: DecodedRecord) -> Entered:
        same_deal = len(decoded.record.deals) == len(self.decoded.record.deals)
        known = {DEAL_INCOMPLETE} | {_fault_key(fault) for fault in self.reached.faults if same_deal}
        before = set(self.text.splitlines())
        self._before.append(self.decoded)
        self._turn_to(decoded)
        faults = [fault for fault in self.reached.faults if not known & {fault.code, _fault_key(fault)}]
        notices = [placed for placed in _placed(reading.notices, trial) if placed.remark.line == trial.line]
        changed = [line.removesuffix(_STOP) for line in self.text.splitlines() if line not in {*before, "play"}]
        return Entered([], notices, faults, changed)

    def _trials(self, entry: str) -> Iterator[_Trial]:
        """The texts with the entry at each place where it may belong, the likeliest first."""
        lines = self.text.splitlines()
        annex = [line for line in lines if line.startswith("%")]
        lines = lines[: len(lines) - len(annex)]
        deal = max(number for number, line in enumerate(lines) if line.split(" ")[0] == "deal")
        lines[deal] = " ".join(lines[deal].split(" ")[:2])  # without the number of actions, which changes

        def trial(at: int, before: str, behind: str = "", *, added: bool) -> _Trial:
            line = f"{before}{entry}{behind}"
            return _Trial([*lines[:at], line, *lines[at + (not added) :], *annex], at + 1, len(before))

        if entry == "deal":
            at = len(lines)
            number = len(self.decoded.record.deals) + 1
            yield _Trial([*lines, f"deal {number}", "play", *annex], at + 1, 0)
        elif kind := SETUP.match(entry) or END.match(entry):
            same = (number for number in range(deal, len(lines)) if lines[number].startswith(kind[0].strip()))
            at = next(same, -1)
            yield trial(at if at >= 0 else deal + 1, "", added=at < 0)
        elif _GIFT.match(unicodedata.normalize("NFKC", entry)) and not self.reached.table.started:
            entry = re.sub(r"^x\s+", "", entry)
            gifts = lines[-1].startswith("x ")
            yield trial(len(lines) - gifts, f"{lines[-1]} " if gifts else "x ", added=not gifts)
        else:
            entry = re.sub(r"\s+\.$", "", entry)
            last = len(lines) - 1
            behind = next((at for at in range(last, deal, -1) if _WHO.match(lines[at])), 0)
            is_open = lines[behind].endswith(_STOP)
            said = lines[behind].removesuffix(_STOP)
            if behind and _EFFECT.match(unicodedata.normalize("NFKC", entry)):
                yield trial(behind, said, _STOP, added=False)
            if behind and is_open:
                yield trial(behind, f"{said} ", _STOP, added=False)
            else:
                yield trial(last + 1, "", _STOP, added=True)
                if behind:
                    yield trial(behind, f"{said} ", _STOP, added=False)

    def note(self, text: str) -> Entered:
        """Add a line to the notes of the deal."""
        known = self.decoded.shape.deals[self.reached.number].notes
        notes = text if not isinstance(known, str) else f"{known}\n{text}"
        return self.enter(f"notes {write_notes(notes)}")

    def undo(self) -> bool:
        """Take the last entry back, or the last action of a text that was gone on with; whether there was anything."""
        if self._before:
            self._turn_to(self._before.pop())
            return True
        values = read(self.text).values
        deal = values["deals"][-1]
        if not deal.get("actions"):
            return False
        del deal["actions"][-1]
        for name in ("result", "abandoned"):
            deal.pop(name, None)
        self._turn_to(decode_raw(values))
        return True

    def answers(self, words: str = "") -> list[Answer]:
        """The legal actions behind these words, as they are entered; none where there are very many."""
        notebook = self
        if words.strip():
            notebook = Notebook(self.text)
            if notebook.enter(words).errors:
                return []
        return list(notebook._answers())

    def spelt(self, word: str) -> str:
        """The beginning of an action as the notation writes it."""
        rules = self.decoded.record.rules
        texts = card_texts_of(rules.profile)
        words = respell(word, (), draws=not rules.counting.only_plain_passes)
        return "".join(one.who + one.act for one in (spell(word, suited=texts.suited) for word in words))

    def _answers(self) -> Iterator[Answer]:
        record, table = self.decoded.record, self.reached.table
        texts = card_texts_of(record.rules.profile)
        notation = record.rules.notation(len(record.players))
        due, _ = Turns(record.rules, len(record.players)).due(table)
        last = self.reached.actions[-1].player if self.reached.actions else NOBODY
        for text in possible_action_texts(self.reached, MOST_ANSWERS) or ():
            action = notation[text]
            act = act_text(action, texts)
            if action.verb == GIVE and not table.started:
                yield Answer(f"{action.player}{act}", action)
            elif action.player == due or (action.verb in EFFECTS and action.player == last):
                yield Answer(act, action)
            else:
                yield Answer(f"{action.player}{'!' if due != NOBODY else ''}:{act}", action)


def _fault_key(fault: Fault) -> str:
    return " ".join(map(str, fault.sort_key()))


def _placed(remarks: Sequence[Remark], trial: _Trial) -> list[Placed]:
    """The remarks with their places in the entry, which has a line and a character of the trial."""
    return [
        Placed(one, one.column - 1 - trial.place if one.line == trial.line and one.column > trial.place else -1)
        for one in remarks
    ]

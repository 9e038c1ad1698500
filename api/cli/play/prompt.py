"""The prompt on a terminal: actions are completed, the table stands below, arrows bring earlier entries back."""

from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from daifu.api.cli.play.conversation import Conversation
from daifu.api.cli.show.action_text import hand_text
from daifu.api.languages import Language
from daifu.schemas.drawing.words import meld_cards


class _Answers(Completer):
    """Offers the legal actions that begin as the word before the cursor does."""

    def __init__(self, conversation: Conversation, language: Language) -> None:
        self._conversation = conversation
        self._language = language

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The completions of the last word; without a begun word only on request."""
        before = document.text_before_cursor
        begun = before.rpartition(" ")[2]
        if not begun and not complete_event.completion_requested:
            return
        for one in self._conversation.completions(before):
            yield Completion(one.text, -len(begun), display_meta=hand_text(meld_cards(one.action)).plain)


def terminal_session(conversation: Conversation, language: Language) -> PromptSession[str]:
    """What asks for entries on the terminal. Its `prompt` raises `EOFError` at the end and `KeyboardInterrupt`."""
    return PromptSession(
        lambda: conversation.prompt,
        completer=_Answers(conversation, language),
        bottom_toolbar=lambda: conversation.table_line,
    )

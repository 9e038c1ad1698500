"""The examples of the documents, of the notebook and of calls of the service do what the documents say."""

import gzip
import io
import json
from collections.abc import Callable, Iterator
from contextlib import chdir, closing, redirect_stdout
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from shutil import copyfile
from typing import Any, Final, NamedTuple

import pytest
from flask.testing import FlaskClient

from daifu.api.http.app import create_app
from daifu.api.settings import Settings
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER
from daifu.schemas.judgement import check_json
from daifu.schemas.record.model import RECORD_FORMAT as RECORD
from daifu.schemas.report import REPORT_FORMAT as REPORT
from tests.support.examples import CONSOLE, commands, is_curl, json_examples, refresh_document, run_and_keep
from tests.support.http_app import check_against_contract
from tests.support.project import PROJECT_ROOT, Block, blocks, documents, read_text, relative_path
from tests.support.samples import SAMPLES_FOLDER

DOCUMENTS = documents()
WITH_JSON = [document for document in DOCUMENTS if json_examples(read_text(document))]
WITH_COMMANDS = [document for document in DOCUMENTS if "```console" in read_text(document)]

with_json = pytest.mark.parametrize("document", WITH_JSON, ids=relative_path)


@with_json
def test_every_record_is_accepted_and_its_report_is_the_one_shown(document: Path) -> None:
    report = None
    for _file, example in json_examples(read_text(document)):
        match example.get("format"):
            case str(form) if form == RECORD:
                report = json.loads(check_json(json.dumps(example).encode()))
            case str(form) if form == REPORT:
                assert example == report


@with_json
def test_every_record_is_judged_on_the_page(document: Path) -> None:
    """A report follows it, or a command that checks it."""
    text = read_text(document)
    examples = json_examples(text)
    following = [example.get("format") for _file, example in examples[1:]] + [None]
    records = [
        (file, after) for (file, value), after in zip(examples, following, strict=True) if value["format"] == RECORD
    ]
    checked = [command.removeprefix("daifu check ") for command in commands(text)]
    assert [file for file, after in records if after != REPORT and file not in checked] == []


@pytest.mark.parametrize("document", WITH_COMMANDS, ids=relative_path)
def test_every_command_prints_what_is_shown_and_ends_as_it_says(document: Path) -> None:
    """`make docs` corrects what differs."""
    assert refresh_document(document) == read_text(document)


@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "docs/record-format.md", "docs/record-format.ja.md"])
def test_the_pages_for_users_have_examples(name: str) -> None:
    assert name in map(relative_path, WITH_JSON)


PAIRS = (("docs/service.md", "docs/service.ja.md"), ("docs/tournaments.md", "docs/tournaments.ja.md"))
JULY = {"july.ndjson.gz": gzip.compress((SAMPLES_FOLDER / "theater.ndjson").read_bytes(), mtime=0)}
"""A file of the examples that is too long for a page."""

each_page = pytest.mark.parametrize("page", [*chain(*PAIRS)])


class Exchange(NamedTuple):
    """A request of a page, the status and the JSON of its answer, and what the page shows of that."""

    request: str
    status: int
    answer: Any
    shown: Any


class Reader:
    """Runs all requests of a page in their order."""

    def __init__(self, client: FlaskClient, secret: str) -> None:
        self._client = client
        self._variables = {"TOKEN": secret}

    def tried(self, page: str) -> list[Exchange]:
        """The requests of the page with their answers."""
        parts = list(blocks(read_text(PROJECT_ROOT / page)))
        files = {**JULY, **saved(parts)}
        found = []
        for part, following in pairwise([*parts, parts[0]]):
            if is_curl(part.text):
                answer = run_and_keep(self._client, part.text, self._variables, files)
                is_shown = is_json(following) and following.text.encode() not in files.values()
                shown = json.loads(following.text) if is_shown else None
                found.append(Exchange(part.text, answer.status_code, answer.get_json(silent=True), shown))
        return found


def saved(parts: list[Block]) -> dict[str, bytes]:
    """The files of a page: the first JSON after each name."""
    files: dict[str, bytes] = {}
    for part in parts:
        if is_json(part):
            files.setdefault(part.file, part.text.encode())
    return files


def is_json(part: Block) -> bool:
    """Whether a block is JSON: a file to be sent, or an answer."""
    return part.text.startswith(("{", "["))


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store as the first `make demo` leaves it: with the sample games and the sample tournament."""
    path = tmp_path_factory.mktemp("samples") / "daifu.db"
    with closing(open_store(path)) as store:
        load_samples(store)
        load_sample_tournament(store)
    return path


@pytest.fixture(scope="module")
def exchanges(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Exchange]]:
    """Runs a page once, with a service of its own on such a store, in the folder of the project.

    The token is of the role of the one that a first start prints.
    """

    @cache
    def run(page: str) -> list[Exchange]:
        path = copyfile(samples, tmp_path_factory.mktemp("page") / "daifu.db")
        with chdir(PROJECT_ROOT), closing(open_store(path)) as store:
            app = create_app(Settings(), store)
            check_against_contract(app)
            return Reader(app.test_client(), store.create_token("Haru", SCOREKEEPER).secret).tried(page)

    return run


@each_page
def test_every_request_succeeds(exchanges: Callable[[str], list[Exchange]], page: str) -> None:
    assert [one for one in exchanges(page) if one.status not in (200, 201, 202, 204)] == []


@each_page
def test_every_answer_is_the_one_shown(exchanges: Callable[[str], list[Exchange]], page: str) -> None:
    shown = [one for one in exchanges(page) if one.shown is not None]
    assert [one.answer for one in shown] == [one.shown for one in shown]
    assert len(shown) > 1


@pytest.mark.parametrize("page", PAIRS[1])
def test_the_outcome_in_a_tournament_that_is_shown_is_part_of_an_answer(
    exchanges: Callable[[str], list[Exchange]], page: str
) -> None:
    [shown] = [part.text for part in blocks(read_text(PROJECT_ROOT / page)) if part.text.startswith('"landings"')]
    told = [one.answer["landings"] for one in exchanges(page) if one.answer and "landings" in one.answer]
    assert told == [json.loads(f"{{{shown}}}")["landings"]]


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_show_the_same_requests(pair: tuple[str, str]) -> None:
    """The output of commands is in the language of the page."""
    one, other = (
        [part.text for part in blocks(read_text(PROJECT_ROOT / page)) if part.language != CONSOLE] for page in pair
    )
    assert one == other


NOTEBOOK: Final = PROJECT_ROOT / "examples" / "first-steps.ipynb"


def code_cells() -> list[dict[str, Any]]:
    """The cells with code, in their order."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def printed() -> Iterator[list[str]]:
    """What each cell prints, line by line, after those before it."""
    names: dict[str, object] = {}
    with chdir(PROJECT_ROOT):
        for cell in code_cells():
            with redirect_stdout(io.StringIO()) as output:
                exec("".join(cell["source"]), names)  # noqa: S102 - our own notebook
            yield output.getvalue().splitlines(keepends=True)


def test_each_cell_prints_what_stands_below_it() -> None:
    told = [[line for output in cell["outputs"] for line in output["text"]] for cell in code_cells()]
    assert list(printed()) == told
    assert all(told)


def refresh(notebook: Path) -> None:
    """Write what the cells print now."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    cells = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    for number, (cell, text) in enumerate(zip(cells, printed(), strict=True), 1):
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}]
    notebook.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    refresh(NOTEBOOK)

"""The examples in the documents do what the documents say."""

import json
from pathlib import Path

import pytest

from daifu.schemas.judgement import check_json
from daifu.schemas.record.model import RECORD_FORMAT as RECORD
from daifu.schemas.report import REPORT_FORMAT as REPORT
from tests.support.examples import commands, json_examples, refresh_document
from tests.support.markdown import documents, read_text, relative_path

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

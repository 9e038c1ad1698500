"""Views of the import of records into tournaments."""

from collections.abc import Iterable, Sequence

from daifu.data.store.values import ImportProblem, RecordImportPreview, ResultImport
from daifu.schemas.tournaments import result_import as answers


def import_views(landings: Iterable[ResultImport]) -> tuple[answers.Landing, ...]:
    """What became of a record in the tournaments that it concerns; most concern none."""
    return tuple(map(import_view, landings))


def import_view(found: ResultImport) -> answers.Landing:
    """What became of a record in a tournament."""
    return answers.Landing(
        tournament=found.tournament,
        record=found.record,
        version=found.version,
        problem=found.problem and import_problem_view(found.problem),
        missing=found.missing,
    )


def import_problem_view(found: ImportProblem) -> answers.LandingProblem:
    """Why a record could not be imported into a tournament."""
    return answers.LandingProblem(
        record=found.record,
        revision=found.revision,
        version=found.version,
        at=found.at.isoformat(),
        author=found.author,
        code=found.code,
        message=answers.Texts(*found.text),
    )


def import_preview_view(found: RecordImportPreview) -> answers.Landing:
    """What would become of a record in a tournament. Time and author are unknown, because nothing was tried."""
    problem = None
    if found.text is not None and found.code is not None:
        problem = answers.LandingProblem(
            record=found.record,
            revision=None,
            version=found.version,
            at=None,
            author=None,
            code=found.code,
            message=answers.Texts(*found.text),
        )
    return answers.Landing(
        tournament=found.tournament,
        record=found.record,
        version=found.version,
        problem=problem,
        missing=found.missing,
    )


def landings_view(version: int, problems: Iterable[ImportProblem], unlanded: Sequence[int]) -> answers.Landings:
    """The records that could not be imported, and those that have not been and nothing hinders."""
    return answers.Landings(version, list(map(import_problem_view, problems)), unlanded)

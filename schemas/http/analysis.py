"""Answers about analyses of records: the jobs that make them, and the analyses."""

from collections.abc import Sequence
from typing import Annotated, Final

from daifu.replay.analysis.deals import METHOD
from daifu.schemas.analysis import DealAnalysis
from daifu.schemas.answer import Answer, about, one_of

JOB_STATES: Final = ("waiting", "running", "done", "failed", "cancelled")
"""The states of a job."""


class AnalysisJob(Answer):
    """The job that analyses a revision of a record."""

    record: Annotated[int, about("The number of the record.", 7)]
    revision: Annotated[int, about("The revision that is analysed.", 2)]
    state: Annotated[str, one_of(JOB_STATES, "Whether the analysis is done, and if not, why not.", "running")]
    done: Annotated[int | None, about("How many deals are analysed; null before the job runs.", 3)]
    deals: Annotated[int | None, about("How many deals the record has; null before the job runs.", 6)]
    address: Annotated[str, about("The path of the job.", "/v1/records/7/analysis/jobs/2")]
    analysis: Annotated[str, about("The path of the analysis once it is done.", "/v1/records/7/analysis?revision=2")]
    cancelled_by: Annotated[str | None, about("Who cancelled the job; null if nobody did.", None)] = None


class RecordAnalysis(Answer):
    """The analysis of a revision of a record."""

    record: Annotated[int, about("The number of the record.", 7)]
    revision: Annotated[int, about("The revision that was analysed.", 2)]
    method: Annotated[str, about("The method and its version.", METHOD)]
    deals: Annotated[Sequence[DealAnalysis], about("The analysis of each deal.")]

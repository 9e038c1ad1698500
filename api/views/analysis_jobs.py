"""Views of analyses: the jobs that make them, and the analyses."""

import msgspec

from api.views.addresses import analysis_address, analysis_job_address
from data.analysis.jobs import Job
from replay.analysis.deals import METHOD
from schemas.analysis import DealAnalysis
from schemas.http.analysis import AnalysisJob, RecordAnalysis


def job_view(job: Job) -> AnalysisJob:
    """A job, and where its analysis will be."""
    return AnalysisJob(
        *job, address=analysis_job_address(*job[:2]), analysis=analysis_address(job.record, job.revision)
    )


def analysis_view(record: int, revision: int, analysis: bytes) -> RecordAnalysis:
    """The analysis of a revision, given as JSON."""
    return RecordAnalysis(record, revision, METHOD, msgspec.json.decode(analysis, type=list[DealAnalysis]))

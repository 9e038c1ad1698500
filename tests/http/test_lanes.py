"""Which requests run beside the small ones."""

import pytest
from flask import Flask

from daifu.api.http.app import lane_finder
from daifu.api.http.lanes import Lane
from tests.support.http_client import EXPORT, FIRST_RECORD


@pytest.mark.parametrize(
    ("address", "lane"),
    [(FIRST_RECORD, None), ("/healthz", None), (EXPORT, Lane.COSTLY), ("/v1/export/actions.parquet", Lane.COSTLY)],
)
def test_exports_keep_no_small_read_waiting(app: Flask, address: str, lane: Lane | None) -> None:
    assert lane_finder(app)({"REQUEST_METHOD": "GET", "PATH_INFO": address}) is lane

"""The parts of daifu that an installation may lack: which libraries belong to which, and what to install."""

from typing import Final

from daifu.replay.text import Text

PART_OF: Final = {
    "httpx2": "client",
    "flask": "store",
    "marshmallow": "store",
    "openskill": "store",
    "sqlite_utils": "store",
    "werkzeug": "store",
    "zstandard": "store",
    "flask_compress": "service",
    "flask_swagger_ui": "service",
    "flask_wtf": "service",
    "gunicorn": "service",
    "itsdangerous": "service",
    "jinja2": "service",
    "markupsafe": "service",
    "prometheus_client": "service",
    "pythonjsonlogger": "service",
    "segno": "service",
    "yaml": "service",
    "numpy": "draws",
    "ortools": "draws",
    "threadpoolctl": "draws",
    "pyarrow": "tables",
    "vl_convert": "plots",
    "openpyxl": "sheets",
    "prompt_toolkit": "play",
    "weasyprint": "pdf",
    "psycopg": "postgresql",
    "psycopg_pool": "postgresql",
    "http_ece": "push",
    "py_vapid": "push",
    "cryptography": "push",
    "opentelemetry": "traces",
    "dask": "cluster",
    "distributed": "cluster",
    "fsspec": "cluster",
}
"""The extra that installs each library, by the name of its module."""


def missing_part(error: ModuleNotFoundError) -> Text | None:
    """The sentence that says what to install for a module that was not found; None for one of no part."""
    part = PART_OF.get((error.name or "").partition(".")[0])
    if part is None:
        return None
    return Text(
        f"this needs the part “{part}” of daifu, which is not installed; try: pip install 'daifu[{part}]'",
        f"これにはdaifuの追加機能「{part}」が必要ですが、入っていません。例：pip install 'daifu[{part}]'",
    )

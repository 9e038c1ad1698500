"""What is installed: which build of the rules engine, plain or in C, and which of the parts that may be missing."""

import filecmp
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from daifu.replay.text import Text

PLAIN: Final = Text("plain engine", "通常版エンジン")
COMPILED: Final = Text("compiled engine", "コンパイル版エンジン")
OUTDATED: Final = Text(
    "the compiled engine was built from other sources than those here; run `make compile` or `make plain`",
    "コンパイル版エンジンのもとになったソースが今のものと違います。`make compile` か `make plain` を実行してください",
)

_ENGINE: Final = "daifu.replay.engine"


def is_compiled() -> bool:
    """Whether the compiled engine runs."""
    return _origin(_ENGINE).suffix != ".py"


def engine_name() -> Text:
    """The name of the build that runs."""
    return COMPILED if is_compiled() else PLAIN


def is_outdated(sources: Path = Path(__file__).parents[1] / "replay") -> bool:
    """Whether the compiled engine was built from other modules than those in the folder `sources`.

    `make compile` puts the engine into another folder, together with the modules that it was built from. An installed
    program has one folder with both, and a plain engine is the modules themselves.
    """
    built = _origin(_ENGINE).parent
    if not is_compiled() or not sources.is_dir() or built == sources:
        return False
    names = _module_names(built)
    return names != _module_names(sources) or not all(filecmp.cmp(built / name, sources / name) for name in names)


def _module_names(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*.py")}


def _origin(module: str) -> Path:
    """The file from which a module is loaded."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{module} has no file", name=module)
    return Path(spec.origin)


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

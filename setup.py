"""Builds the rules engine in C where `DAIFU_COMPILE=1` asks for it; otherwise nothing is compiled.

Compiling takes mypyc (of the dev lock), a C compiler and Python's headers.
"""

import os
from pathlib import Path

from setuptools import setup

ENGINE = [str(path) for path in sorted(Path("replay").rglob("*.py")) if path.name != "__init__.py"]


def compiled_engine() -> list[object]:
    """The extension modules of the engine, or none."""
    if os.environ.get("DAIFU_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only a compiling build needs it

    return list(mypycify(ENGINE))


setup(ext_modules=compiled_engine())

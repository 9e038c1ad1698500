"""Compiles the rules engine to C where `DAIFU_COMPILE` has a level of optimisation; otherwise nothing is compiled.

The Makefile compiles at level 1. More takes two to three times as long, and the engine gets no faster. Compiling takes
mypyc (of the dev lock), a C compiler and Python's headers.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

GAMES = Path("replay/games")
MYPY_CACHE = "build/mypy_cache"
# Without the checks that -Wall asks of gcc, the build takes half of the time. No person writes this C.
NO_WARNINGS = "-Wno-all"
# Functions of the engine call each other directly and not through tables of the loader: the code is an eighth smaller,
# and misses the processor's cache of instructions less often.
DIRECT_CALLS = ["-fvisibility=hidden", "-fno-plt"]


def compiled_engine() -> list[Extension]:
    """The extension modules of the engine, or none.

    They share two libraries, one with the games and one with the rest, which are compiled at the same time. With a
    library for each module, the build would take twice as long, because each contains the runtime of mypyc.
    """
    optimisation = os.environ.get("DAIFU_COMPILE")
    if not optimisation:
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only a compiling build needs it

    modules = [path for path in sorted(Path("replay").rglob("*.py")) if path.name != "__init__.py"]
    games = [str(path) for path in modules if path.is_relative_to(GAMES)]
    core = [str(path) for path in modules if not path.is_relative_to(GAMES)]
    extensions: list[Extension] = mypycify(
        [f"--cache-dir={MYPY_CACHE}", *core, *games],
        opt_level=optimisation,
        debug_level="0",
        separate=[(core, "daifu_core"), (games, "daifu_games")],
    )
    for extension in extensions:
        extension.extra_compile_args += [NO_WARNINGS, *DIRECT_CALLS]
    return extensions


setup(ext_modules=compiled_engine(), options={"build_ext": {"parallel": os.cpu_count()}})

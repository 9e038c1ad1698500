"""What Dask loads into the workers that `daifu archive` starts on this machine, and what it asks of all workers."""

from importlib.metadata import version

from daifu.data.child_process import end_with_parent


def dask_setup(_worker: object) -> None:
    """Prepare a worker: Ctrl-C in the terminal does not reach it, and it ends with the command."""
    end_with_parent()


def program_version() -> str:
    """The version of daifu of this process."""
    return version("daifu")

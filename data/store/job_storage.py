"""What the queue of jobs of a store needs of its backend: a place for its entries, and numbers for its workers."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any


class JobStorage(ABC):
    """The place of a queue beside a store.

    A worker takes a number for as long as its process lives, however that ends. So others see by its number whether a
    worker is still there.
    """

    errors: AbstractContextManager[None]
    """Raises errors of the store in place of those of the database. One instance serves all threads."""

    @abstractmethod
    def open(self, name: str) -> Any:  # noqa: ANN401 - huey has no types
        """The storage for huey of the queue of this name; it is made if there is none. Raises `StoreUnusable`."""

    @abstractmethod
    def take_number(self, number: int) -> bool:
        """Take the number of a worker for this process; whether no other process has it. Raises `StoreUnusable`."""

    @abstractmethod
    def release_number(self, number: int) -> None:
        """Give back a number that was taken."""

    @abstractmethod
    def close(self) -> None:
        """Give back all numbers."""

    def is_taken(self, number: int) -> bool:
        """Whether another process has this number. Raises `StoreUnusable`."""
        if not self.take_number(number):
            return True
        self.release_number(number)
        return False

"""Bringing tables to the sizes and the people that a round has, with as little moved as possible."""

from collections.abc import Iterable

from data.tournaments.drawing.seating import Tables


def fitted(planned: Iterable[Iterable[int]], seated: Iterable[int], sizes: tuple[int, ...]) -> Tables:
    """Tables of these sizes with exactly these entrants; whoever need not move stays with those he was planned with.

    The largest groups get the largest tables; who is left over, newly there or too many at a table fills the gaps.
    """
    waiting = dict.fromkeys(seated)
    kept = []
    for table in planned:
        group = [entrant for entrant in table if entrant in waiting]
        for entrant in group:
            del waiting[entrant]
        kept.append(group)
    kept.sort(key=len, reverse=True)
    groups = [kept[place] if place < len(kept) else [] for place in range(len(sizes))]
    spare = [entrant for group, size in zip(groups, sizes, strict=True) for entrant in group[size:]]
    loose = iter((*waiting, *spare, *(entrant for group in kept[len(sizes) :] for entrant in group)))
    return tuple(_filled(group[:size], size, loose) for group, size in zip(groups, sizes, strict=True))


def _filled(group: list[int], size: int, loose: Iterable[int]) -> tuple[int, ...]:
    return (*group, *(entrant for _, entrant in zip(range(size - len(group)), loose, strict=False)))

"""What counters come to by day, the slow way, with the products that intervals need."""

from collections import Counter
from collections.abc import Iterable, Mapping

from daifu.replay.statistics.catalogue import counters_of


def products(counts: Mapping[str, int], rules: str, owner: str) -> Counter[str]:
    """The products by the names of their counters, `sitting.<one>:<other>`."""
    with_sums = Counter(counts)
    with_sums["passes_seen"] = with_sums["passes.able"] + with_sums["passes.unable"]
    found = Counter[str]()
    for name in counters_of(rules, owner):
        if name.startswith("sitting."):
            one, other = name.removeprefix("sitting.").split(":")
            found[name] = with_sums[one] * with_sums[other]
    return found


def part_of_day(day: object, content: bytes, block: int) -> int:
    """The part of its day to which a block of 20 deals of a record belongs, and of no day without one."""
    return (block if day else content[0] + block) % 64


def add_up_days(days: Iterable[tuple[object, Mapping[str, int]]], rules: str, owner: str) -> dict[str, int]:
    """The sum of counts of days, each with its key; those of one day are multiplied when they are added up."""
    sums: dict[object, Counter[str]] = {}
    for day, counts in days:
        sums.setdefault(day, Counter()).update(counts)
    total = Counter[str]()
    for whole in sums.values():
        total.update(whole)
        total.update(products(whole, rules, owner))
    return {name: count for name, count in total.items() if count}

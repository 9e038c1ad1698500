"""What became of the titles with which deals were begun."""

from tests.support.recount.course import Course
from tests.support.recount.results import Outcomes
from tests.support.recount.sheet import Scribe


def ranking(course: Course, before: Course | None) -> tuple[int, ...]:
    """The players best first, as a deal found them; empty where nobody had a title.

    It is that which is written, else the order of the deal just before it, if the same players sat there and all had a
    place. Where none is known, a played deal may still have made one of its seats.
    """
    written = course.deal.places
    known = () if written is None else written or _order_of(before)
    if set(known) == set(course.seated):
        return known
    return tuple(course.begin.places) if course.played else ()


def _order_of(course: Course | None) -> tuple[int, ...]:
    complete = course is not None and course.report.decided and not course.report.unfinished
    return tuple(course.report.order) if course is not None and complete else ()


def count_titles(scribe: Scribe, outcomes: Outcomes, before: Course | None) -> None:
    """Results by the title before a decided deal, and what it was before and after where the deal gave titles."""
    course = outcomes.course
    titles = course.record.rules.sitting.titles(len(course.seated))
    for place, player in enumerate(ranking(course, before) if any(titles) else ()):
        earlier, later = titles[place], course.report.titles[player - 1]
        outcomes.write(scribe, player, f"before.{earlier or 'none'}")
        if any(course.report.titles):
            _count_top(scribe, player, earlier=earlier == titles[0], later=later == titles[0])
            if player in course.report.order:
                _count_bottom(scribe, player, earlier=earlier == titles[-1], later=later == titles[-1])
            if earlier and later:
                scribe.own(player, f"turn.{earlier}.{later}")


def _count_top(scribe: Scribe, player: int, *, earlier: bool, later: bool) -> None:
    scribe.own(player, "top.begun", int(earlier))
    scribe.own(player, "top.below", int(not earlier))
    scribe.own(player, "top.kept", int(earlier and later))
    scribe.own(player, "top.taken", int(later and not earlier))


def _count_bottom(scribe: Scribe, player: int, *, earlier: bool, later: bool) -> None:
    scribe.own(player, "bottom.begun", int(earlier))
    scribe.own(player, "bottom.above", int(not earlier))
    scribe.own(player, "bottom.left", int(earlier and not later))
    scribe.own(player, "bottom.reached", int(later and not earlier))

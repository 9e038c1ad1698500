"""What careers say, as far as they have been brought."""

from collections.abc import Iterator, Sequence
from datetime import date
from heapq import nlargest
from typing import Final

from data.store.careers.asked import Best, Feat, Form, Holder, Place, Rated, Rating, Standing
from data.store.careers.course import Course, Run, decode
from data.store.sessions import Session

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_PERSON: Final = """
SELECT coalesce(person, number) FROM texts LEFT JOIN career_persons ON player = number WHERE text = ?
"""
_COURSE: Final = """
SELECT course FROM careers INDEXED BY by_person
WHERE rules = ? AND person = ? ORDER BY stretch DESC LIMIT 1
"""
_RATINGS: Final = """
WITH ranked AS (
    SELECT person, mu, sigma, skill, deals,
        rank() OVER (ORDER BY skill DESC) AS place, row_number() OVER (ORDER BY skill DESC, person) AS spot
    FROM careers WHERE rules = ? AND latest = 1 AND deals >= ?)
SELECT place, text, mu, sigma, skill, deals FROM ranked CROSS JOIN texts ON texts.number = person
WHERE spot > ? ORDER BY spot LIMIT ?
"""
_HISTORY: Final = """
SELECT day, mu, sigma, skill, careers.deals
FROM careers INDEXED BY by_person
    CROSS JOIN career_stretches AS one ON one.rules = careers.rules AND one.number = stretch
WHERE careers.rules = ? AND person = ? ORDER BY stretch
"""
_COURSES: Final = """
SELECT text, course FROM careers INDEXED BY by_skill CROSS JOIN texts ON texts.number = person
WHERE rules = ? AND latest = 1
"""
_CHANGES: Final = "SELECT changes FROM career_changes WHERE rules = ?"


def number_of(session: Session, text: str) -> int | None:
    """The number under which the store keeps a text, if it does."""
    row = session.connection.execute(_NUMBER, (text,)).fetchone()
    return row[0] if row else None


def version(session: Session, rules: int) -> int:
    """What grows whenever careers in a game change."""
    row = session.connection.execute(_CHANGES, (rules,)).fetchone()
    return row[0] if row else 0


def ratings(session: Session, rules: int, least: int, limit: int, after: int) -> tuple[list[Rated], int | None]:
    """So many ratings that follow from so many deals at least, from behind the first `after` of them on.

    Where the next ones begin comes with them, None at the end.
    """
    rows = session.connection.execute(_RATINGS, (rules, max(least, 1), after, limit + 1)).fetchall()
    rated = [Rated(place, person, Rating(*rating)) for place, person, *rating in rows[:limit]]
    return rated, after + limit if len(rows) > limit else None


def history(session: Session, rules: int, ids: Sequence[str]) -> list[Standing]:
    """His rating at the end of each day on which he played a rated deal."""
    days: dict[int, Rating] = {}
    deals = 0
    for day, *columns in session.connection.execute(_HISTORY, (rules, _person(session, ids))):
        rating = Rating(*columns)
        if rating.deals > deals:
            days[day] = rating
            deals = rating.deals
    return [Standing(date.fromordinal(day), rating) for day, rating in days.items()]


def form(session: Session, rules: int, ids: Sequence[str], behind: int) -> Form:
    """How it has gone for him, which is so many deals behind."""
    row = session.connection.execute(_COURSE, (rules, _person(session, ids))).fetchone()
    course = decode(row[0]) if row else Course.new()
    best = dict(_feats(course))
    return Form(
        places=[Place(place, of) for place, of in course.places],
        first=course.first.now,
        last=course.last.now,
        longest_first=best.get(Feat.FIRST),
        longest_last=best.get(Feat.LAST),
        longest_reign=best.get(Feat.REIGN),
        peak=best.get(Feat.SKILL),
        behind=behind,
    )


def records(session: Session, rules: int, limit: int) -> dict[Feat, list[Holder]]:
    """Who came to the most of each, so many at most; of equals, who did first."""
    found: dict[Feat, list[Holder]] = {feat: [] for feat in Feat}
    for person, course in session.connection.execute(_COURSES, (rules,)):
        for feat, best in _feats(decode(course)):
            found[feat].append(Holder(person, best))
    return {feat: nlargest(limit, sorted(holders, key=_age), key=_value) for feat, holders in found.items()}


def _person(session: Session, ids: Sequence[str]) -> int | None:
    """The number of the person with these ids: they are all one person's, so the first says who it is."""
    row = session.connection.execute(_PERSON, (ids[0],)).fetchone()
    return row[0] if row else None


def _feats(course: Course) -> Iterator[tuple[Feat, Best]]:
    for feat, run in ((Feat.FIRST, course.first), (Feat.LAST, course.last), (Feat.REIGN, course.reign)):
        if run.most:
            yield feat, _most(run)
    if course.peak_record:
        yield Feat.SKILL, Best(course.peak, course.peak_record, date.fromordinal(course.peak_day))


def _most(run: Run) -> Best:
    return Best(run.most, run.record, date.fromordinal(run.day))


def _age(holder: Holder) -> tuple[date, int, str]:
    return holder.best.day, holder.best.record, holder.person


def _value(holder: Holder) -> float:
    return holder.best.value

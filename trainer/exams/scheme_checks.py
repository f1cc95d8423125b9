"""Checks of an exam scheme before it is used, and notes on what its pass marks mean for a good candidate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from math import ceil

from trainer import catalogue
from trainer.drills import families
from trainer.exams.paper_assembly import question_count
from trainer.exams.pool import offers_of, read_source, rungs_for
from trainer.exams.psychometrics import binomial_at_least
from trainer.exams.scheme import Counts, Part, Scheme, exact
from trainer.exams.scheme_files import MOST_FAULTS, scheme_fault
from trainer.exams.standard_setting import angoff
from trainer.exams.trust import is_day
from trainer.rulebooks import RulebookError
from trainer.rulebooks.problems import Fault, Finding, listed
from trainer.runs.offers import Offers
from trainer.system.people_names import is_visible
from trainer.texts import Message, Names

ENOUGH_ITEMS = 20  # a must-pass part with fewer gets a note
GOOD_SKILL = 0.80  # share of right answers of the candidate in the notes
VERDICTS = ("never", "at-end")
AIDS = ("four-colour-deck", "chip-text", "large-text", "screen-reader", "paper")
_MOST_ITEMS = 500
_LONGEST_VALIDITY = 120  # months
_LONGEST_WAIT = 3650  # days
_MOST_PRACTICE = 20
_MOST_RETAKES = 1000
_LONGEST_NAME = 120
_LAST_REVISION = 1_000_000
_LONGEST_PART = 1440  # minutes: one day


def check_scheme(scheme: Scheme, file: str, offers: Offers, known: Sequence[str] = ()) -> list[Fault]:
    """All faults of a scheme, at most `MOST_FAULTS`. ``known`` lists the ids of existing schemes, to check
    ``renewed-by``."""
    found = chain(_figure_faults(scheme, known), _draw_faults(scheme, offers), _standard_faults(scheme))
    return [Fault(file, key, problem) for key, problem in islice(found, MOST_FAULTS)]


def drawable_sources(scheme: Scheme, offers: Offers) -> list[tuple[str, Message]]:
    """Sources that the parts of a scheme can draw from, such as ``pay-the-layout/1-7``, each with the name of its
    drill.

    Empty if the games of the scheme cannot be loaded.
    """
    try:
        there = offers_of(scheme, offers).values()
    except RulebookError:
        return []
    found = {family.id: family for offer in there for family in offer.families}
    return [(f"{family.id}/1-{len(family.levels)}", family.name) for _, family in sorted(found.items())]


def require_valid(scheme: Scheme, offers: Offers) -> Scheme:
    """Return the scheme unchanged; raises `RulebookError` with all faults if it has any."""
    faults = check_scheme(scheme, scheme.id, offers)
    if faults:
        raise RulebookError(faults)
    return scheme


def scheme_notes(scheme: Scheme) -> list[Message]:
    """Notes on a scheme: the chance that a candidate of skill 0.80 passes each must-pass part, and all of them."""
    found: list[Message] = []
    all_parts = 1.0
    for part in scheme.parts:
        mark = exact(part.pass_mark)
        if not part.must_pass or not mark:
            continue
        right = binomial_at_least(part.count, GOOD_SKILL, ceil(mark * part.count))
        all_parts *= right
        params = {"part": part.names, "items": part.count, "percent": _percent(right), "mark": str(part.pass_mark)}
        found.append(Message("exams.note.part-chance", params))
        if part.count < ENOUGH_ITEMS:
            found.append(Message("exams.note.few-items", {"part": part.names, "items": part.count}))
    if len(found) > 1:
        found.append(Message("exams.note.all-chance", {"percent": _percent(all_parts)}))
    return found + _standard_notes(scheme)


def _standard_notes(scheme: Scheme) -> list[Message]:
    """Precision of the judges' cut score. Its error comes from round 1, before the judges talked to each other."""
    if scheme.standard is None:
        return []
    counts = [part.count for part in scheme.parts]
    alone = angoff(counts, [judge.first for judge in scheme.standard.judges])
    cut = angoff(counts, [judge.second for judge in scheme.standard.judges])
    params = {
        "cut": _hundredths(float(cut.cut)),
        "items": scheme.count,
        "lowest": cut.lowest_pass,
        "error": _hundredths(alone.error),
        "judges": len(scheme.standard.judges),
        "agreement": _hundredths(alone.icc_mean),
    }
    return [Message("exams.note.standard", params), *(Message(f"exams.note.{name}") for name in alone.warnings)]


def _percent(share: float) -> Fraction:
    """Share as percent, rounded to a tenth."""
    return Fraction(round(share * 1000), 10)


def _hundredths(figure: float) -> Fraction:
    return Fraction(round(figure * 100), 100)


def _figure_faults(scheme: Scheme, known: Sequence[str]) -> Iterator[Finding]:
    """Faults that need no rulebook: parts, weights, names, marks, limits, dates."""
    if not scheme.parts:
        yield "parts", scheme_fault("no-parts")
        return
    total = sum(part.weight for part in scheme.parts)
    if total != 100:
        yield "parts", scheme_fault("weights", total=total)
    if not 1 <= scheme.count <= _MOST_ITEMS:
        yield "parts", scheme_fault("item-count", count=scheme.count, most=_MOST_ITEMS)
    yield from _name_faults("names", scheme.names)
    yield from _mark_faults("pass-mark", scheme.pass_mark, needed=True)
    for part in scheme.parts:
        yield from _part_faults(part, f"parts.{part.id}")
    if scheme.verdicts not in VERDICTS:
        yield "verdicts", scheme_fault("one-of", value=scheme.verdicts, known=listed(VERDICTS))
    for aid in scheme.aids:
        if aid not in AIDS:
            yield "aids", scheme_fault("one-of", value=aid, known=listed(AIDS))
    for key, value, least, most in (
        ("valid-months", scheme.valid_months, 1, _LONGEST_VALIDITY),
        ("wait-days", scheme.wait_days, 0, _LONGEST_WAIT),
        ("tutorial", scheme.tutorial, 0, _MOST_PRACTICE),
        ("retakes", scheme.retakes, 0, _MOST_RETAKES),
        ("revision", scheme.revision, 1, _LAST_REVISION),
        *((f"parts.{part.id}.minutes", part.minutes, 0, _LONGEST_PART) for part in scheme.parts),
        *((f"parts.{part.id}.seconds-per-item", part.seconds_per_item, 0, 60 * _LONGEST_PART) for part in scheme.parts),
    ):
        if not least <= value <= most:
            yield key, scheme_fault("within", least=least, most=most)
    if scheme.standard is not None and not is_day(scheme.standard.date):
        yield "standard.date", scheme_fault("no-day")
    for number, change in enumerate(scheme.history):
        if not is_day(change.date):
            yield f"history[{number}].date", scheme_fault("no-day")
    for percent in scheme.extra_time:
        if not 1 <= percent <= 300:
            yield "extra-time", scheme_fault("extra-time", percent=percent)
    if scheme.renewed_by and known and scheme.renewed_by not in known:
        yield "renewed-by", scheme_fault("no-scheme", known=listed(known))
    for game in scheme.tables:
        if game not in scheme.games:
            yield f"tables.{game}", scheme_fault("table-not-asked", known=listed(scheme.games))


def _part_faults(part: Part, key: str) -> Iterator[Finding]:
    yield from _name_faults(f"{key}.names", part.names)
    if part.weight < 1:
        yield f"{key}.weight", scheme_fault("at-least-one")
    if not part.draws:
        yield f"{key}.draws", scheme_fault("draws-nothing")
    if part.must_pass and not _is_mark(part.pass_mark):
        yield f"{key}.pass-mark", scheme_fault("must-pass-without-mark")
    yield from _mark_faults(f"{key}.pass-mark", part.pass_mark, needed=False)
    if not part.minutes and not part.seconds_per_item and part.counts is not Counts.ACCURACY_AND_TIME:
        yield key, scheme_fault("no-time")
    for number, draw in enumerate(part.draws):
        if draw.count < 1:
            yield f"{key}.draws[{number}].count", scheme_fault("at-least-one")


def _name_faults(key: str, names: Names) -> Iterator[Finding]:
    """Names are printed on papers and certificates, so they must be short and printable."""
    for language, name in (("es", names.es), ("en", names.en)):
        if not name.strip() or len(name) > _LONGEST_NAME or not is_visible(name):
            yield f"{key}.{language}", scheme_fault("name", most=_LONGEST_NAME)


def _is_mark(percent: int | str) -> bool:
    """Whether a pass mark is above zero. A malformed one counts as yes: `_mark` reports it."""
    try:
        return exact(percent) > 0
    except ValueError:
        return True


def _mark_faults(key: str, percent: int | str, *, needed: bool) -> Iterator[Finding]:
    try:
        share = exact(percent)
    except ValueError:
        yield key, scheme_fault("not-a-percentage", value=str(percent)[:60])
        return
    if share > 1 or share < 0:
        yield key, scheme_fault("unreachable", value=str(percent))
    elif needed and not share:
        yield key, scheme_fault("passes-everybody")


def _draw_faults(scheme: Scheme, offers: Offers) -> Iterator[Finding]:
    """Faults of the draws: unknown games or drills, nothing to draw, too few facts, time limits below the target
    time."""
    regulated = offers.games(scheme.rulebook)
    if scheme.rulebook not in offers.rulebooks():
        yield "rulebook", scheme_fault("no-rulebook", known=listed(offers.rulebooks()))
        return
    missing = [game for game in scheme.games if game not in regulated]
    if missing or not scheme.games:
        yield "games", scheme_fault("no-game", game=", ".join(missing) or "-", known=listed(regulated))
        return
    try:
        there = offers_of(scheme, offers)
    except RulebookError as error:
        yield from ((fault.key, fault.problem) for fault in error.faults)
        return
    every_drill = {family.id for game in catalogue.DRILLED for family in families(game)}
    drills = sorted({family.id for offer in there.values() for family in offer.families})
    for part in scheme.parts:
        for number, draw in enumerate(part.draws):
            key = f"parts.{part.id}.draws[{number}].from"
            for text in draw.sources:
                source = read_source(text)
                if source is None:
                    yield key, scheme_fault("no-source", source=text[:60])
                elif source.family not in every_drill:
                    yield key, scheme_fault("no-drill", source=text[:60], known=listed(drills))
                elif source.game and source.game not in scheme.games:
                    yield key, scheme_fault("no-game", game=source.game, known=listed(scheme.games))
            topics = rungs_for(draw, there, {})
            if not topics:
                sources = [read_source(text) for text in draw.sources]
                if not sources or any(source and source.family in every_drill for source in sources):
                    yield key, scheme_fault("draws-nothing")  # otherwise each source already has its own fault
                continue
            found = question_count(topics.values())
            if found < draw.count:
                yield key, scheme_fault("too-few-facts", wanted=draw.count, there=int(found))
            if part.counts is Counts.ACCURACY_AND_TIME and part.seconds_per_item:
                targets = [
                    rung.family.levels[rung.level - 1].target_seconds for rungs in topics.values() for rung in rungs
                ]
                if max(targets) >= part.seconds_per_item:
                    seconds = f"{max(targets):g}"
                    yield f"parts.{part.id}.seconds-per-item", scheme_fault("time-below-target", seconds=seconds)


def _standard_faults(scheme: Scheme) -> Iterator[Finding]:
    """Faults of the standard-setting section: the estimates, and whether the cut follows from them."""
    standard = scheme.standard
    if standard is None:
        return
    counts = [part.count for part in scheme.parts]
    for number, judge in enumerate(standard.judges):
        for name, estimates in (("first", judge.first), ("second", judge.second)):
            if len(estimates) != len(counts) or not all(0 <= estimate <= 100 for estimate in estimates):
                yield f"standard.judges[{number}].{name}", scheme_fault("estimates", count=len(counts))
                return
    if len(standard.judges) < 2:
        yield "standard.judges", scheme_fault("one-judge")
        return
    found = angoff(counts, [judge.second for judge in standard.judges])
    if standard.cut != found.cut_text:
        yield "standard.cut", scheme_fault("other-cut", cut=found.cut_text)

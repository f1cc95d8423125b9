"""Item and paper statistics from sealed results, with flags where there are enough data.

Only first attempts count. Voided items, rehearsals and the times of candidates with extra time are left out. A flag
asks a person to look; it changes no mark.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import log
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any

import msgspec

from trainer.drills.core import Item
from trainer.exams.paper import PaperItem
from trainer.exams.psychometrics import (
    Consistency,
    Reliability,
    correlation_or_none,
    correlation_upper_bound,
    huynh,
    kr_21,
    livingston_lewis,
    rasch_difficulty,
    reliability,
    subkoviak,
    top_minus_bottom,
    wilson,
)
from trainer.exams.result import ItemMark, SealedResult
from trainer.exams.scheme import exact
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import write_atomically
from trainer.system.spreadsheet_cells import escape_formula
from trainer.texts import Language, text

with lazily():  # only needed for a workbook
    import xlsxwriter

ENOUGH = {"facility": 20, "time": 30, "discrimination": 50, "reliability": 30, "consistency": 50}
FLAG_DISCRIMINATION_FROM = 100
_LOW_DISCRIMINATION, _HARD, _EASY, _FLAG_FACILITY_FROM = 0.20, 0.30, 0.98, 50
_MOST_EXPOSED = 0.33
_QUICKEST_MS, _QUICKEST_SHARE = 1000, 0.10
_EFFORT, _KNOWN_BEFORE, _KNOWN_ITEMS = 0.90, -2.0, 3


class ItemFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of one item (a fact, or a rung of generated questions) over all who had it."""

    key: str
    tries: int
    right: int
    facility: float
    low: float  # 95 % interval
    high: float
    median_ms: float | None
    discrimination: float | None  # correlation with the mark of the rest of the paper
    top_minus_bottom: float | None
    difficulty: float | None  # logits
    difficulty_error: float | None
    exposure: float  # share of papers that contain it
    mistakes: tuple[tuple[str, int], ...]
    flags: tuple[str, ...]


class SchemeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a scheme over all its sittings."""

    scheme: str
    sittings: int
    passed: int
    overlap: float  # average number of questions that two papers share
    reliability: Reliability | None  # only if all sat the same paper
    kr21: float | None
    subkoviak: Consistency | None
    huynh: Consistency | None
    livingston_lewis: Consistency | None


class SittingFlags(msgspec.Struct, frozen=True, kw_only=True):
    """Flags of one sitting that a person should look at."""

    sitting: str
    effort: float  # share of items not answered too fast to have been read
    flags: tuple[str, ...]


def countable_results(results: Iterable[SealedResult], *, with_rehearsals: bool = False) -> list[SealedResult]:
    """Results that count: the latest of each sitting, first attempts only, no rehearsals."""
    found: dict[str, list[SealedResult]] = {}
    for each in results:
        result = each.result
        if (with_rehearsals or not result.is_rehearsal) and result.header.attempt == 1:
            found.setdefault(result.header.sitting, []).append(each)
    return [_last_of(those) for those in found.values()]


def _last_of(those: Sequence[SealedResult]) -> SealedResult:
    """The result of a sitting that no regrade replaced."""
    replaced = {each.result.regrade.parent for each in those if each.result.regrade}
    return next((each for each in those if len(those) > 1 and each.digest not in replaced), those[0])


def rung_of(item: PaperItem) -> str:
    """Rung of an item, in the form of `pool.rung_key`."""
    named = Item.parse(item.item)
    variant = f":{named.variant}" if named.variant else ""
    return f"{named.family}/{named.level} {named.rulebook}/{named.game}{variant}"


def item_key(item: PaperItem) -> str:
    """Key that identifies an item across papers: a fact by its number, a generated question by its rung."""
    return f"{rung_of(item)} #{Item.parse(item.item).seed}" if item.fact else rung_of(item)


def item_figures(results: Sequence[SealedResult], key_of: Callable[[PaperItem], str] = item_key) -> list[ItemFigures]:
    """Statistics of all items, hardest first, grouped by ``key_of``."""
    answers: dict[str, list[tuple[ItemMark, float, bool]]] = {}
    in_papers: Counter[str] = Counter()
    papers: set[str] = set()
    for each in results:
        result = each.result
        marks = [mark for mark in result.marks.items if not mark.voided]
        total = sum(mark.right for mark in marks)
        keys = {mark.item: key_of(result.paper.item(mark.item)) for mark in marks}
        if result.paper.id not in papers:
            papers.add(result.paper.id)
            in_papers.update(set(keys.values()))
        for mark in marks:
            rest = (total - mark.right) / max(1, len(marks) - 1)
            answers.setdefault(keys[mark.item], []).append((mark, rest, not result.header.extra_time))
    found = [_figures(key, those, in_papers[key] / len(papers)) for key, those in answers.items()]
    return sorted(found, key=lambda item: (item.facility, item.key))


def _figures(key: str, those: Sequence[tuple[ItemMark, float, bool]], exposure: float) -> ItemFigures:
    right = [int(mark.right) for mark, _, _ in those]
    rest = [share for _, share, _ in those]
    tries, low_high = len(right), wilson(sum(right), len(right))
    times = [mark.ms for mark, _, usual in those if mark.right and usual]
    r_rest = correlation_or_none(right, rest) if tries >= ENOUGH["discrimination"] else None
    skills = [log((share * 0.98 + 0.01) / (1 - share * 0.98 - 0.01)) for share in rest]
    hard = rasch_difficulty(sum(right), skills) if tries >= ENOUGH["time"] else None
    mistakes = Counter(mark.mistake for mark, _, _ in those if mark.mistake)
    facility = sum(right) / tries
    flags = []
    if (
        r_rest is not None
        and tries >= FLAG_DISCRIMINATION_FROM
        and correlation_upper_bound(r_rest, tries) < _LOW_DISCRIMINATION
    ):
        flags.append("tells-nobody-apart")
    if tries >= _FLAG_FACILITY_FROM and facility < _HARD:
        flags.append("very-hard")
    if tries >= _FLAG_FACILITY_FROM and facility > _EASY:
        flags.append("very-easy")
    return ItemFigures(
        key=key,
        tries=tries,
        right=sum(right),
        facility=facility,
        low=low_high[0],
        high=low_high[1],
        median_ms=median(times) if len(times) >= ENOUGH["time"] else None,
        discrimination=r_rest,
        top_minus_bottom=top_minus_bottom(right, rest) if tries >= ENOUGH["discrimination"] else None,
        difficulty=hard[0] if hard else None,
        difficulty_error=hard[1] if hard else None,
        exposure=exposure,
        mistakes=tuple(mistakes.most_common(5)),
        flags=tuple(flags),
    )


def exposures(results: Sequence[SealedResult]) -> dict[str, float]:
    """Share of papers that contain each question, by the question itself instead of its rung."""
    papers = {each.result.paper.id: each.result.paper for each in results}
    counts: Counter[str] = Counter()
    for paper in papers.values():
        counts.update({f"{rung_of(item)} #{Item.parse(item.item).seed}" for item in paper.items})
    return {key: count / len(papers) for key, count in counts.items()}


def too_exposed(results: Sequence[SealedResult]) -> list[str]:
    """Questions that appear in more than a third of the papers."""
    return sorted(key for key, share in exposures(results).items() if share > _MOST_EXPOSED)


def scheme_figures(results: Sequence[SealedResult]) -> list[SchemeFigures]:
    """Statistics of every scheme in these results."""
    by_scheme: dict[str, list[SealedResult]] = {}
    for each in results:
        by_scheme.setdefault(each.result.header.scheme, []).append(each)
    return [_of_scheme(scheme, those) for scheme, those in sorted(by_scheme.items())]


def _of_scheme(scheme: str, those: Sequence[SealedResult]) -> SchemeFigures:
    marks = [each.result.marks for each in those]
    totals = [sum(item.right for item in mark.items) for mark in marks]
    items, people = len(marks[0].items), len(those)
    cut = -(-exact(those[0].result.paper.scheme.pass_mark) * items // 1)
    same = len({each.result.paper.id for each in those}) == 1
    kept = reliability([[int(item.right) for item in mark.items] for mark in marks]) if same else None
    spread = pstdev(totals) ** 2
    found21 = kr_21(items, fmean(totals), spread) if spread > 0 and people >= ENOUGH["reliability"] else None
    enough = people >= ENOUGH["consistency"] and spread > 0
    kr20 = kept.kr20 if kept and people >= ENOUGH["reliability"] else None
    usable = found21 is not None and 0 < found21 < 1
    best = kr20 if kr20 is not None else found21
    return SchemeFigures(
        scheme=scheme,
        sittings=people,
        passed=sum(mark.passed for mark in marks),
        overlap=sum(share**2 for share in exposures(those).values()),
        reliability=kept if people >= ENOUGH["reliability"] else None,
        kr21=found21,
        subkoviak=subkoviak(totals, items, int(cut), best) if enough and best and 0 < best < 1 else None,
        huynh=huynh(items, fmean(totals), found21, int(cut)) if enough and usable and found21 else None,
        livingston_lewis=livingston_lewis(items, fmean(totals), spread, best, int(cut))
        if enough and best and 0 < best < 1
        else None,
    )


def sitting_flags(results: Sequence[SealedResult]) -> list[SittingFlags]:
    """Flag sittings with answers too fast to have been read, or right answers far faster than anybody else's."""
    logs: dict[str, list[float]] = {}
    medians: dict[str, float] = {}
    times: dict[str, list[int]] = {}
    for each in results:
        for mark in each.result.marks.items:
            if mark.given:
                key = item_key(each.result.paper.item(mark.item))
                times.setdefault(key, []).append(mark.ms)
                if mark.right and mark.ms > 0:
                    logs.setdefault(key, []).append(log(mark.ms))
    medians = {key: median(those) for key, those in times.items()}
    found = []
    for each in results:
        quick = known = answered = 0
        for mark in each.result.marks.items:
            if not mark.given:
                continue
            key = item_key(each.result.paper.item(mark.item))
            answered += 1
            quick += mark.ms < max(_QUICKEST_MS, _QUICKEST_SHARE * medians[key])
            usual = logs.get(key, [])
            if mark.right and mark.ms > 0 and len(usual) >= ENOUGH["time"] and pstdev(usual) > 0:
                known += (log(mark.ms) - fmean(usual)) / pstdev(usual) < _KNOWN_BEFORE
        effort = 1 - quick / answered if answered else 1.0
        flags = [
            name
            for name, holds in (("little-effort", effort < _EFFORT), ("known-before", known >= _KNOWN_ITEMS))
            if holds
        ]
        found.append(SittingFlags(sitting=each.result.header.sitting, effort=effort, flags=tuple(flags)))
    return found


def difficulties(items: Sequence[ItemFigures]) -> dict[str, float]:
    """Difficulties of rungs for drawing papers, where there are enough data."""
    return {item.key: round(item.difficulty, 3) for item in items if item.difficulty is not None}


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_statistics(
    results: Sequence[SealedResult], path: Path, language: Language, *, with_rehearsals: bool = False
) -> int:
    """Write all tables to ``.xlsx``, or the items to ``.csv``; returns how many results were counted."""
    those = countable_results(results, with_rehearsals=with_rehearsals)
    sheets = {
        "items": _table(item_figures(those), ItemFigures),
        "schemes": _table(scheme_figures(those), SchemeFigures),
        "sittings": _table(sitting_flags(those), SittingFlags),
    }
    if path.suffix.lower() == ".xlsx":
        write_atomically(path, _workbook(sheets, language))
    else:
        out = io.StringIO(newline="")
        csv.writer(out).writerows([escape_formula(cell) for cell in row] for row in sheets["items"])
        write_atomically(path, out.getvalue().encode("utf-8-sig"))
    return len(those)


def _table(rows: Sequence[msgspec.Struct], kind: type[msgspec.Struct]) -> list[list[Any]]:
    names = list(kind.__struct_fields__)
    return [names, *([_cell(getattr(row, name)) for name in names] for row in rows)]


def _cell(value: Any) -> Any:
    match value:
        case None:
            return "–"
        case float():
            return round(value, 4)
        case Reliability(kr20=kr20):
            return _cell(kr20)
        case Consistency(agreement=agreement):
            return _cell(agreement)
        case tuple():
            return ", ".join(f"{part[0]} ×{part[1]}" if isinstance(part, tuple) else str(part) for part in value)
    return value


def _workbook(sheets: dict[str, list[list[Any]]], language: Language) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True})
    bold = book.add_format({"bold": True})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(text(f"exams.sheet.{name}", language))
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                sheet.write(number, column, value, bold if number == 0 else None)
        sheet.freeze_panes(1, 1)
        sheet.set_column(0, 0, 44)
    book.close()
    return out.getvalue()

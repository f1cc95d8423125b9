"""Exam schemes, papers, items and results as terminal text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from trainer.drills.wording import citation_words, piece_in_words
from trainer.exams.draw_survey import MOST_UNEVEN, Survey
from trainer.exams.exposure import MOST_EXPOSURE
from trainer.exams.measure import LEAST_RETEST, TIME_FACTOR, Measure
from trainer.exams.observations import Observation, duration, observations
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.paper_items import question_of
from trainer.exams.result import WHOLE, SealedResult
from trainer.exams.scheme import Scheme
from trainer.rulebooks import Citation
from trainer.texts import Language, Message, Names, Param, say, text
from trainer.texts.numbers import decimal_sign, in_percent

_TO_STUDY = 5
_SHORT_MS = 500  # rounds to no second at all
_LONGEST_NOTE = 500  # letters of a reason or note


def scheme_line(scheme: Scheme, language: Language) -> str:
    """A scheme in one line."""
    minutes = sum(part.minutes for part in scheme.parts)
    return text(
        "exams.say.scheme",
        language,
        id=f"{scheme.id:36}",
        name=scheme.names,
        items=scheme.count,
        parts=len(scheme.parts),
        minutes=minutes,
        mark=str(scheme.pass_mark),
    )


def measure_lines(scheme: Scheme, found: Measure, language: Language) -> Iterator[str]:
    """How well a scheme measures, figure by figure with its aim, in words for an examiner."""

    def line(what: str, **params: Param) -> str:
        return text(f"exams.say.measure{what}", language, **params)

    aims = "orients" if scheme.certifies is False else "enough" if found.is_enough else "too-little"
    yield line("", id=scheme.id, items=found.items, aims=Message(f"exams.say.measure-{aims}"))
    yield line("-consistency", count=floor(found.consistency * 100))
    yield line("-retest", retest=_hundredths(found.retest), least=_hundredths(LEAST_RETEST))
    yield line("-good", good=floor(found.good_passes * 100))
    if found.different:
        params: dict[str, Param] = {"rung": found.exposed, "count": found.different}
        yield line("-exposure", exposure=ceil(found.exposure * 100), **params)
        if found.exposure > MOST_EXPOSURE:
            yield line("-exposed", **params)
    else:
        yield line("-unexposed")
    parts = "; ".join(
        text(
            "exams.say.measure-part",
            language,
            part=names,
            minutes=minutes,
            times=Fraction(round(600 * minutes / seconds), 10),
        )
        if minutes
        else text("exams.say.measure-part-items", language, part=names)
        for part, minutes, seconds in found.minutes
        for names in [scheme.part(part).names]
    )
    yield line("-time", parts=parts, least=TIME_FACTOR, most=Fraction(TIME_FACTOR * 3, 2))


def _hundredths(share: float) -> Fraction:
    return Fraction(floor(share * 100 + 1e-9), 100)


def survey_lines(found: Survey, language: Language) -> Iterator[str]:
    """What some papers of a scheme have in common, and what to change if that is too much."""
    yield text(
        "exams.say.survey",
        language,
        papers=found.papers,
        exposure=round(found.exposure * 100),
        chance=round(found.by_chance * 100),
        rung=found.rung,
        prompt=found.prompt,
        lightest=found.lightest,
        heaviest=found.heaviest,
        more=ceil((found.uneven - 1) * 100),
        most=round((MOST_UNEVEN - 1) * 100),
    )
    if not found.is_fair:
        yield text("exams.say.survey-unfair", language)
    if found.uneven > MOST_UNEVEN:
        yield text("exams.say.survey-heavy", language)


def check_summary(schemes: int, faults: int, language: Language) -> str:
    """How many schemes were checked, and how many faults they have."""
    return text("exams.say.checked", language, schemes=schemes, faults=faults)


def paper_lines(paper: Paper, language: Language, *, with_answers: bool) -> Iterator[str]:
    """A paper for reading, part by part."""
    yield f"{say(paper.scheme.names, language)} · {paper.id}"
    for part in paper.scheme.parts:
        yield f"\n{say(part.names, language)} ({in_percent(part.weight, language)})"
        for item in paper.of_part(part.id):
            yield from item_lines(item, language, len(paper.items))
            if with_answers:
                yield f"   = {say(item.solution_words, language)}"
                for reason in item.reasons:
                    cite = f"  [{citation_words(Citation.parse(reason.cite), language)}]" if reason.cite else ""
                    yield f"     · {say(reason.says, language)}{cite}"


def item_lines(item: PaperItem, language: Language, items: int) -> Iterator[str]:
    """An item: the pieces on the felt, the question, and how to answer it."""
    question = question_of(item)
    place = f"{item.number}/{items} · " if item.number else ""  # a practice item has no number
    yield f"\n{place}{say(item.title, language)}"
    for plain, piece in zip(item.scene["pieces"], question.draft.scene.pieces, strict=True):
        words = plain.get("words")
        yield f"   {say(Names(**words), language) if words else piece_in_words(piece, language)}"
    yield say(item.prompt, language)
    for line in question.draft.form.input_help(language, None):
        yield f"   {line}"


def report_lines(found: SealedResult, language: Language) -> Iterator[str]:
    """Marks of a result: parts, total, named mistakes, and what to study."""
    result = found.result
    marks, paper = result.marks, result.paper
    yield f"{say(paper.scheme.names, language)} · {result.header.sitting}"
    if result.is_rehearsal:
        yield text("exams.say.rehearsal", language)
    if result.regrade is not None:
        yield text("exams.say.regraded", language, reason=result.regrade.reason)
    for part in marks.parts:
        passed = text(f"exams.say.{'passed' if part.passed else 'failed'}", language)
        names = paper.scheme.part(part.part).names
        reached = f"{percent_text(part.millionths, language)} ({in_percent(part.pass_mark, language)})"
        yield f"   {say(names, language)}: {part.right}/{part.items} · {reached} {passed}"
    yield from observation_lines(observations(result), language)
    verdict = text(f"exams.say.{'passed' if marks.passed else 'failed'}", language)
    yield f"{percent_text(marks.millionths, language)} ({in_percent(marks.pass_mark, language)}): {verdict}"
    wrong = [mark for mark in marks.items if not mark.right and not mark.voided]
    mistakes = Counter(mark.mistake for mark in wrong if mark.mistake)
    said = {each.id: each.says for item in paper.items for each in item.mistakes}
    for mistake, count in mistakes.most_common(_TO_STUDY):
        yield f"   {say(said[mistake], language)} ×{count}"
    titles = Counter(say(paper.item(mark.item).title, language) for mark in wrong)
    if titles:
        topics = ", ".join(f"{title} ({count})" for title, count in titles.most_common(_TO_STUDY))
        yield text("exams.say.study", language, topics=topics)


def observation_lines(found: Sequence[Observation], language: Language) -> Iterator[str]:
    """Observations of a sitting, one a line."""
    for one in found:
        lasted = f" ({duration(one.lasted_ms)})" if one.lasted_ms >= _SHORT_MS else ""
        detail = f": {one_line(one.detail)}" if one.detail else ""
        when = "" if one.used_ms is None else f"{duration(one.used_ms)}: "
        yield f"   {when}{say(one.what, language)}{lasted}{detail}"


def one_line(given: str) -> str:
    """What somebody typed, in one line without control characters, so that it cannot look like another line."""
    plain = "".join(letter if letter.isprintable() else " " for letter in given)
    return plain if len(plain) <= _LONGEST_NOTE else f"{plain[:_LONGEST_NOTE]}…"


def percent_text(millionths: int, language: Language) -> str:
    """Millionths as percent with one decimal, rounded down, so that no fail is shown as a pass."""
    tenths = millionths * 1000 // WHOLE
    return in_percent(f"{tenths // 10}{decimal_sign(language)}{tenths % 10}", language)

"""Assemble a paper from a scheme and a seed.

Each topic (drill) gives the same number of questions in every paper of a scheme. Within a topic the rungs (a drill at a
level) are cut into strata of similar difficulty and the seed picks one rung of each stratum. Then rungs are swapped
within their strata until a borderline candidate can expect the same marks from this paper as from any other.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain, pairwise
from math import ceil
from typing import NamedTuple, TypeVar

import msgspec

from trainer import __version__
from trainer.drills.bounded_random import DrawLimitError
from trainer.drills.core import Item, Question
from trainer.exams import paper as papers
from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.exposure import PLANNED_EXPOSURE, Exposure
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.paper_items import archived_rules, to_paper_item
from trainer.exams.pool import Difficulties, PoolRung, offers_of, rungs_for
from trainer.exams.psychometrics import chance, expected, skill_for
from trainer.exams.question_groups import (
    Groups,
    MakeQuestion,
    by_rung,
    group_names,
    made_question,
    question_groups,
)
from trainer.exams.same_question import AskedGists, Gist
from trainer.exams.scheme import Counts, Draw, Part, Scheme, exact, scheme_digest
from trainer.exams.trust import format_time
from trainer.runs.offers import Offer, Offers
from trainer.system.digests import sha256
from trainer.texts import Message

_Any = TypeVar("_Any")
TOLERANCE = 0.10  # marks; allowed difference between a paper and its scheme for a borderline candidate
_TRIES = 60  # seeds tried for a question that is not in the paper yet
_SWAPS = 200
ADMITTED = 0.44  # chance of a question to be admitted to a paper: over many papers this bounds how often it is asked
_REJECTED = 12  # questions of a rung that were not admitted, until another rung is tried
_ALONE = 300  # instead of both, for a draw that has one rung only: its common questions come up again and again
_LOOKS = 3  # questions to choose from, so that papers have equally much to pay
_CLOSE_WEIGHT = 2.0  # pieces
_SAMPLES = 3  # questions that show how many pieces a rung usually has
_ANOTHER_DRILL = 1.0  # logits added to the distance between rungs of different drills


class Slot(msgspec.Struct, frozen=True):
    """Place in a paper that one question fills, with the rungs it may come from."""

    part: str
    draw: int
    stratum: tuple[PoolRung, ...]
    others: tuple[PoolRung, ...] = ()  # all rungs of the draw, used when the stratum has no new question left

    def reference(self, skill: float) -> float:
        """Expected mark of this slot, averaged over its stratum: what every paper should give here."""
        return sum(chance(skill, rung.difficulty) for rung in self.stratum) / len(self.stratum)


class Drawn(msgspec.Struct, frozen=True):
    """A question of a paper, with its slot and the rung it came from."""

    slot: Slot
    question: Question
    gist: Gist
    rung: PoolRung

    @property
    def weight(self) -> int:
        """Work of the item: one to read and answer it, and one for each piece that has to be counted, paid or read."""
        return 1 + _pieces(self.question, self.rung)


class DrawRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a paper is drawn for, besides the scheme."""

    seed: str
    nonce: bytes  # 32 random bytes
    now: datetime
    by: str
    redraw_reason: str = ""
    rehearsal: bool = False


def draw_paper(scheme: Scheme, drawing: DrawRequest, offers: Offers, known: Difficulties | None = None) -> Paper:
    """Draw a paper. The same scheme, rules, program version and seed give the same questions.

    Raises `RulebookError` if rules cannot be read and `RefusedError` if a part cannot be filled.
    """
    slots = slots_of(scheme, offers_of(scheme, offers), known or {})
    skill = borderline_skill(scheme, slots)
    maker = _Maker(f"paper/{scheme.id}/{drawing.seed}", slots)
    found = _questions(scheme, slots, skill, maker)
    drawn: dict[str, list[tuple[int, PaperItem]]] = {part.id: [] for part in scheme.parts}
    for one in found:
        part = scheme.part(one.slot.part)
        limit = _limit_ms(part, one.question)
        drawn[part.id].append((one.slot.draw, maker.to_paper_item(one.question, part, limit, one.rung)))
    items: list[PaperItem] = []
    series = {(one.rung.rules.game, one.rung.family.id) for one in found if one.rung.family.series > 1}
    for part in scheme.parts:
        for item in _ordered(part, drawn[part.id], series, maker.source):
            items.append(msgspec.structs.replace(item, number=len(items) + 1))
    digest = scheme_digest(scheme)
    identity = canonical([digest, drawing.seed, drawing.nonce.hex()])
    return Paper(
        form=papers.FORM,
        version=papers.VERSION,
        id=sha256(b"ct-paper-id-v1\0" + identity).hexdigest()[:32],
        scheme=scheme,
        scheme_digest=digest,
        seed=drawing.seed,
        nonce=drawing.nonce.hex(),
        program=__version__,
        drawn=format_time(drawing.now),
        drawn_by=drawing.by,
        redraw_reason=drawing.redraw_reason,
        rehearsal=drawing.rehearsal,
        expected=round(1000 * expected(skill, [item.difficulty / 1000 for item in items])),
        practice=_practice(scheme, slots, maker),
        items=tuple(items),
        rules=dict(maker.rules.values()),
    )


def draw_questions(
    scheme: Scheme, slots: Sequence[Slot], seeds: Iterable[str], make: MakeQuestion = made_question
) -> Iterator[list[Drawn]]:
    """Questions of papers without the papers: what `draw_paper` asks for each seed, in the order of the slots."""
    skill = borderline_skill(scheme, slots)
    for seed in seeds:
        yield _questions(scheme, slots, skill, _Maker(f"paper/{scheme.id}/{seed}", slots, make))


def _questions(scheme: Scheme, slots: Sequence[Slot], skill: float, maker: _Maker) -> list[Drawn]:
    chosen = _balanced(slots, [maker.source.choice(slot.stratum) for slot in slots], skill, maker.source)
    maker.plan(chosen)
    # Layouts that can be chosen by their pieces come last, the most different at the end: they make up for the others.
    order = sorted(range(len(slots)), key=lambda at: (maker.has_choice(chosen[at]), _weights(chosen[at]).range))
    made = {place: maker.make(chosen[place], slots[place], scheme.part(slots[place].part)) for place in order}
    return [made[place] for place in range(len(slots))]


# ── slots and strata ─────────────────────────────────────────────────────────────────────────────────────────────────


def slots_of(scheme: Scheme, there: Mapping[str, Offer], known: Difficulties) -> list[Slot]:
    """Slots of a paper, part by part; raises `RefusedError` if a draw asks for more questions than exist."""
    found: list[Slot] = []
    taken = Exposure()  # what earlier draws ask for
    for part in scheme.parts:
        for number, draw in enumerate(part.draws):
            topics = rungs_for(draw, there, known)
            there_are = question_count(topics.values())
            if there_are < draw.count:
                params = {"part": part.id, "wanted": draw.count, "there": int(there_are)}
                raise RefusedError(Message("exams.refused.cannot-draw", params))
            every = tuple(rung for rungs in topics.values() for rung in rungs)
            found += [Slot(part.id, number, stratum, every) for stratum in strata(draw, topics, taken)]
    return found


def asked_of_rungs(slots: Sequence[Slot]) -> dict[str, float]:
    """Number of questions that a paper takes from each rung, on average over all papers."""
    found: dict[str, float] = {}
    for slot in slots:
        for rung in slot.stratum:
            found[rung.key] = found.get(rung.key, 0.0) + 1 / len(slot.stratum)
    return found


def question_count(topics: Iterable[Sequence[PoolRung]]) -> float:
    """Number of different questions that some rungs can give: facts are counted, generated questions are infinite."""
    return sum(rung.facts or float("inf") for topic in topics for rung in topic)


def strata(
    draw: Draw, topics: Mapping[str, Sequence[PoolRung]], taken: Exposure | None = None
) -> list[tuple[PoolRung, ...]]:
    """Rungs that each question of a draw may come from; does not depend on the seed.

    Topics get equal shares, and each topic is cut by difficulty. Of a rung with few questions a paper asks at most the
    share `PLANNED_EXPOSURE`, together with what earlier draws have ``taken``, so that no question is in almost every
    paper; what a topic cannot fill goes to the others. Only if all of them have few questions, more is asked.
    """
    taken = Exposure() if taken is None else taken
    found = _strata(draw, topics, taken)
    for stratum in found:
        for rung in stratum:
            taken.add(rung, 1 / len(stratum))
    return found


def _strata(draw: Draw, topics: Mapping[str, Sequence[PoolRung]], taken: Exposure) -> list[tuple[PoolRung, ...]]:
    if len(topics) > draw.count:
        easiest_first = sorted(topics.values(), key=lambda rungs: (_mean(rungs), rungs[0].key))
        return [tuple(rung for rungs in group for rung in rungs) for group in _cut(easiest_first, draw.count)]
    there = {topic: int(min(question_count([rungs]), draw.count)) for topic, rungs in topics.items()}
    spare = {rung.key: draw.count for rungs in topics.values() for rung in rungs}
    counted: set[str] = set()
    while True:
        kept = {topic: min(there[topic], sum(spare[rung.key] for rung in rungs)) for topic, rungs in topics.items()}
        quotas = _quotas(draw.count, _enlarged(kept, there, draw.count))
        asked_often = [
            rung
            for topic, rungs in topics.items()
            for has_room in [taken.has_room_for(rungs, quotas[topic])]
            for rung in rungs
            if rung.key not in counted
            and (not has_room or quotas[topic] / len(rungs) + taken.asked(rung) > PLANNED_EXPOSURE)
        ]
        if not asked_often:
            break
        counted.update(rung.key for rung in asked_often)
        for rungs in topics.values():
            spare.update(taken.room([rung for rung in rungs if rung.key in counted], draw.count))
    found: list[tuple[PoolRung, ...]] = []
    for topic, quota in quotas.items():
        if not quota:
            continue
        rungs = [rung for rung in topics[topic] if spare[rung.key]] or topics[topic]
        if quota <= len(rungs) and all(rung.family.series == 1 for rung in rungs):
            found += _cut(rungs, quota)
        else:
            found += [(rung,) for rung, times in _spread(rungs, quota, spare) for _ in range(times)]
    return found


def _enlarged(kept: Mapping[str, int], there: Mapping[str, int], count: int) -> Mapping[str, int]:
    """Capacities of topics that together reach ``count``: if those that limit exposure are too few, all grow alike."""
    total = sum(kept.values())
    if total >= count:
        return kept
    more = {topic: min(there[topic], ceil(one * count / max(1, total))) for topic, one in kept.items()}
    return more if sum(more.values()) >= count else there


def _quotas(count: int, capacity: Mapping[str, int]) -> dict[str, int]:
    """Distribute questions over topics in turn, at most their capacity each; earlier topics are served first."""
    quotas = dict.fromkeys(capacity, 0)
    while count:
        for topic in quotas:
            if count and quotas[topic] < capacity[topic]:
                quotas[topic] += 1
                count -= 1
    return quotas


def _cut(row: Sequence[_Any], count: int) -> list[tuple[_Any, ...]]:
    """Cut a sorted row into strata of about equal size."""
    bounds = [place * len(row) // count for place in range(count + 1)]
    return [tuple(row[low:high]) for low, high in pairwise(bounds)]


def _mean(rungs: Sequence[PoolRung]) -> float:
    return sum(rung.difficulty for rung in rungs) / len(rungs)


def _spread(rungs: Sequence[PoolRung], count: int, spare: Mapping[str, int]) -> list[tuple[PoolRung, int]]:
    """Distribute more questions than rungs: each in turn, first what it can spare, then as long as it has facts."""
    times = [0] * len(rungs)
    for most in ([spare[rung.key] for rung in rungs], [len(group_names(rung)) or count for rung in rungs]):
        has_room = True
        while count and has_room:
            has_room = False
            for place, limit in enumerate(most):
                if count and times[place] < limit:
                    times[place] += 1
                    count -= 1
                    has_room = True
    return list(zip(rungs, times, strict=True))


def borderline_skill(scheme: Scheme, slots: Sequence[Slot]) -> float:
    """Skill (logits) of a candidate who just passes, given the difficulties of everything that can be drawn."""
    usual = [_mean(slot.stratum) for slot in slots]
    share = min(0.99, max(0.01, float(exact(scheme.pass_mark))))
    return skill_for(share * len(usual), usual)


def _balanced(slots: Sequence[Slot], chosen: list[PoolRung], skill: float, source: random.Random) -> list[PoolRung]:
    """Swap rungs within their strata until the paper is as hard as its scheme."""
    wanted = sum(slot.reference(skill) for slot in slots)
    found = sum(chance(skill, rung.difficulty) for rung in chosen)
    order = [place for place, slot in enumerate(slots) if len(slot.stratum) > 1]
    source.shuffle(order)
    for _ in range(_SWAPS):
        if abs(found - wanted) <= TOLERANCE / 4:
            break
        options = [
            (abs(found - chance(skill, chosen[place].difficulty) + chance(skill, rung.difficulty) - wanted), place, at)
            for place in order
            for at, rung in enumerate(slots[place].stratum)
        ]
        best = min(options, default=None)
        if best is None or best[0] >= abs(found - wanted):
            break
        _, place, at = best
        rung = slots[place].stratum[at]
        found += chance(skill, rung.difficulty) - chance(skill, chosen[place].difficulty)
        chosen[place] = rung
    return chosen


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _apart(one: PoolRung, other: PoolRung) -> float:
    """Distance between two rungs, to find a replacement: another drill is further away than any difference in
    difficulty."""
    return abs(one.difficulty - other.difficulty) + (_ANOTHER_DRILL if one.family.id != other.family.id else 0.0)


class _Maker:
    """Makes questions and never the same one twice."""

    def __init__(self, name: str, slots: Sequence[Slot], make: MakeQuestion = made_question) -> None:
        self._make = make
        self._name = name  # of the paper, so that the same questions are admitted whenever it is drawn
        self.source = random.Random(int.from_bytes(sha256(name.encode()).digest(), "big"))
        self._usual = asked_of_rungs(slots)
        self._planned = Exposure()  # questions of each rung in the paper
        self.rules: dict[str, tuple[str, str]] = {}  # game → hash of its rules and their archive
        self._asked = AskedGists()
        self._excess = 0.0  # pieces on the felts so far above what papers of this scheme usually have
        self._left: dict[str, list[int]] = {}  # rung with few questions → seeds not asked yet
        self._series: dict[tuple[str, str], int] = {}  # part and rung → last seed of a series
        self._few: dict[str, bool] = {}  # rung → whether it has few questions

    def plan(self, chosen: Iterable[PoolRung]) -> None:
        """Count the questions that a paper takes from each rung, before they are made."""
        for rung in chosen:
            self._planned.add(rung)

    def make(self, rung: PoolRung, slot: Slot, part: Part) -> Drawn:
        """Make a new question from a rung, or from one of similar difficulty if the rung has none left.

        Takes a question that is not admitted to this paper only if no rung has another. Raises `RefusedError` if
        nothing new is left.
        """
        for admits_all in (False, True):
            for tried in chain([rung], self._instead_of(rung, slot)):
                found = self._new_question(tried, slot, part, admits_all=admits_all)
                if found is not None:
                    question, gist = found
                    self._asked.add(gist)
                    self._planned.add(rung, -1)
                    self._planned.add(tried)
                    self._excess = self._excess_with(question, tried, slot)
                    return Drawn(slot, question, gist, tried)
        params = {"part": part.id, "drill": rung.family.name}
        raise RefusedError(Message("exams.refused.nothing-new", params))

    def _new_question(
        self, rung: PoolRung, slot: Slot, part: Part, *, admits_all: bool
    ) -> tuple[Question, Gist] | None:
        """A question of a rung that is not in the paper yet; of several, the one with the most usual number of
        pieces."""
        best: tuple[float, Question, Gist] | None = None
        looks = _LOOKS if self.has_choice(rung) else 1
        rejected: list[int] = []
        tries, patience = (_TRIES, _REJECTED) if len(slot.others) > 1 else (_ALONE, _ALONE)
        for _ in range(tries):
            seed = self._seed(rung, part.id) if len(rejected) < patience else None
            if seed is None:
                break
            try:
                question, gist = self._make(rung, seed)
            except DrawLimitError:
                break
            if self._asked.exclude(gist):
                continue
            if not admits_all and rung.family.series == 1 and not self._admits(gist):
                rejected.append(seed)
                continue
            excess = 0.0 if looks == 1 and best is None else abs(self._excess_with(question, rung, slot))
            if best is None or excess < best[0]:
                best = (excess, question, gist)
            looks -= 1
            if looks <= 0 or excess <= _CLOSE_WEIGHT:
                break
        if self._is_few(rung):
            self._left[rung.key][:0] = rejected  # they are taken last
        return best and best[1:]

    def _admits(self, gist: Gist) -> bool:
        """Whether a question may be in this paper. A layout with many pieces does not come up again anyway."""
        drawn = int.from_bytes(sha256(f"{self._name}/{gist.key}".encode()).digest()[:4], "big")
        return gist.is_seen or drawn < ADMITTED * 2**32

    def _instead_of(self, rung: PoolRung, slot: Slot) -> Iterator[PoolRung]:
        """Other rungs of a draw, the best replacement first: one that brings the paper's weight close to what is
        usual and exposes nothing. Its question must be admitted like any other, so that weight may come first."""
        before = self._excess - _mean_weight(slot.stratum)

        def order(other: PoolRung) -> tuple[bool, bool, bool, float, str]:
            excess = abs(before + _weights(other).usual)
            is_far = excess > max(_CLOSE_WEIGHT, abs(before + _weights(rung).usual))
            return is_far, not self._planned.has_room(other), other not in slot.stratum, _apart(other, rung), other.key

        yield from sorted((other for other in slot.others if other is not rung), key=order)

    def has_choice(self, rung: PoolRung) -> bool:
        """Whether a rung has so many questions that one with a fitting number of pieces can be chosen."""
        return rung.family.series == 1 and not self._is_few(rung)

    def _is_few(self, rung: PoolRung) -> bool:
        """Whether a rung has so few questions that each has to come up equally often."""
        if rung.key not in self._few:
            is_asked_often = bool(rung.facts) or self._usual.get(rung.key, 0.0) > PLANNED_EXPOSURE
            self._few[rung.key] = is_asked_often and bool(question_groups(rung))
        return self._few[rung.key]

    def _excess_with(self, question: Question, rung: PoolRung, slot: Slot) -> float:
        """Pieces above the usual number if this question is taken: a layout with more to pay is more work."""
        return self._excess + _pieces(question, rung) - _mean_weight(slot.stratum)

    def to_paper_item(self, question: Question, part: Part, limit_ms: int, rung: PoolRung) -> PaperItem:
        """Question as a paper item; the rules of a game are archived once."""
        if rung.rules.game not in self.rules:
            self.rules[rung.rules.game] = archived_rules(rung.rules)
        digest, _ = self.rules[rung.rules.game]
        difficulty = round(rung.difficulty * 1000)
        return to_paper_item(question, part=part.id, limit_ms=limit_ms, difficulty=difficulty, rules_digest=digest)

    def _seed(self, rung: PoolRung, part: str) -> int | None:
        """Seed of the next question of a rung, or ``None`` if all its few questions were asked."""
        if self._is_few(rung):
            if rung.key not in self._left:
                self._left[rung.key] = self._in_turn(question_groups(rung))
            left = self._left[rung.key]
            return left.pop() if left else None
        place = (part, rung.key)
        following = rung.family.following(self._series[place]) if place in self._series else None
        fresh = rung.family.first_of_series(self.source.getrandbits(31)) if following is None else following
        if rung.family.series > 1:
            self._series[place] = fresh
        return fresh

    def _in_turn(self, groups: Groups) -> list[int]:
        """Seeds of a rung, the next one last. One seed of every group comes before the second of any group."""
        mixed = [self.source.sample(group, len(group)) for group in groups]
        self.source.shuffle(mixed)
        return [seed for group in mixed for seed in group[1:]] + [group[0] for group in mixed]


def _pieces(question: Question, rung: PoolRung) -> int:
    """Pieces on the felt that the candidate works with: none for a fact, where they only show the situation."""
    return 0 if rung.facts else len(question.draft.scene.pieces)


class _Weights(NamedTuple):
    """Weights of a rung's questions: the mean, and the difference between the least and the greatest."""

    usual: float
    range: int


@by_rung
def _weights(rung: PoolRung) -> _Weights:
    """Weights of a rung, from a few questions that are the same for every paper."""
    sizes = []
    for seed in range(0 if rung.facts else _SAMPLES):
        with suppress(DrawLimitError):
            drawn = rung.family.make(rung.rules, rung.level, rung.family.first_of_series(seed))
            sizes.append(_pieces(drawn, rung))
    return _Weights(sum(sizes) / len(sizes), max(sizes) - min(sizes)) if sizes else _Weights(0.0, 0)


def _mean_weight(stratum: Sequence[PoolRung]) -> float:
    return sum(_weights(rung).usual for rung in stratum) / len(stratum)


def _limit_ms(part: Part, question: Question) -> int:
    """Time limit of an item: the part's, or twice the target time where time counts, or 0 for none."""
    if part.seconds_per_item:
        return part.seconds_per_item * 1000
    return round(question.target_seconds * 2000) if part.counts is Counts.ACCURACY_AND_TIME else 0


def _ordered(
    part: Part, drawn: list[tuple[int, PaperItem]], series: Container[tuple[str, str]], source: random.Random
) -> list[PaperItem]:
    """Order the items of a part: shuffled, or in rounds with one item of each draw in turn."""
    rows: dict[int, list[PaperItem]] = {}
    for number, item in drawn:
        rows.setdefault(number if part.in_rounds else 0, []).append(item)
    for number, row in rows.items():
        rows[number] = _mixed(row, series, source)
    longest = max(len(row) for row in rows.values())
    return [rows[number][place] for place in range(longest) for number in sorted(rows) if place < len(rows[number])]


def _mixed(row: list[PaperItem], series: Container[tuple[str, str]], source: random.Random) -> list[PaperItem]:
    """Shuffle items; those of a series (such as the hands of one shoe) stay in their order within the places they
    got."""
    mixed = row[:]
    source.shuffle(mixed)
    places: dict[tuple[str, str, int], list[int]] = {}
    for place, item in enumerate(mixed):
        if (item.game, item.family) in series:
            places.setdefault((item.game, item.family, item.level), []).append(place)
    for where in places.values():
        in_order = sorted((mixed[place] for place in where), key=lambda item: Item.parse(item.item).seed)
        for place, item in zip(where, in_order, strict=True):
            mixed[place] = item
    return mixed


def _practice(scheme: Scheme, slots: Sequence[Slot], maker: _Maker) -> tuple[PaperItem, ...]:
    """Practice items: the easiest that are not in the paper; facts only if there is nothing else."""
    playable = [slot for slot in slots if slot.stratum[0].family.series == 1]
    easiest = sorted(playable, key=lambda slot: (slot.stratum[0].facts > 0, slot.stratum[0].difficulty))
    found: list[PaperItem] = []
    for slot in easiest[: scheme.tutorial]:
        part = scheme.part(slot.part)
        made = maker.make(slot.stratum[0], slot, part)
        found.append(maker.to_paper_item(made.question, part, 0, made.rung))
    return tuple(found)

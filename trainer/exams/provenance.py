"""Where a result comes from: what the register, the staff records and personal signatures prove, and what they do not.

A seal says only that somebody had the station's passphrase. A result is therefore taken only if its paper was drawn
here, for this candidate, by staff who existed then, if it is the only sitting of its paper, and if its log agrees with
the checkpoints that the register knows. What can be neither proved nor refuted is told to the certifier (`doubts`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import msgspec

from trainer.exams import events as e
from trainer.exams.canonical import canonical
from trainer.exams.countersignature import fingerprint
from trainer.exams.errors import RefusedError, refused
from trainer.exams.keys import Domain, PublicKey, parse_hex
from trainer.exams.marks import marks_of
from trainer.exams.observations import Observation
from trainer.exams.register import FIRST, Entry
from trainer.exams.result import Regrade, Result, SealedResult
from trainer.exams.roles import Role
from trainer.exams.scheme_files import is_shipped
from trainer.exams.seals import regrade_bytes, state_after
from trainer.exams.staff import Staff
from trainer.exams.trust import parse_time
from trainer.texts import Message

SAME_CLOCK = timedelta(minutes=5)  # on one machine, more than a correction by network time
OTHER_CLOCK = timedelta(days=1)  # tolerated for the clock of another machine
_SUPERVISED = (e.Identified, e.Unlocked, e.Resumed, e.ExtraTime)  # only an invigilator's password makes these
_QUICK_SHARE, _QUICK_MS = 0.2, 1000  # an answer is quick below this share of its target time, or this time
_MANY_QUICK = 3
_SAME_SEASON = timedelta(days=30)  # papers of one exam that should be drawn from the same scheme and rules


def draw_bytes(paper: str, details: dict[str, str], at: str) -> bytes:
    """What the examiner's key signs when a paper is drawn: the register line without the signature."""
    said = {name: value for name, value in details.items() if name not in ("signature", "boot", "ms", "moved")}
    return canonical({"at": at, "paper": paper, **said})


class Origin:
    """A result beside the register and the staff of the school that is asked to take it."""

    def __init__(self, found: SealedResult, lines: Sequence[Entry], staff: Staff, *, decides: bool = False) -> None:
        """``decides``: on this machine results are confirmed, so it must have seen the draw itself."""
        self.found = found
        self.result: Result = found.result
        self.lines = lines
        self._staff = staff
        self._decides = decides
        header = self.result.header
        self.drawn = _first(lines, "drawn", header.paper)
        self.began = _first(lines, "began", header.sitting)
        # Begun on this machine: the register wrote the line together with the header.
        self.is_own = self.began is not None and not {"moved", "began"} & self.began.details.keys()

    # ── refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    def check(self, now: datetime) -> None:
        """Raise `RefusedError` if the register, the staff or the clock contradict the result."""
        self._check_draw()
        self._check_own_line()
        self._check_checkpoints()
        self._check_times(now)
        self._check_staff()
        if self.result.regrade is not None:
            self._check_regrade(self.result.regrade)

    def _check_draw(self) -> None:
        header, paper, drawn = self.result.header, self.result.paper, self.drawn
        if drawn is None:
            raise refused("paper-not-drawn", paper=header.paper)
        if drawn.details["commitment"] != header.commitment.whole or drawn.details["scheme"] != paper.scheme.id:
            raise refused("other-paper")
        if drawn.details.get("scheme-digest", paper.scheme_digest) != paper.scheme_digest:
            raise refused("other-scheme")
        wanted = drawn.details.get("candidate", "")
        if wanted and header.candidate not in wanted.split():
            raise refused("drawn-for-another", paper=header.paper)
        if self._is_drawn_here and not self._is_draw_signed:
            raise refused("draw-unsigned", person=paper.drawn_by)
        if self._decides and not self._is_drawn_here:
            raise refused("paper-not-drawn", paper=header.paper)

    @property
    def _is_drawn_here(self) -> bool:
        """Whether this register saw the draw. Handed-out papers and moved sittings do not count, except that a
        signature which came along is checked if the examiner is known here."""
        drawn = self.drawn
        if drawn is None or "seed" not in drawn.details:
            return False
        return "moved" not in drawn.details or self._staff.stood(drawn.by, parse_time(drawn.at)) is not None

    @property
    def _is_draw_signed(self) -> bool:
        """Whether the examiner's own key signed the draw, or the examiner had no key yet."""
        drawn = self.drawn
        assert drawn is not None
        if drawn.by != self.result.paper.drawn_by:
            return False
        is_brought = "moved" in drawn.details and not self.is_own  # its place in this register says nothing
        stood = self._staff.stood(drawn.by, parse_time(drawn.at)) if is_brought else self._staff.stood_at(drawn)
        if stood is None or stood.role is not Role.EXAMINER:
            return False
        covered = draw_bytes(drawn.about, drawn.details, drawn.at)
        signature = drawn.details.get("signature", "")
        return not stood.keys or any(_signed(key, Domain.PAPER, covered, signature) for key in stood.keys)

    def _check_own_line(self) -> None:
        header, began = self.result.header, self.began
        if began is None:
            return
        bound = (began.details["paper"], began.details["candidate"], began.details["scheme"])
        if bound != (header.paper, header.candidate, header.scheme):
            raise refused("header-differs")
        if self.is_own and (began.after, began.at) != (header.anchor, header.created):
            raise refused("register-rewritten")

    def _check_checkpoints(self) -> None:
        for line in self.lines:
            if line.kind == "checkpoint" and line.about == self.result.header.sitting:
                number = int(line.details["n"])
                if number >= len(self.result.events) or self.result.events[number].hash != line.details["last"]:
                    raise refused("checkpoint-differs", event=number)

    def _check_times(self, now: datetime) -> None:
        """The sitting lies between the draw and the present, and its events follow its beginning."""
        assert self.drawn is not None
        slack = SAME_CLOCK if self.is_own else OTHER_CLOCK
        created = parse_time(self.result.header.created)
        walls = [_wall(each.event) for each in self.result.events]
        sealed_at = parse_time(self.found.seals[0].at)
        if self.result.regrade is None and sealed_at < walls[-1] - slack:
            raise refused("times-outside")
        if created < parse_time(self.drawn.at) - slack or not created - slack <= walls[0] <= created + slack:
            raise refused("times-outside")
        if max(created, walls[-1], sealed_at) > now + slack:
            raise refused("times-outside")

    def _check_staff(self) -> None:
        for event in self._events:
            if isinstance(event, _SUPERVISED):
                stood = self._staff.stood(event.by, _wall_of(event), self._slack)
                if stood is None or stood.role is not Role.INVIGILATOR:
                    raise refused("not-staff-then", person=event.by[:60], event=event.n)
            if isinstance(event, e.Checkpoint):
                stood = self._staff.stood(event.by, _wall_of(event), self._slack)
                if stood is None or event.key not in stood.keys:
                    raise refused("checkpoint", event=event.n)
        opened = next((event for event in self._events if isinstance(event, e.Unlocked)), None)
        if opened is not None and not self._has_checkpoints:
            stood = self._staff.stood(opened.by, _wall_of(opened), self._slack)
            if stood is not None and stood.keys:
                raise refused("no-checkpoints", person=opened.by)

    def _check_regrade(self, regrade: Regrade) -> None:
        second = regrade.second if isinstance(regrade.second, str) else ""
        when = parse_time(regrade.at)
        for person in (regrade.by, second):
            stood = self._staff.stood(person, when, OTHER_CLOCK)
            if stood is None or stood.role is Role.INVIGILATOR:
                raise refused("not-staff-then", person=person[:60] or "-", event="-")
        stood = self._staff.stood(second, when, OTHER_CLOCK)
        signature = regrade.agreed if isinstance(regrade.agreed, str) else ""
        if (
            stood
            and stood.keys
            and not any(_signed(key, Domain.REGRADE, regrade_bytes(regrade), signature) for key in stood.keys)
        ):
            raise refused("second-unsigned", person=second)

    @property
    def _slack(self) -> timedelta:
        return SAME_CLOCK if self.is_own else OTHER_CLOCK

    @property
    def _events(self) -> list[e.AnyEvent]:
        return [e.read_event(each.event) for each in self.result.events]

    @property
    def _has_checkpoints(self) -> bool:
        return any(each.event["kind"] == "checkpoint" for each in self.result.events)

    # ── doubts ───────────────────────────────────────────────────────────────────────────────────────────────────

    def doubts(self) -> tuple[Observation, ...]:
        """What the certifier should know: proofs that are missing, and facts that no rule judges."""
        return tuple(Observation(None, what, 0, detail) for what, detail in self._doubts())

    def _doubts(self) -> Iterator[tuple[Message, str]]:
        result, header, drawn = self.result, self.result.header, self.drawn
        if drawn is None:
            yield _noted("paper-not-drawn"), ""
        else:
            if not drawn.details.get("candidate"):
                yield _noted("drawn-for-a-seat", seat=drawn.details["seat"]), ""
                yield from self._unused_papers(drawn)
            if not self._is_drawn_here:
                yield _noted("drawn-elsewhere", person=result.paper.drawn_by), ""
            elif "signature" not in drawn.details:
                yield _noted("draw-unsigned", person=result.paper.drawn_by), ""
            yield from self._other_papers(drawn)
            yield from self._other_versions(drawn)
        if not is_shipped(header.scheme):
            yield _noted("own-exam", scheme=header.scheme, mark=str(result.paper.scheme.pass_mark)), ""
        if not self.is_own:
            yield _noted("other-machine"), ""
        if not self._has_checkpoints:
            yield _noted("no-checkpoints"), ""
        else:
            yield from self._countersignatures()
        known = [line for line in self.lines if line.kind == "checkpoint" and line.about == header.sitting]
        if any("copy" in line.details for line in known):
            yield _noted("copy-agrees", events=int(known[-1].details["n"]) + 1, all=result.count), ""
        elif not known:
            yield _noted("checkpoints-unknown-here"), ""
        for line in self.lines:
            if line.kind == "second-sitting" and line.details["paper"] == header.paper:
                yield _noted("second-sitting", sitting=line.about[:16], at=line.at[:10]), ""
            if line.kind == "second-result" and line.details["sitting"] == header.sitting:
                yield _noted("second-result", at=line.at[:10]), ""
            if line.kind == "looked" and line.about == header.paper:
                yield _noted("looked", person=line.by, at=line.at[:16]), ""
        yield from _quick_answers(result)
        yield from _effect_of_regrade(result)
        yield from self._other_corrections()

    def _countersignatures(self) -> Iterator[tuple[Message, str]]:
        """Which checkpoints the school's service signed, and with that what it did not."""
        services = {line.about for line in self.lines if line.kind == "service"}
        checkpoints = sum(isinstance(event, e.Checkpoint) for event in self._events)
        by_service: dict[str, list[e.CounterSigned]] = {}
        for event in self._events:
            if isinstance(event, e.CounterSigned):
                by_service.setdefault(fingerprint(event), []).append(event)
        for service, signed in by_service.items():
            params = {"service": service[:16], "count": len(signed), "all": checkpoints}
            last = {"at": signed[-1].at, "event": signed[-1].checkpoint}
            yield _noted("countersigned" if service in services else "countersigned-elsewhere", **params, **last), ""
        if services and not by_service:
            yield _noted("not-countersigned"), ""

    def _other_papers(self, drawn: Entry) -> Iterator[tuple[Message, str]]:
        """Other papers that were drawn, or begun to be drawn, for the same seat or candidate."""
        for line in self.lines:
            if line.kind != "drawing" or line.about == drawn.details.get("seed"):
                continue
            theirs, ours = line.details["candidate"], drawn.details.get("candidate", "")
            is_same = seat_key(line.details["seat"]) == seat_key(drawn.details["seat"])
            if (is_same or (ours and theirs == ours)) and line.details["scheme"] == drawn.details["scheme"]:
                yield _noted("another-paper", person=line.by, at=line.at[:16]), line.details["reason"]

    def _unused_papers(self, drawn: Entry) -> Iterator[tuple[Message, str]]:
        """Papers of the exam that could have been given to this candidate and that nobody sat: somebody may have drawn
        until one was easy."""
        begun = {line.details["paper"] for line in self.lines if line.kind == "began"}
        unused = [
            line
            for line in self.lines
            if line.kind == "drawn"
            and line.details["scheme"] == drawn.details["scheme"]
            and not line.details.get("candidate")
            and line.about not in begun
        ]
        if unused:
            yield _noted("never-sat", count=len(unused), person=unused[-1].by, at=unused[-1].at[:16]), ""

    def _other_versions(self, drawn: Entry) -> Iterator[tuple[Message, str]]:
        """Papers of the same exam that were drawn from another scheme or other rules at about the same time: a school
        can change its own, and somebody could do so for one paper."""
        same = [
            line
            for line in self.lines
            if line.kind == "drawn"
            and line.details["scheme"] == drawn.details["scheme"]
            and abs(parse_time(line.at) - parse_time(drawn.at)) <= _SAME_SEASON
        ]
        others = [line for line in same if _is_other_version(line, drawn)]
        if others:
            mark = str(self.result.paper.scheme.pass_mark)
            yield _noted("another-version", others=len(others), papers=len(same), mark=mark, at=others[-1].at[:10]), ""

    def _other_corrections(self) -> Iterator[tuple[Message, str]]:
        """Items of this paper that were voided or corrected for another candidate and not here."""
        own = (
            {*self.result.regrade.voided, *(each.item for each in self.result.regrade.corrected)}
            if (self.result.regrade)
            else set()
        )
        for line in self.lines:
            if line.kind == "correction":
                for item in self.result.paper.items:
                    if item.item == line.about and item.number not in own:
                        yield _noted("corrected-elsewhere", item=item.number), line.details["reason"]


def register_doubts(newest: Sequence[SealedResult], lines: Sequence[Entry]) -> list[Observation]:
    """Results and decisions whose anchors the register no longer has: it was rewritten, or an older one put back."""
    hashes = {FIRST, *(line.digest() for line in lines)}
    own = {line.about: line for line in lines if line.kind == "began" and "ms" in line.details}
    lost: dict[str, None] = {}  # by sitting, in their order
    for found in newest:
        header = found.result.header
        anchors = [seal.review.anchor for seal in found.seals if seal.review]
        is_moved = header.sitting in own and header.anchor != own[header.sitting].after
        if is_moved or any(isinstance(anchor, str) and anchor not in hashes for anchor in anchors):
            lost[header.sitting] = None
    return [
        Observation(None, Message("exams.noted.register-rewritten", {"sitting": one[:16]})) for one in list(lost)[:3]
    ]


def _is_other_version(one: Entry, other: Entry) -> bool:
    """Whether two papers were drawn from different schemes, or from different rules of a game that both have."""
    schemes = {line.details.get("scheme-digest", "") for line in (one, other)} - {""}
    rules = [dict(each.partition(":")[::2] for each in line.details.get("rules", "").split()) for line in (one, other)]
    return len(schemes) > 1 or any(rules[0][game] != rules[1][game] for game in rules[0].keys() & rules[1].keys())


def seat_key(seat: str) -> str:
    """A seat without case, spaces, signs and letter widths: “SEAT 1” and “seat１ ” are the same."""
    plain = unicodedata.normalize("NFKC", seat).casefold()
    return "".join(letter for letter in plain if letter.isalnum()) or plain.strip()


def _quick_answers(result: Result) -> Iterator[tuple[Message, str]]:
    """Answers that came faster than anybody reads the item, and an exam that took a fraction of its time."""
    given = [mark for mark in result.marks.items if mark.given]
    quick = [mark for mark in given if mark.ms < max(_QUICK_MS, _QUICK_SHARE * result.paper.item(mark.item).target_ms)]
    if len(quick) >= _MANY_QUICK:
        right = sum(mark.right for mark in quick)
        shortest = min(mark.ms for mark in quick)
        yield _noted("quick", count=len(quick), given=len(given), right=right, ms=shortest), ""
    used = e.read_event(result.events[-1].event).used
    targets = sum(result.paper.item(mark.item).target_ms for mark in given)
    if given and used < targets * _QUICK_SHARE:
        yield _noted("quick-exam", seconds=used // 1000, target=targets // 1000), ""
    changed = sum(
        1
        for one, other in pairwise(event for event in result.events if event.event["kind"] == "answer")
        if one.event["item"] == other.event["item"]
    )
    if changed >= _MANY_QUICK:
        yield _noted("changed-answers", count=changed), ""


def _effect_of_regrade(result: Result) -> Iterator[tuple[Message, str]]:
    """What the marks were before items were voided or corrected."""
    regrade = result.regrade
    if regrade is None:
        return
    answers = state_after(result.header, result.paper, result.events).answers
    before = marks_of(result.paper, answers, result.header.extra_time)
    touched = {*regrade.voided, *(each.item for each in regrade.corrected)}
    wrong = sum(not mark.right for mark in before.items if mark.item in touched)
    params = {"items": len(touched), "wrong": wrong, "before": str(before.millionths // 10_000), "by": regrade.by}
    second = regrade.second if isinstance(regrade.second, str) else "-"
    turned = "regrade-passes" if result.marks.passed and not before.passed else "regrade-effect"
    yield _noted(turned, **params, second=second), regrade.reason


def _noted(what: str, **params: object) -> Message:
    return Message(f"exams.noted.{what}", dict(params))


def _first(lines: Sequence[Entry], kind: str, about: str) -> Entry | None:
    return next((line for line in lines if line.kind == kind and line.about == about), None)


def _signed(key: str, domain: Domain, covered: bytes, signature: str) -> bool:
    try:
        return PublicKey.from_text(key).signed(domain, covered, parse_hex(signature))
    except (RefusedError, ValueError):
        return False


def _wall(event: dict[str, object]) -> datetime:
    wall = event.get("wall")
    if not isinstance(wall, int) or not 0 <= wall < 1 << 46:
        raise refused("times-outside")
    return datetime.fromtimestamp(wall / 1000, UTC)


def _wall_of(event: e.AnyEvent) -> datetime:
    return _wall(msgspec.to_builtins(event))

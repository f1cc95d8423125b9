"""The instructor's page to assign a drill, a lesson or an exam to the class and see everybody's progress.

Rules that laptops may not have are shared from here, also for a race.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from uuid import UUID

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.screens.progress.texts import percent_words
from trainer.desk.screens.school.page import RoomPage
from trainer.desk.screens.school.texts import when_words
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.exams.scheme import Scheme
from trainer.records.attempts import make_id, to_milliseconds
from trainer.runs.class_plan import class_plan
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan
from trainer.school.assignments import Assignment, RulesDigest, Seeding, What, Work
from trainer.school.protocol import Assigned, SetAssignment, ShareRules, WithdrawAssignment
from trainer.school.shared_rules import digest_of_rules, rules_to_share
from trainer.texts import Message, say

COUNTS = (10, 20, 40)
_DAYS = {"no-deadline": None, "today": 0, "tomorrow": 1, "week": 7}
_LEVELS = (0, 1, 2, 3)  # 0: all levels


class WorkRow(QWidget):
    """An assignment with the progress of the class."""

    def __init__(self, assignment: Assignment) -> None:
        super().__init__()
        self.assignment = assignment
        self.title, self.line, self.people = (Words(role, wrap=True) for role in ("strong", "small", "quiet"))
        self.people.hide()
        self.each = KeyButton("quiet", height=36, step=STEPS.body)
        self.withdraw = KeyButton("quiet", height=36, step=STEPS.body)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.line)
        words.addWidget(self.people)
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, stretch=1)
        layout.addWidget(self.each, alignment=Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.withdraw, alignment=Qt.AlignmentFlag.AlignTop)
        self.each.clicked.connect(self._open_or_close)
        self._mine: Sequence[Work] = ()
        self._names: dict[UUID, str] = {}

    def _open_or_close(self) -> None:
        self.people.setVisible(self.people.isHidden())
        self._write_people()

    def show_work(self, mine: Sequence[Work], names: dict[UUID, str], now: datetime) -> None:
        """Show everybody's progress on the assignment."""
        style = current_style()
        done = [work for work in mine if work.is_done(self.assignment)]
        answers = sum(work.answers for work in mine)
        share = sum(work.rights for work in mine) / answers if answers else 0.0
        figures = style.text(
            "school.set.done",
            done=len(done),
            all=len(self.assignment.people) or len(names),
            late=sum(work.is_late(self.assignment) for work in done),
            percent=percent_words(share, style) if answers else "–",
        )
        due = self.assignment.deadline
        until = style.text("school.assigned.due", when=when_words(due, now, style)) if due else ""
        self.title.setText(self.assignment.title)
        self.line.setText(" · ".join(part for part in (figures, until) if part))
        self._mine, self._names = mine, names
        self._write_people()
        self.each.say(style.text("school.set.each"))
        self.withdraw.say(style.text("school.set.withdraw"))

    def _write_people(self) -> None:
        """Write a line for each person, if they are in sight: there may be a thousand."""
        if self.people.isHidden():
            return
        by_person = {work.person: work for work in self._mine}
        meant = {person: name for person, name in self._names.items() if self.assignment.is_for(person)}
        self.people.setText("\n".join(self._words(name, by_person.get(person)) for person, name in meant.items()))

    def _words(self, name: str, work: Work | None) -> str:
        """Somebody's progress as a text: answers, right answers, time taken, whether it was late."""
        style = current_style()
        if work is None:
            return style.text("school.set.not-begun", name=name)
        if self.assignment.what is What.LESSON:
            return style.text("school.set.read", name=name)
        minutes, seconds = divmod(work.milliseconds // 1000, 60)
        words = style.text(
            "school.set.person",
            name=name,
            answers=work.answers,
            length=self.assignment.length or work.answers,
            rights=work.rights,
            time=f"{minutes}:{seconds:02}",
        )
        return f"{words} · {style.text('school.assigned.late')}" if work.is_late(self.assignment) else words


class AssignPage(RoomPage):
    """Assigns work at the table that is selected at home. `plan` is also the paper of a race."""

    race_wanted = Signal(Plan)

    def __init__(
        self,
        table: Callable[[], Offer | None],
        schemes: Callable[[str], Sequence[Scheme]],
        now: Callable[[], datetime],
    ) -> None:
        super().__init__()
        self._table, self._now = table, now
        self._schemes = cache(schemes)  # cached by regulation: there are many files
        self.class_id: UUID | None = None
        self.new_seed: Callable[[], str] = lambda: make_id(to_milliseconds(now())).hex
        self.by = ""
        self.names: dict[UUID, str] = {}
        self.assigned = Assigned(assignments=())
        self.family, self.scheme, self.level, self.count = "", "", 0, COUNTS[0]
        self.what, self.seeding, self.deadline = What.DRILL, Seeding.SAME, "no-deadline"
        self.set_card, self.work_card = Card(), Card()
        self.place = Words("accent", wrap=True)
        self.families = Segments()
        self.whats, self.levels, self.counts, self.seedings, self.deadlines = (Segments(36) for _ in range(5))
        self.captions = {name: Words("small") for name in ("levels", "count", "deadline")}
        self.go = KeyButton("primary", height=56)
        self.none = Words("quiet")
        self.family_buttons: list[KeyButton] = []
        self.rows: list[WorkRow] = []
        self._build()
        self.whats.chosen.connect(lambda chosen: self._choose("what", What(chosen)))
        self.levels.chosen.connect(lambda chosen: self._choose("level", int(chosen)))
        self.counts.chosen.connect(lambda chosen: self._choose("count", int(chosen)))
        self.seedings.chosen.connect(lambda chosen: self._choose("seeding", Seeding(chosen)))
        self.deadlines.chosen.connect(lambda chosen: self._choose("deadline", chosen))
        self.go.clicked.connect(self._set)
        self.go.say(Message("school.set.go"))
        self.none.say(Message("school.set.none"))
        self.set_card.set_title(Message("school.set.title"))
        self.work_card.set_title(Message("school.page.assign"))

    def _build(self) -> None:
        inside = QWidget()  # scrolls, because a small window has no room for all choices
        chosen = QVBoxLayout(inside)
        chosen.setContentsMargins(0, 0, 0, 0)
        chosen.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.family_list = QWidget()
        self._families = QVBoxLayout(self.family_list)
        self._families.setContentsMargins(0, 0, 0, 0)
        chosen.addWidget(self.family_list)
        for caption, segments in (
            (self.captions["levels"], self.levels),
            (self.captions["count"], self.counts),
            (self.captions["deadline"], self.deadlines),
        ):
            chosen.addWidget(caption)
            chosen.addWidget(segments)
        chosen.addWidget(self.seedings)
        self.set_card.add(self.place)
        self.set_card.add(self.whats)
        self.set_card.add(scrolling(inside), stretch=1)
        self.set_card.add(self.go)
        work = QWidget()
        self._list = QVBoxLayout(work)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.work_card.add(self.none)
        self.work_card.add(scrolling(work), stretch=1)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.set_card, stretch=1)
        self._layout.addWidget(self.work_card, stretch=1)

    def _choose(self, name: str, value: object) -> None:
        setattr(self, name, value)
        self.restyle()

    # ── the assignment ───────────────────────────────────────────────────────────────────────────────────────────

    def plan(self) -> Plan | None:
        """The chosen paper; `None` without a table."""
        offer = self._table()
        if offer is None:
            return None
        plan = class_plan(offer, self.new_seed(), self.level, self.count)
        if self.family:
            named = tuple(rung for rung in plan.rungs if rung.partition("/")[0] == self.family)
            plan = replace(plan, rungs=named or plan.rungs)
        return plan

    def assignment(self) -> Assignment | None:
        """The chosen work as a new assignment; `None` without a table or a class."""
        offer, plan = self._table(), self.plan()
        if offer is None or plan is None or self.class_id is None:
            return None
        now = self._now()
        days = _DAYS[self.deadline]
        end = now.astimezone().replace(hour=23, minute=59, second=0, microsecond=0)
        return Assignment(
            id=make_id(to_milliseconds(now)),
            class_id=self.class_id,
            title=self._title(offer, plan)[:200],
            what=self.what,
            plan=str(plan),
            scheme=self.scheme if self.what is What.EXAM else "",
            seeding=self.seeding,
            deadline=to_milliseconds(end + timedelta(days=days)) if days is not None else 0,
            made=to_milliseconds(now),
            by=self.by,
            rules=digest_of_rules(data) if (data := rules_to_share(offer, plan)) else "",
        )

    def share_rules(self, plan: Plan) -> str:
        """Share the rules of a plan if laptops may not have them; returns their digest, or nothing."""
        offer = self._table()
        data = rules_to_share(offer, plan) if offer is not None else b""
        if not data or self.class_id is None:
            return ""
        self.asked.emit(ShareRules(class_id=self.class_id, data=data))
        return digest_of_rules(data)

    def drill_words(self) -> str:
        """What the chosen paper asks, as a text; empty without a table."""
        offer, plan = self._table(), self.plan()
        return self._drills(offer, plan) if offer and plan else ""

    def _title(self, offer: Offer, plan: Plan) -> str:
        style = current_style()
        game = say(offer.rules.names, style.language)
        if self.what is What.LESSON:
            return f"{style.text('school.what.lesson')}: {game}"
        if self.what is What.EXAM:
            return f"{style.text('school.what.exam')}: {dict(self._choices(offer)).get(self.scheme, '')}"
        return self._drills(offer, plan)

    @staticmethod
    def _drills(offer: Offer, plan: Plan) -> str:
        style = current_style()
        game = say(offer.rules.names, style.language)
        families = {rung.partition("/")[0] for rung in plan.rungs}
        if len(families) > 1:
            return style.text("school.set.name-many", game=game, count=len(families))
        return style.text("school.set.name-one", game=game, family=offer.family(plan.family).name)

    def _set(self) -> None:
        assignment = self.assignment()
        if assignment is not None:
            plan = Plan.parse(assignment.plan)
            self.share_rules(plan)
            self.asked.emit(SetAssignment(assignment=assignment))
            if self._are_others(plan, assignment.rules):
                self.failed.emit(Message("school.set.other-rules", {"rulebook": plan.rulebook}))

    def _are_others(self, plan: Plan, rules: RulesDigest) -> bool:
        """Whether another assignment of the class uses other rules under the same name."""
        theirs = ((Plan.parse(one.plan), one.rules) for one in self.assigned.assignments)
        return bool(rules) and any(
            digest not in ("", rules) and (other.rulebook, other.game) == (plan.rulebook, plan.game)
            for other, digest in theirs
        )

    def show_work(self, assigned: Assigned, names: dict[UUID, str]) -> None:
        """Show the assignments of the class and everybody's progress."""
        if (assigned, names) == (self.assigned, self.names):
            return
        if assigned.assignments != self.assigned.assignments:
            before = self.rows
            rows = {row.assignment: row for row in before}  # one that is open stays open
            self.rows = [rows.get(one) or self._row(one) for one in assigned.assignments]
            discard(*(row for row in before if row not in self.rows))
            for row in self.rows:
                self._list.removeWidget(row)
                self._list.addWidget(row)
        self.assigned, self.names = assigned, names
        self._write_work()

    def _row(self, assignment: Assignment) -> WorkRow:
        row = WorkRow(assignment)
        row.withdraw.clicked.connect(lambda: self.asked.emit(WithdrawAssignment(assignment=assignment.id)))
        return row

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        self._layout.setSpacing(style.px(24))
        offer = self._table()
        place = style.text("school.set.no-place")
        if offer is not None:
            place = style.text("school.set.place", game=offer.rules.names, rulebook=offer.rules.info.names)
        self.place.setText(place)
        self.whats.show_choices(
            [(what.value, style.text(f"school.what.{what.value}")) for what in What],
            self.what.value,
        )
        self._write_families(offer)
        is_drill = self.what is What.DRILL
        self.family_list.setVisible(self.what is not What.LESSON)
        for widget in (self.levels, self.counts, self.seedings):
            widget.setVisible(is_drill)
        for name, caption in self.captions.items():
            caption.setText(style.text(f"school.set.{name}"))
            caption.setVisible(is_drill or name == "deadline")
        levels = [("0", style.text("sessions.class.level-all")), ("1", style.text("sessions.class.level-one"))]
        levels += [(str(level), style.text("sessions.class.level-up-to", level=level)) for level in _LEVELS[2:]]
        self.levels.show_choices(levels, str(self.level))
        self.counts.show_choices([(str(count), str(count)) for count in COUNTS], str(self.count))
        self.seedings.show_choices(
            [(seeding.value, style.text(f"school.seeding.{seeding.value}")) for seeding in Seeding],
            self.seeding.value,
        )
        self.deadlines.show_choices([(name, style.text(f"school.set.{name}")) for name in _DAYS], self.deadline)
        is_named = self.what is not What.EXAM or bool(self.scheme)
        self.go.setEnabled(offer is not None and self.class_id is not None and is_named)
        self._write_work()

    def _write_work(self) -> None:
        self.none.setVisible(not self.rows)
        works: dict[UUID, list[Work]] = {}
        for work in self.assigned.work:
            works.setdefault(work.assignment, []).append(work)
        for row in self.rows:
            row.show_work(works.get(row.assignment.id, ()), self.names, self._now())

    def _choices(self, offer: Offer | None) -> list[tuple[str, str]]:
        """The choices by id: the exams of the regulation, or the drills of the table."""
        style = current_style()
        if offer is None:
            return []
        if self.what is What.EXAM:
            schemes = self._schemes(offer.rules.rulebook)
            return [(scheme.id, say(scheme.names, style.language)) for scheme in schemes]
        drills = [(family.id, say(family.name, style.language)) for family in offer.families]
        return [("", style.text("school.set.all")), *drills]

    def _write_families(self, offer: Offer | None) -> None:
        style = current_style()
        choices = self._choices(offer)
        name = "scheme" if self.what is What.EXAM else "family"
        if getattr(self, name) not in dict(choices):
            setattr(self, name, choices[0][0] if choices else "")
        discard(*self.family_buttons)
        self.family_buttons = []
        for chosen, label in choices:
            button = KeyButton(height=36, step=STEPS.body, widest=520, from_left=True)
            button.setCheckable(True)
            button.setChecked(chosen == getattr(self, name))
            button.say(label)
            button.clicked.connect(lambda _=False, chosen=chosen: self._choose(name, chosen))
            self.family_buttons.append(button)
            self._families.addWidget(button)
        self._families.setSpacing(style.px(4))

"""Lessons at the desk: the page behind a question or a citation, what a page asks, the course on paper."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from msgspec import structs

from trainer.course.citations import cite_id, cited_page
from trainer.course.pages import Page, Try
from trainer.course.path import Course
from trainer.course.reading_progress import ReadingBook
from trainer.desk.lessons.screen import LessonScreen
from trainer.desk.look.dress import Dress
from trainer.desk.screen import Screen
from trainer.desk.workplace import Workplace
from trainer.drills import family
from trainer.drills.core import Item, Question
from trainer.games.core import Reason
from trainer.rulebooks import Citation, GameRules
from trainer.runs.plan import Plan, drill_plan
from trainer.runs.run import RECORDING_FAILURES
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import make_private_folder
from trainer.texts import Language, Message
from trainer.texts.system_errors import system_problem

with lazily():  # only for paper
    from trainer.desk.lessons.printing import print_course


class Hall(Protocol):
    """What this part may ask of the window it is shown in."""

    workplace: Workplace
    dress: Dress

    def show_screen(self, screen: Screen) -> None: ...
    def shown_screen(self) -> Screen | None: ...
    def tell(self, message: Message) -> None: ...
    def start(self, plan: Plan) -> None: ...
    def ask_again(self, question: Question, then: Screen | None = None) -> None: ...


class LessonRoom:
    """One screen, from wherever it is asked for and back there."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._offers = hall.workplace.offers
        self._came_from: Screen | None = None  # where the lesson was opened

    @cached_property
    def screen(self) -> LessonScreen:
        screen = LessonScreen(self._hall.dress)
        screen.back.connect(self._leave)
        screen.try_wanted.connect(self._try)
        screen.drill_wanted.connect(self._drill)
        screen.print_wanted.connect(self._print_course)
        return screen

    def show_item(self, item: Item) -> None:
        """The page of the course that teaches what an item asks."""
        self.show(self._rules(item), f"drill:{item.family}")

    def show_citation(self, question: Question, cite: Citation, reason: Reason) -> None:
        """What stands behind a citation of a verdict."""
        rules, library = self._rules(question.item), self._offers.library
        texts = self._hall.workplace.regulations

        def page(language: Language) -> Page:
            said = question.family.explain(reason, language)
            return cited_page(rules, cite, said, library, language, texts)

        self._came_from = self._hall.shown_screen()
        self._hall.show_screen(self.screen)
        self.screen.show_citation(rules, library, cite_id(cite), page, self._reading_book())

    def show(self, rules: GameRules, page: str = "") -> None:
        """The course of a game, at one of its pages or where it was left."""
        self._came_from = self._hall.shown_screen()
        self._hall.show_screen(self.screen)
        self.screen.show_rules(
            rules, self._offers.library, page, self._reading_book(), lambda: self._hall.workplace.now().date()
        )

    def _rules(self, item: Item) -> GameRules:
        return self._offers.offer(item.rulebook, item.game, item.variant, item.options).rules

    def _reading_book(self) -> ReadingBook | None:
        """The pages of whoever practises; nothing is kept of somebody whose records cannot be opened."""
        workplace = self._hall.workplace
        try:
            profile = workplace.recording.current()
        except RECORDING_FAILURES:
            return None
        return ReadingBook(workplace.courses / f"{profile.id.hex}.json", self._hall.tell)

    def _print_course(self, course: Course) -> None:
        """The whole course as PDF among the pictures one has saved; where it lies is told."""
        folder = self._hall.workplace.pictures
        path = folder / f"{course.rules.rulebook}-{course.rules.game}-{course.language.value}.pdf"
        try:
            make_private_folder(folder)
            print_course(course, path)
        except OSError as error:
            self._hall.tell(Message("lesson.not-printed", {"problem": system_problem(error)}))
            return
        self._hall.tell(Message("lesson.printed", {"path": str(path)}))

    def _try(self, rules: GameRules, wanted: Try) -> None:
        """Ask the question of a page, and come back to it."""
        question = family(rules.game, wanted.family).make(rules, wanted.level, wanted.seed)
        self._hall.ask_again(question, then=self.screen)

    def _drill(self, rules: GameRules, family_id: str) -> None:
        chosen = {key: value for key, value in rules.chosen.items() if value != rules.options[key].default}
        variant = "" if rules.variant == rules.default_variant else rules.variant
        plan = drill_plan(rules.rulebook, rules.game, family_id, variant=variant)
        self._hall.start(structs.replace(plan, options=chosen))

    def _leave(self) -> None:
        if self._came_from is not None:
            self._hall.show_screen(self._came_from)

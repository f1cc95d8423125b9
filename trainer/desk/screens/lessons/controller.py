"""Opens lessons: the page of a question or a citation, the questions and drills of a page, and the printed course."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cached_property

from msgspec import structs

from trainer.course.citations import cite_id, cited_page
from trainer.course.pages import Page, Try
from trainer.course.path import Course
from trainer.course.reading_progress import ReadingBook
from trainer.desk.screens.lessons.printing import print_course
from trainer.desk.screens.lessons.screen import LessonScreen, Opened
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.drills import family
from trainer.drills.core import Item, Question
from trainer.games.core import Reason
from trainer.rulebooks import Citation, GameRules
from trainer.runs.plan import drill_plan
from trainer.system.private_files import make_private_folder
from trainer.texts import Language, Message
from trainer.texts.system_errors import system_problem


class LessonController:
    """Opens courses in one reader. Each opening is a place of its own that remembers its page."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._offers = shell.workplace.offers

    @cached_property
    def screen(self) -> LessonScreen:
        screen = LessonScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.try_wanted.connect(self._try)
        screen.drill_wanted.connect(self._drill)
        screen.print_wanted.connect(self._print_course)
        return screen

    def show_item(self, item: Item) -> None:
        """Open the page that teaches what an item asks."""
        self.show(self._rules(item), f"drill:{item.family}")

    def show_citation(self, question: Question, cite: Citation, reason: Reason) -> None:
        """Open the page of a citation of a verdict."""
        rules, library = self._rules(question.item), self._offers.library
        texts = self._shell.workplace.folders.regulations

        def page(language: Language) -> Page:
            said = question.family.explain(reason, language)
            return cited_page(rules, cite, said, library, language, texts)

        self._open(Opened(rules, library, self._reading_book(), self._today, cite_id(cite), page))

    def show(self, rules: GameRules, page: str = "", skip: Callable[[], object] | None = None) -> None:
        """Open the course of a game, at a page or at the first unread one. ``skip`` starts the questions at once, for
        somebody who knows the game."""
        book = self._reading_book()
        if book is not None:
            book.begin(rules.rulebook, rules.game)
        self._open(Opened(rules, self._offers.library, book, self._today, page, skip=skip))

    def _open(self, opened: Opened) -> None:
        def show() -> None:
            self._shell.show_screen(self.screen)
            self.screen.show_course(opened)

        self._shell.navigation.push(Place(show, teaches=True))

    def _today(self) -> date:
        return self._shell.workplace.now().date()

    def _rules(self, item: Item) -> GameRules:
        return self._offers.offer(item.rulebook, item.game, item.variant, item.options).rules

    def _reading_book(self) -> ReadingBook | None:
        return self._shell.workplace.reading_book(self._shell.tell)

    def _print_course(self, course: Course) -> None:
        """Print the whole course to a PDF file in the pictures folder, and say where it is."""
        folder = self._shell.workplace.folders.pictures
        path = folder / f"{course.rules.rulebook}-{course.rules.game}-{course.language.value}.pdf"
        try:
            make_private_folder(folder)
            print_course(course, path)
        except OSError as error:
            self._shell.tell(Message("lesson.not-printed", {"problem": system_problem(error)}))
            return
        self._shell.tell(Message("lesson.printed", {"path": str(path)}))

    def _try(self, rules: GameRules, wanted: Try) -> None:
        """Ask the question of a page, then return to it."""
        question = family(rules.game, wanted.family).make(rules, wanted.level, wanted.seed)
        self._shell.ask_again(question)

    def _drill(self, rules: GameRules, family_id: str) -> None:
        chosen = {key: value for key, value in rules.chosen.items() if value != rules.options[key].default}
        variant = "" if rules.variant == rules.default_variant else rules.variant
        plan = drill_plan(rules.rulebook, rules.game, family_id, variant=variant)
        self._shell.start(structs.replace(plan, options=chosen))

"""The part of the window that leads through study: sessions, progress, past answers, profiles, lessons, settings."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from trainer.desk.lessons.text import has_lesson
from trainer.desk.run.table import Table, table_of
from trainer.drills.core import Item, Question
from trainer.records.errors import RecordsError
from trainer.records.profiles import Profile
from trainer.rulebooks import GameRules
from trainer.runs.offers import Offer
from trainer.runs.reading import Reading, offer_at, read
from trainer.runs.run import Run
from trainer.runs.sessions import Order, StudyRun
from trainer.study.settings import Settings, keep_settings
from trainer.study.sources import SessionKind
from trainer.texts import Message

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from trainer.desk.home.class_code import ClassCodeScreen
    from trainer.desk.home.study import HomeStudy
    from trainer.desk.lessons.screen import LessonScreen
    from trainer.desk.people.screen import ProfilesScreen
    from trainer.desk.progress.replay import ReplayScreen
    from trainer.desk.progress.screen import ProgressScreen
    from trainer.desk.run.placement_result import PlacementScreen
    from trainer.desk.settings.screen import SettingsScreen
    from trainer.desk.window import MainWindow


class StudyDesk:
    """Screens are made when they are first needed; records are read anew whenever a screen is shown."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self._study_run: StudyRun | None = None
        self._came_from: QWidget | None = None  # where the lesson was opened

    # ── the records ──────────────────────────────────────────────────────────────────────────────────────────────

    def reading(self) -> Reading | None:
        """The trainee's records, or nothing if they cannot be read; why is told in the window."""
        try:
            found = read(self.window.workplace.recording)
        except (RecordsError, OSError) as error:
            problem = error.message if isinstance(error, RecordsError) else str(error)
            self.window.notices.tell(Message("sessions.none.unreadable", {"problem": problem}))
            return None
        self.window.tell_notices()
        return found

    def read_home(self, rulebook: str, game: str) -> HomeStudy | None:
        """What home says of the trainee. Trouble is told when there is something to keep, not here."""
        from trainer.desk.home.study import read_home  # noqa: PLC0415

        try:
            found = read(self.window.workplace.recording)
        except (RecordsError, OSError):
            return None
        self.window.tell_notices()
        return read_home(found, self.window.workplace.offers, rulebook, game)

    # ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────

    def start_session(self, kind: str) -> None:
        """Begin a session of a kind at the table chosen at home."""
        if kind == SessionKind.CLASS:
            self.show_class()
        else:
            self.begin(self._order(SessionKind(kind)))

    def _order(self, kind: SessionKind, **more: str | int) -> Order:
        home = self.window.home
        offer = self._home_offer()
        variant = "" if offer is None or home.variant == offer.rules.default_variant else home.variant
        return Order(kind=kind, rulebook=home.rulebook, game=home.selected, variant=variant, **more)

    def _home_offer(self) -> Offer | None:
        """The table chosen at home; nothing if its rules cannot be read."""
        home = self.window.home
        return offer_at(self.window.workplace.offers, f"{home.rulebook}/{home.selected}:{home.variant}")

    def begin(self, order: Order) -> None:
        """Ask the questions of a session; if there are none, say so at home."""
        window = self.window
        reading = self.reading()
        if reading is None:
            return
        study = StudyRun(order, reading, window.workplace.offers, window.workplace.rng)
        run = Run(
            study.next_question,
            study.behaviour,
            window.workplace.clock,
            window.telling(study.keep),
            study.length(),
            remark=study.remark,
            label=study.label,
            seconds=study.seconds,
        )
        if run.number == 0:
            kind = "mistakes" if order.kind is SessionKind.MISTAKES else "other"
            window.home.tell(window.dress.text(f"sessions.none.{kind}"))
            return
        self._study_run = study
        tables = {rung.place: table_of(rung.rules) for rung in study.rungs}
        window.show_run(run, lambda question: _table_in(tables, question), self._end_session)

    def _end_session(self) -> None:
        window, study, run = self.window, self._study_run, self.window.run
        if study.order.kind is SessionKind.PLACEMENT:
            self.placement.show_placed(study.placed())
            window.show_screen(self.placement)
            return
        table = _table_in({rung.place: table_of(rung.rules) for rung in study.rungs}, run.answered[0].question)
        window.summary.show_run(run, table.game, table.rulebook, has_next_level=False, is_mixed=True)
        window.again = lambda: self.begin(study.order)
        window.show_screen(window.summary)

    # ── screens ──────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, screen: str) -> None:
        """A screen by its name."""
        screens = {
            "progress": self.show_progress,
            "profiles": self.show_profiles,
            "settings": self.show_settings,
            "lesson": self.show_home_lesson,
        }
        screens[screen]()

    @cached_property
    def class_code(self) -> ClassCodeScreen:
        from trainer.desk.home.class_code import ClassCodeScreen  # noqa: PLC0415

        screen = ClassCodeScreen(self.window.dress)
        screen.back.connect(self.window.show_home)
        screen.wanted.connect(
            lambda code, highest: self.begin(self._order(SessionKind.CLASS, code=code, highest_level=highest))
        )
        return screen

    def show_class(self) -> None:
        offer = self._home_offer()
        if offer is None:
            self.window.home.tell(self.window.dress.text("sessions.none.other"))
            return
        self.class_code.show_offer(offer)
        self.window.show_screen(self.class_code)

    @cached_property
    def placement(self) -> PlacementScreen:
        from trainer.desk.run.placement_result import PlacementScreen  # noqa: PLC0415

        screen = PlacementScreen(self.window.dress)
        screen.back.connect(self.window.show_home)
        screen.today.connect(lambda: self.start_session("today"))
        return screen

    @cached_property
    def profiles(self) -> ProfilesScreen:
        from trainer.desk.people.screen import ProfilesScreen  # noqa: PLC0415

        screen = ProfilesScreen(self.window.dress)
        screen.back.connect(self.window.show_home)
        screen.chosen.connect(self.use_profile)
        return screen

    def show_profiles(self, is_locked: bool = False) -> None:
        """Who practises; at the start of a profile with a PIN nobody goes on without choosing."""
        reading = self.reading()
        if reading is None:
            return
        self.profiles.show_people(reading.store, reading.profile, is_locked and reading.profile.has_pin)
        self.window.show_screen(self.profiles)

    def use_profile(self, profile: Profile) -> None:
        """Practise as somebody from now on, and remember it."""
        self.window.workplace.recording.switch(profile.id)
        self.window.change_settings(profile=profile.id.hex, asks_pin=profile.has_pin)
        self.window.show_home()

    @cached_property
    def lesson(self) -> LessonScreen:
        from trainer.desk.lessons.screen import LessonScreen  # noqa: PLC0415

        screen = LessonScreen(self.window.dress)
        screen.back.connect(self._leave_lesson)
        return screen

    def show_home_lesson(self) -> None:
        """The lesson of the game chosen at home."""
        offer = self._home_offer()
        if offer is not None and has_lesson(offer.rules.game, self.window.dress.language):
            self._show_lesson(offer.rules)

    def show_lesson(self, item: Item) -> None:
        """The lesson of the game an item belongs to."""
        self._show_lesson(self.window.workplace.offers.offer(item.rulebook, item.game, item.variant).rules)

    def _show_lesson(self, rules: GameRules) -> None:
        self._came_from = self.window.stack.currentWidget()
        self.lesson.show_rules(rules)
        self.window.show_screen(self.lesson)

    def _leave_lesson(self) -> None:
        self.window.show_screen(self._came_from)

    @cached_property
    def settings(self) -> SettingsScreen:
        from trainer.desk.settings.screen import SettingsScreen  # noqa: PLC0415

        screen = SettingsScreen(self.window.dress)
        screen.back.connect(self.window.show_home)
        screen.desk_changed.connect(lambda name, value: self.window.change_settings(**{name: value}))
        screen.study_changed.connect(self._keep_study_settings)
        return screen

    def show_settings(self) -> None:
        reading = self.reading()
        mine, name = (reading.settings, reading.profile.name) if reading else (None, "")
        self.settings.show_settings(self.window.settings, mine, name)
        self.window.show_screen(self.settings)

    def _keep_study_settings(self, settings: Settings) -> None:
        try:
            keep_settings(*self.window.workplace.recording.open(), settings)
        except (RecordsError, OSError) as error:
            problem = error.message if isinstance(error, RecordsError) else str(error)
            self.settings.say_trouble(Message("settings.not-kept", {"problem": problem}))

    @cached_property
    def progress(self) -> ProgressScreen:
        from trainer.desk.progress.screen import ProgressScreen  # noqa: PLC0415

        screen = ProgressScreen(self.window.dress, self.window.workplace.offers)
        screen.home.connect(self.window.show_home)
        screen.wanted.connect(self.window.start)
        screen.replayed.connect(self.show_answers)
        screen.save_wanted.connect(self.save_picture)
        return screen

    def show_progress(self) -> None:
        reading = self.reading()
        if reading is None:
            return
        home = self.window.home
        first = self.window.workplace.offers.suggestion(home.rulebook, self.window.settings.last)
        self.progress.show_reading(reading, first, f"{home.rulebook}/{home.selected}")
        self.window.show_screen(self.progress)

    def save_picture(self) -> None:
        """Keep the page that is shown as a PNG file beside the records."""
        workplace = self.window.workplace
        self.progress.save_picture(workplace.pictures, workplace.now())

    @cached_property
    def replay(self) -> ReplayScreen:
        from trainer.desk.progress.replay import ReplayScreen  # noqa: PLC0415

        screen = ReplayScreen(self.window.dress, self.window.workplace.offers)
        screen.asked_again.connect(self.window.ask_again)
        screen.lesson_wanted.connect(lambda question: self.show_lesson(question.item))
        screen.back.connect(self.show_progress)
        return screen

    def show_answers(self, ids: list[UUID], place: int) -> None:
        """Past answers, one of them first."""
        reading = self.reading()
        if reading is None:
            return
        wanted = ids[place]
        found = [attempt for one in ids if (attempt := reading.store.attempt(reading.profile.id, one))]
        places = [index for index, attempt in enumerate(found) if attempt.id == wanted]
        if places:
            self.replay.show_attempts(found, places[0], reading.store.rules)
            self.window.show_screen(self.replay)


def _table_in(tables: dict[str, Table], question: Question) -> Table:
    item = question.item
    return tables[f"{item.rulebook}/{item.game}" + (f":{item.variant}" if item.variant else "")]

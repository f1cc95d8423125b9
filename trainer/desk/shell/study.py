"""Controller of the trainee's screens, and of the records that they and home show.

It opens progress, past answers, placement results, profiles, settings, house options and class codes itself, and
lessons, own drills, the live table and sensors through their controllers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from uuid import UUID

import msgspec
from msgspec import structs

from trainer.course.lessons import has_lesson
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.desk.style.style import current_style
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.system_files import show_in_folder
from trainer.records.errors import InUseError, PinNeededError
from trainer.records.profiles import Profile
from trainer.rulebooks import GameRules, RulebookError
from trainer.runs.class_plan import class_plan
from trainer.runs.house_options import with_house
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan, drill_plan, write_plan
from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.runs.summary import Placed
from trainer.runs.trainee_records import TraineeRecords, read_records
from trainer.study.progress import challenge_bests
from trainer.study.settings import Settings, keep_settings, settings_of
from trainer.study.skills import place_of
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message
from trainer.texts.system_errors import system_problem

with lazily():  # each screen when it is first shown
    from trainer.course.reading_progress import done_drill, page_name
    from trainer.desk.screens.home.class_code import ClassCodeScreen
    from trainer.desk.screens.home.path import GamePath, Step, read_path
    from trainer.desk.screens.home.study import HomeStudy, read_home
    from trainer.desk.screens.house.screen import HouseScreen
    from trainer.desk.screens.lessons.controller import LessonController
    from trainer.desk.screens.live.controller import LiveController
    from trainer.desk.screens.own.controller import OwnDrillsController
    from trainer.desk.screens.people.screen import ProfilesScreen
    from trainer.desk.screens.progress.replay import ReplayScreen
    from trainer.desk.screens.progress.screen import ProgressScreen
    from trainer.desk.screens.run.placement_result import PlacementScreen
    from trainer.desk.screens.sensors.controller import SensorsController
    from trainer.desk.screens.sensors.listener import Listener
    from trainer.desk.screens.settings.about_screen import AboutScreen
    from trainer.desk.screens.settings.screen import SettingsScreen


class StudyController:
    """Creates each screen when it is first needed and reads the records again whenever one is opened."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._offers = shell.workplace.offers
        self._recording = shell.workplace.recording
        self._is_told = False  # whether the user was told that another window uses the records
        self._places: dict[Screen, Place] = {}

    def _place(self, screen: Screen, refresh: Callable[[], object] = lambda: None) -> Place:
        """The place of a screen that is open at most once; ``refresh`` is called when the user comes back to it."""
        if screen not in self._places:
            self._places[screen] = Place(lambda: self._shell.show_screen(screen), refresh=refresh)
        return self._places[screen]

    def _open(self, screen: Screen, refresh: Callable[[], object] = lambda: None) -> None:
        self._shell.navigation.push(self._place(screen, refresh))

    # ── the records ──────────────────────────────────────────────────────────────────────────────────────────────

    def reading(self) -> TraineeRecords | None:
        """The trainee's records; `None` if they cannot be read, after a notice that says why."""
        try:
            found = read_records(self._recording)
        except PinNeededError:
            self.show_profiles(is_locked=True)
            return None
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return None
        self._shell.tell_notices()
        return found

    def read_home(self, rulebook: str, game: str) -> HomeStudy | None:
        """What home shows of the trainee's records.

        Most errors are reported later, when there is an answer to save. Two are reported here: a second window learns
        at once that it will save nothing, and a profile with a PIN is asked for it.
        """
        try:
            found = read_records(self._recording)
        except PinNeededError:
            self.show_profiles(is_locked=True)
            return None
        except InUseError as error:
            if not self._is_told:
                self._shell.tell(Message("sessions.none.second-window", {"problem": error.message}))
            self._is_told = True
            return None
        except RECORDING_FAILURES:
            return None
        self._shell.tell_notices()
        return read_home(found, self._offers, rulebook, game)

    def read_path(self, offer: Offer, language: Language, study: HomeStudy | None) -> GamePath:
        """The path of a table, with what the trainee read and knows of it."""
        book = self._shell.workplace.reading_book(self._shell.tell)
        return read_path(offer, self._offers.library, language, book, study.levels if study else {})

    def is_taught(self, rulebook: str, game: str) -> bool:
        """Whether questions of a game may be asked: a page of its course was shown or skipped, or questions were
        answered; or it has no course."""
        if not has_lesson(game, current_style().language):
            return True
        study = self._shell.home.study
        if study is not None and any(key.endswith(f"{rulebook}/{game}") for key in study.levels):
            return True
        book = self._shell.workplace.reading_book(self._shell.tell)
        return book is None or book.is_begun(rulebook, game)

    def note_drill(self, plan: Plan) -> None:
        """Note on the path that a drill was finished."""
        book = self._shell.workplace.reading_book(self._shell.tell)
        if book is not None:
            page = page_name(plan.rulebook, plan.game, done_drill(plan.family))
            book.read(page, self._shell.workplace.now().date())

    def open_step(self, offer: Offer, step: Step) -> None:
        """Take a step of the path: its page, or the drill if the page was read."""
        rules = offer.rules
        if step.page and not (step.drill and step.was_read):
            self.lessons.show(rules, step.page)
            return
        variant = "" if rules.variant == rules.default_variant else rules.variant
        plan = drill_plan(rules.rulebook, rules.game, step.drill, variant=variant)
        self._shell.start(structs.replace(plan, options=rules.changed))

    # ── screens ──────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, screen: str, offer: Offer | None = None) -> None:
        """Open a screen by its name, for a table if the screen is about one."""
        match screen:
            case "progress":
                self.show_progress(offer)
            case "profiles":
                self.show_profiles()
            case "settings":
                self.show_settings()
            case "sensors":
                self.sensors.show(offer)
            case "live" if offer is not None:
                self.live.show(offer)
            case "lesson" if offer is not None and has_lesson(offer.rules.game, current_style().language):
                self.lessons.show(offer.rules)
            case "lesson":
                self._shell.tell(Message("desk.window.no-lesson"))
            case "house" if offer is not None:
                self._show_house(offer.rules)
            case "class" if offer is not None:
                self.class_code.show_offer(offer)
                self._open(self.class_code)

    @cached_property
    def sensors(self) -> SensorsController:
        """Real shoes, wheels and card readers."""

        def deal(offer: Offer, device: Listener) -> None:
            self.live.show(offer, device)  # created when it is first needed

        return SensorsController(self._shell, deal)

    def close(self) -> None:
        """Close what is open when the window closes."""
        if self.has_live_table:
            self.live.close()
        if "sensors" in self.__dict__:
            self.sensors.close()

    @property
    def has_live_table(self) -> bool:
        """Whether the live table was opened since the start."""
        return "live" in self.__dict__

    @cached_property
    def live(self) -> LiveController:
        """The live table."""
        return LiveController(self._shell)

    @cached_property
    def lessons(self) -> LessonController:
        """The lessons of every game."""
        return LessonController(self._shell)

    @cached_property
    def own(self) -> OwnDrillsController:
        """Drills that the user composed."""
        return OwnDrillsController(self._shell)

    # ── house options, class codes, placement ────────────────────────────────────────────────────────────────────

    @cached_property
    def house(self) -> HouseScreen:
        screen = HouseScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.changed.connect(self._keep_house)
        return screen

    def _show_house(self, rules: GameRules) -> None:
        self.house.show_rules(rules)
        self._open(self.house)

    def _keep_house(self, options: dict[str, str]) -> None:
        """Save other house options with the profile, if they can be combined."""
        rules = self.house.rules
        if rules is None:
            return
        try:
            offer = self._offers.offer(rules.rulebook, rules.game, rules.variant, options)
        except RulebookError as error:
            self.house.say_trouble(Message("house.not-together", {"problem": error.faults[0].message}))
            return
        try:
            store, profile = self._recording.open()
            mine = settings_of(store, profile)
            keep_settings(store, profile, with_house(mine, rules.rulebook, rules.game, options))
        except RECORDING_FAILURES as error:
            self.house.say_trouble(Message("house.not-kept", {"problem": problem_of(error)}))
            return
        last = self._shell.settings.last
        if last is not None and (last.rulebook, last.game) == (rules.rulebook, rules.game):
            self._shell.change_settings(last=structs.replace(last, options=options))
        self.house.show_rules(offer.rules)

    @cached_property
    def class_code(self) -> ClassCodeScreen:
        screen = ClassCodeScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.wanted.connect(self._begin_class)
        screen.carry_wanted.connect(self._carry_class)
        screen.plan_wanted.connect(self._shell.open_plan)
        return screen

    def _begin_class(self, code: str, highest_level: int) -> None:
        offer = self.class_code.offer
        if offer is not None:
            self._shell.open_plan(class_plan(offer, code, highest_level))

    def _carry_class(self, code: str, highest_level: int) -> None:
        """Write the plan of a class to a file for other laptops, and show it as text to paste."""
        offer = self.class_code.offer
        if offer is None:
            return
        plan = class_plan(offer, code, highest_level)
        path = self._shell.workplace.folders.plans / f"class-{offer.rules.game}-{plan.seed:x}.json"
        try:
            write_plan(plan, path)
        except OSError as error:
            self.class_code.carried(plan, Message("sessions.class.not-carried", {"problem": system_problem(error)}))
        else:
            self.class_code.carried(plan, Message("sessions.class.carried", {"path": str(path)}), is_good=True)

    @cached_property
    def placement(self) -> PlacementScreen:
        screen = PlacementScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.today.connect(lambda: self._shell.start_session("today"))
        return screen

    def challenge_bests(self, kind: str) -> tuple[int, int]:
        """The trainee's best result in a challenge and the best on this laptop; zeros if the records cannot be read."""
        try:
            return challenge_bests(*self._recording.open(), kind)
        except (*RECORDING_FAILURES, msgspec.DecodeError, RecursionError):
            return 0, 0

    def show_placed(self, placed: Placed) -> None:
        """Show the result of a placement test."""
        self.placement.show_placed(placed)
        self._shell.navigation.replace(Place(lambda: self._shell.show_screen(self.placement), gives_way=True))

    @cached_property
    def profiles(self) -> ProfilesScreen:
        screen = ProfilesScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.chosen.connect(self.use_profile)
        return screen

    def show_profiles(self, is_locked: bool = False) -> None:
        """Show the profiles. If ``is_locked`` and the profile has a PIN, nobody goes on without entering it."""
        try:
            store, current = self._recording.store(), self._recording.current()
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return
        self.profiles.show_people(store, current, is_locked and current.has_pin)
        self._open(self.profiles)

    def use_profile(self, profile: Profile) -> None:
        """Switch to a profile and go home."""
        self.switch_profile(profile)
        self._shell.navigation.home()

    def switch_profile(self, profile: Profile) -> None:
        """Switch to a profile and remember it."""
        before, settings = self._recording.current().id.hex, self._shell.settings
        self._recording.switch(profile.id)
        mine = profile.id.hex
        changes: dict[str, object] = {"profile": mine, "asks_pin": profile.has_pin}
        if mine != before:
            lasts = {**settings.lasts, before: settings.last} if settings.last else dict(settings.lasts)
            last = lasts.pop(mine, None)
            changes |= {"last": last, "lasts": lasts, "rulebook": last.rulebook if last else ""}
            changes["game"] = last.game if last else ""
        self._shell.change_settings(**changes)

    @cached_property
    def settings(self) -> SettingsScreen:
        screen = SettingsScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.desk_changed.connect(lambda name, value: self._shell.change_settings(**{name: value}))
        screen.study_changed.connect(self._keep_study_settings)
        screen.restore_wanted.connect(self.restore_backup)
        screen.about_wanted.connect(self.show_about)
        return screen

    @cached_property
    def about(self) -> AboutScreen:
        screen = AboutScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.folder_wanted.connect(self._show_records)
        return screen

    def show_about(self) -> None:
        """Show *About*, with the number of people and answers in the records."""
        people = answers = 0
        try:
            store, _ = self._recording.open()
            profiles = store.profiles()
            people, answers = len(profiles), sum(store.count(profile.id) for profile in profiles)
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
        self.about.show_records(self._recording.path, people, answers)
        self._shell.show_installer(self.about.installer)
        self._open(self.about)

    def _show_records(self) -> None:
        if not show_in_folder(self._recording.path):
            self._shell.tell(Message("settings.program.no-folder", {"path": str(self._recording.path.parent)}))

    def show_settings(self) -> None:
        reading = self.reading()
        mine, name = (reading.settings, reading.profile.name) if reading else (None, "")
        self.settings.show_settings(self._shell.settings, mine, name, self._recording.daily_backups.backups())
        self._open(self.settings)

    def restore_backup(self) -> None:
        """Replace the records by the newest backup; the replaced file is kept."""
        try:
            self._recording.replace(self._recording.daily_backups.find())
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("settings.not-restored", {"problem": problem_of(error)}))
            return
        self._shell.tell_notices()
        self._shell.navigation.home()

    def _keep_study_settings(self, settings: Settings) -> None:
        try:
            keep_settings(*self._recording.open(), settings)
        except RECORDING_FAILURES as error:
            self.settings.say_trouble(Message("settings.not-kept", {"problem": problem_of(error)}))

    @cached_property
    def progress(self) -> ProgressScreen:
        screen = ProgressScreen(self._offers)
        screen.home.connect(self._shell.navigation.pop)
        screen.wanted.connect(self._shell.start)
        screen.replayed.connect(self.show_answers)
        screen.save_wanted.connect(self.save_picture)
        return screen

    def show_progress(self, offer: Offer | None = None) -> None:
        """Show what the trainee knows, beginning with a table if one is given."""
        if self._fill_progress(offer):
            self._open(self.progress, self._fill_progress)

    def _fill_progress(self, offer: Offer | None = None) -> bool:
        """Load the records into the progress screen; tells whether they can be read."""
        reading = self.reading()
        if reading is None:
            return False
        settings = self._shell.settings
        first = self._offers.suggestion(self._offers.regulation(settings.rulebook), settings.last)
        self.progress.show_reading(reading, first, place_of(offer.rules) if offer else "")
        return True

    def save_picture(self) -> None:
        """Save the shown page as a PNG file beside the records."""
        workplace = self._shell.workplace
        if path := self.progress.save_picture(workplace.folders.pictures, workplace.now()):
            self._shell.tell(Message("progress.saved", {"path": str(path)}))

    @cached_property
    def replay(self) -> ReplayScreen:
        screen = ReplayScreen(self._offers)
        screen.asked_again.connect(self._shell.ask_again)
        screen.lesson_wanted.connect(lambda question: self.lessons.show_item(question.item))
        screen.back.connect(self._shell.navigation.pop)
        return screen

    def show_answers(self, ids: list[UUID], place: int) -> None:
        """Show past answers, beginning with the one at ``place``."""
        reading = self.reading()
        if reading is None:
            return
        wanted = ids[place]
        found = [attempt for one in ids if (attempt := reading.store.attempt(reading.profile.id, one))]
        places = [index for index, attempt in enumerate(found) if attempt.id == wanted]
        if places:
            self.replay.show_attempts(found, places[0], reading.store.rules)
            self._open(self.replay)

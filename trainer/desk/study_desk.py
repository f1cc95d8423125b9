"""The part of the desk that leads through study: progress, past answers, profiles, lessons, settings, classes.

It knows of the window only what `Hall` says: where a screen is shown, and who begins a run.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol
from uuid import UUID

import msgspec
from msgspec import structs

from trainer.desk.lessons.text import has_lesson
from trainer.desk.look.dress import Dress
from trainer.desk.screen import Screen
from trainer.desk.settings.choices import Settings as DeskSettings
from trainer.desk.workplace import Workplace
from trainer.drills.core import Question
from trainer.records.errors import InUseError, PinNeededError
from trainer.records.profiles import Profile
from trainer.rulebooks import GameRules, RulebookError
from trainer.runs.class_plan import class_plan
from trainer.runs.house_options import with_house
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan
from trainer.runs.plan_files import write_plan
from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.runs.summary import Placed
from trainer.runs.trainee_records import TraineeRecords, read_records
from trainer.study.progress import challenge_bests
from trainer.study.settings import Settings, keep_settings, settings_of
from trainer.study.skills import place_of
from trainer.system.lazy_imports import lazily
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

with lazily():  # each screen when it is first shown
    from trainer.desk.home.class_code import ClassCodeScreen
    from trainer.desk.home.study import HomeStudy, read_home
    from trainer.desk.house.screen import HouseScreen
    from trainer.desk.lessons.room import LessonRoom
    from trainer.desk.own.room import OwnRoom
    from trainer.desk.people.screen import ProfilesScreen
    from trainer.desk.progress.replay import ReplayScreen
    from trainer.desk.progress.screen import ProgressScreen
    from trainer.desk.run.placement_result import PlacementScreen
    from trainer.desk.sensors.room import SensorsRoom
    from trainer.desk.settings.screen import SettingsScreen


class Hall(Protocol):
    """What the screens of study may ask of the window they are shown in."""

    workplace: Workplace
    settings: DeskSettings
    dress: Dress

    def show_screen(self, screen: Screen) -> None: ...
    def shown_screen(self) -> Screen | None: ...
    def show_home(self) -> None: ...
    def change_settings(self, **changes: object) -> None: ...
    def tell(self, message: Message) -> None: ...
    def tell_notices(self) -> None: ...
    def start(self, plan: Plan) -> None: ...
    def start_session(self, kind: str) -> None: ...
    def open_plan(self, plan: Plan) -> bool: ...
    def ask_again(self, question: Question, then: Screen | None = None) -> None: ...


class StudyDesk:
    """Screens are made when they are first needed; records are read anew whenever a screen is shown."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._offers = hall.workplace.offers
        self._recording = hall.workplace.recording
        self._is_told = False  # that another window has the records

    # ── the records ──────────────────────────────────────────────────────────────────────────────────────────────

    def reading(self) -> TraineeRecords | None:
        """The trainee's records, or nothing if they cannot be read; why is told in the window."""
        try:
            found = read_records(self._recording)
        except PinNeededError:
            self.show_profiles(is_locked=True)
            return None
        except RECORDING_FAILURES as error:
            self._hall.tell(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return None
        self._hall.tell_notices()
        return found

    def read_home(self, rulebook: str, game: str) -> HomeStudy | None:
        """What home says of the trainee. Most trouble is told when there is something to keep, not here; but who opens
        a second window must hear at once that nothing will be kept there, and who has a PIN is asked for it."""
        try:
            found = read_records(self._recording)
        except PinNeededError:
            self.show_profiles(is_locked=True)
            return None
        except InUseError as error:
            if not self._is_told:
                self._hall.tell(Message("sessions.none.second-window", {"problem": error.message}))
            self._is_told = True
            return None
        except RECORDING_FAILURES:
            return None
        self._hall.tell_notices()
        return read_home(found, self._offers, rulebook, game)

    # ── screens ──────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, screen: str, offer: Offer | None = None) -> None:
        """A screen by its name, for a table where it is about one."""
        match screen:
            case "progress":
                self.show_progress(offer)
            case "profiles":
                self.show_profiles()
            case "settings":
                self.show_settings()
            case "sensors":
                self.sensors.show(offer)
            case "lesson" if offer is not None and has_lesson(offer.rules.game, self._hall.dress.language):
                self.lessons.show(offer.rules)
            case "lesson":
                self._hall.tell(Message("desk.window.no-lesson"))
            case "house" if offer is not None:
                self._show_house(offer.rules)
            case "class" if offer is not None:
                self.class_code.show_offer(offer)
                self._hall.show_screen(self.class_code)

    @cached_property
    def sensors(self) -> SensorsRoom:
        """Real shoes and wheels."""
        return SensorsRoom(self._hall)

    @cached_property
    def lessons(self) -> LessonRoom:
        """What the trade says of all this, page by page."""
        return LessonRoom(self._hall)

    @cached_property
    def own(self) -> OwnRoom:
        """Drills that somebody puts together."""
        return OwnRoom(self._hall)

    # ── what the house plays ─────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def house(self) -> HouseScreen:
        screen = HouseScreen(self._hall.dress)
        screen.back.connect(self._hall.show_home)
        screen.changed.connect(self._keep_house)
        return screen

    def _show_house(self, rules: GameRules) -> None:
        self.house.show_rules(rules)
        self._hall.show_screen(self.house)

    def _keep_house(self, options: dict[str, str]) -> None:
        """Play by other options from now on, if they can be played together; keep them with the profile."""
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
        last = self._hall.settings.last
        if last is not None and (last.rulebook, last.game) == (rules.rulebook, rules.game):
            self._hall.change_settings(last=structs.replace(last, options=options))
        self.house.show_rules(offer.rules)

    @cached_property
    def class_code(self) -> ClassCodeScreen:
        screen = ClassCodeScreen(self._hall.dress)
        screen.back.connect(self._hall.show_home)
        screen.wanted.connect(self._begin_class)
        screen.carry_wanted.connect(self._carry_class)
        screen.plan_wanted.connect(self._hall.open_plan)
        return screen

    def _begin_class(self, code: str, highest_level: int) -> None:
        offer = self.class_code.offer
        if offer is not None:
            self._hall.open_plan(class_plan(offer, code, highest_level))

    def _carry_class(self, code: str, highest_level: int) -> None:
        """The plan of a class for other laptops: a file, and text to be pasted."""
        offer = self.class_code.offer
        if offer is None:
            return
        plan = class_plan(offer, code, highest_level)
        path = self._hall.workplace.plans / f"class-{offer.rules.game}-{plan.seed:x}.json"
        try:
            write_plan(plan, path)
        except OSError as error:
            self.class_code.carried(plan, Message("sessions.class.not-carried", {"problem": system_problem(error)}))
        else:
            self.class_code.carried(plan, Message("sessions.class.carried", {"path": str(path)}), is_good=True)

    @cached_property
    def placement(self) -> PlacementScreen:
        screen = PlacementScreen(self._hall.dress)
        screen.back.connect(self._hall.show_home)
        screen.today.connect(lambda: self._hall.start_session("today"))
        return screen

    def challenge_bests(self, kind: str) -> tuple[int, int]:
        """One's best in a challenge and the best of this laptop; nothing where the records cannot be read."""
        try:
            return challenge_bests(*self._recording.open(), kind)
        except (*RECORDING_FAILURES, msgspec.DecodeError, RecursionError):
            return 0, 0

    def show_placed(self, placed: Placed) -> None:
        """What a placement test found."""
        self.placement.show_placed(placed)
        self._hall.show_screen(self.placement)

    @cached_property
    def profiles(self) -> ProfilesScreen:
        screen = ProfilesScreen(self._hall.dress)
        screen.back.connect(self._hall.show_home)
        screen.chosen.connect(self.use_profile)
        return screen

    def show_profiles(self, is_locked: bool = False) -> None:
        """Who practises; at the start of a profile with a PIN nobody goes on without choosing."""
        try:
            store, current = self._recording.store(), self._recording.current()
        except RECORDING_FAILURES as error:
            self._hall.tell(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return
        self.profiles.show_people(store, current, is_locked and current.has_pin)
        self._hall.show_screen(self.profiles)

    def use_profile(self, profile: Profile) -> None:
        """Practise as somebody from now on, and remember it."""
        before, settings = self._recording.current().id.hex, self._hall.settings
        self._recording.switch(profile.id)
        mine = profile.id.hex
        changes: dict[str, object] = {"profile": mine, "asks_pin": profile.has_pin}
        if mine != before:
            lasts = {**settings.lasts, before: settings.last} if settings.last else dict(settings.lasts)
            last = lasts.pop(mine, None)
            changes |= {"last": last, "lasts": lasts, "rulebook": last.rulebook if last else ""}
        self._hall.change_settings(**changes)
        self._hall.show_home()

    @cached_property
    def settings(self) -> SettingsScreen:
        screen = SettingsScreen(self._hall.dress)
        screen.back.connect(self._hall.show_home)
        screen.desk_changed.connect(lambda name, value: self._hall.change_settings(**{name: value}))
        screen.study_changed.connect(self._keep_study_settings)
        screen.restore_wanted.connect(self.restore_backup)
        return screen

    def show_settings(self) -> None:
        reading = self.reading()
        mine, name = (reading.settings, reading.profile.name) if reading else (None, "")
        self.settings.show_settings(self._hall.settings, mine, name, self._recording.safety_net.backups())
        self._hall.show_screen(self.settings)

    def restore_backup(self) -> None:
        """Put the newest backup in the place of the records, which are kept."""
        try:
            self._recording.replace(self._recording.safety_net.find())
        except RECORDING_FAILURES as error:
            self._hall.tell(Message("settings.not-restored", {"problem": problem_of(error)}))
            return
        self._hall.tell_notices()
        self._hall.show_home()

    def _keep_study_settings(self, settings: Settings) -> None:
        try:
            keep_settings(*self._recording.open(), settings)
        except RECORDING_FAILURES as error:
            self.settings.say_trouble(Message("settings.not-kept", {"problem": problem_of(error)}))

    @cached_property
    def progress(self) -> ProgressScreen:
        screen = ProgressScreen(self._hall.dress, self._offers)
        screen.home.connect(self._hall.show_home)
        screen.wanted.connect(self._hall.start)
        screen.replayed.connect(self.show_answers)
        screen.save_wanted.connect(self.save_picture)
        return screen

    def show_progress(self, offer: Offer | None = None) -> None:
        """What the trainee knows, at a table first if there is one."""
        reading = self.reading()
        if reading is None:
            return
        settings = self._hall.settings
        first = self._offers.suggestion(self._offers.regulation(settings.rulebook), settings.last)
        self.progress.show_reading(reading, first, place_of(offer.rules) if offer else "")
        self._hall.show_screen(self.progress)

    def save_picture(self) -> None:
        """Keep the page that is shown as a PNG file beside the records."""
        workplace = self._hall.workplace
        self.progress.save_picture(workplace.pictures, workplace.now())

    @cached_property
    def replay(self) -> ReplayScreen:
        screen = ReplayScreen(self._hall.dress, self._offers)
        screen.asked_again.connect(self._hall.ask_again)
        screen.lesson_wanted.connect(lambda question: self.lessons.show_item(question.item))
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
            self._hall.show_screen(self.replay)

"""Pictures of every screen and felt, rendered without a display: for the documentation and for looking at.

File names are stable: ``NAME-LANGUAGE-THEME-WIDTHxHEIGHT.png``.
"""

from __future__ import annotations

import errno
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import chain
from pathlib import Path

import msgspec
import shiboken6
from msgspec import structs
from PySide6.QtGui import QCursor, QImage, QPixmap
from PySide6.QtWidgets import QApplication

from trainer import catalogue
from trainer.desk.screens.lessons.pictures import PagePictures
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Folders, Workplace
from trainer.desk.shots import trainee
from trainer.desk.shots.imprints import imprint_for
from trainer.desk.shots.samples import WRONG_ANSWERS, sample_questions
from trainer.desk.style.png import png_bytes
from trainer.desk.style.theme import THEMES
from trainer.desk.table import Imprint
from trainer.desk.table.base import Side
from trainer.desk.table.drawing import render_scene
from trainer.desk.table.view import FeltView
from trainer.drills import families, family
from trainer.drills.core import Question
from trainer.drills.scene import Scene
from trainer.games.rules import load_rules
from trainer.records.store import Store
from trainer.rulebooks import GameRules, Library, shipped_library
from trainer.rulebooks.library import SHIPPED
from trainer.runs.offers import Offers
from trainer.runs.plan import FIRST, drill_plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Stage
from trainer.runs.summary import NANOSECONDS
from trainer.study.behaviours import BEHAVIOURS
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import write_atomically
from trainer.system.signals import run_before_exit
from trainer.texts import Language, Message

with lazily():  # they build on this module
    from trainer.desk.shots.exams import exam_shots
    from trainer.desk.shots.live import live_shots
    from trainer.desk.shots.school import school_shots

PAI_GOW = ("pai-gow-poker", "pai-gow-tiles")
USUAL = (1280, 720)
LARGE = (3840, 2160)
RETURNING = Settings(last=FIRST, rulebook=FIRST.rulebook)
OWN_SCHOOL = Settings(last=FIRST, rulebook="own-school")
NOW: datetime = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
_LOOKED_AT_TWICE = (
    "home",
    "home-practised",
    "progress-map",
    "progress-themes",
    "lesson",
    "ask-amount",
    "wrong-amount",
    "summary",
)  # shown in every language and theme, and large


class NoRecords(RecordsFile):
    """Stands in for the records: they lie in memory, or cannot be opened if ``problem`` says why."""

    def __init__(self, practised: bool = False) -> None:
        super().__init__(Path("nowhere", "progress.db"), lambda: NOW, lambda: "Croupier")
        self.problem = 0  # the number of an error
        self._in_memory = Store(None, lambda: NOW)
        if practised:
            self._in_memory.connection.deserialize(trainee.practised(NOW))
        else:
            self._in_memory.add_profile("Croupier")
        [self.wanted] = (profile.id for profile in self._in_memory.profiles())

    def store(self) -> Store:
        if self.problem:
            raise OSError(self.problem, "")
        return self._in_memory

    def close(self) -> None:
        self._in_memory.close()


class Desk:
    """A main window with a clock that is moved by hand, in a folder of its own."""

    def __init__(self, folder: Path, settings: Settings, library: Library, practised: bool = False) -> None:
        self.nanoseconds = 0
        self.records = NoRecords(practised)
        workplace = Workplace(
            offers=Offers(library),
            recording=self.records,
            folders=Folders.below(folder, folder, folder),
            clock=lambda: self.nanoseconds,
            now=lambda: NOW,
            rng=random.Random(1),
        )
        self.window = MainWindow(workplace, settings)

    def go_home(self) -> None:
        """Home with all its small felts drawn."""
        self.window.show_home()
        self.window.home.work.finish()

    def ask(self, question: Question, behaviour: str = "practise", earlier: tuple[bool, ...] = ()) -> None:
        """Ask a question after some that were answered right or wrong."""
        questions = [question] * max(len(earlier), BEHAVIOURS[behaviour].length)
        self.window.ask(questions, behaviour)
        for is_right in earlier:
            self.answer(question.draft.solution if is_right else WRONG_ANSWERS["amount"], 3.2)
            self.window.runner.press_enter()

    def answer(self, answer: str, seconds: float) -> None:
        """Answer so many seconds after the question, past the question whether nothing is really meant."""
        runner = self.window.runner
        runner.tray.put(answer)
        self.nanoseconds += round(seconds * NANOSECONDS)
        runner.press_enter()


class Shot(msgspec.Struct, frozen=True):
    """A picture: what is done at the desk before it is taken."""

    name: str
    prepare: Callable[[Desk], None]
    settings: Settings = RETURNING
    library: Callable[[Path], Library] = lambda scratch: shipped_library()
    practised: bool = False  # by a trainee with some months of practice


def take_shots(
    folder: Path, only: str = "", size: tuple[int, int] | None = None, side: str = "dealer", text_size: int = 100
) -> Iterator[Path]:
    """Render every picture whose name contains ``only``, or fits it where it has ``*`` or ``?``; yields the files as
    they are written. A ``size`` in logical pixels goes before those in which a screen is usually looked at."""
    _application = QApplication.instance() or QApplication([])  # kept: it lives as long as this name
    folder.mkdir(parents=True, exist_ok=True)
    QCursor.setPos(*LARGE)  # away from anything that would light up under it
    with tempfile.TemporaryDirectory() as scratch:
        run_before_exit(partial(shutil.rmtree, scratch, ignore_errors=True))
        for shot in chain(screen_shots(), study_shots(), exam_shots(), school_shots(), live_shots(), drill_shots()):
            for language, theme, usual in _renderings(shot.name, size):
                name = f"{shot.name}-{language.value}-{theme}-{usual[0]}x{usual[1]}.png"
                if _is_wanted(name, only):
                    settings = structs.replace(
                        shot.settings, language=language, appearance=theme, side=side, text_size=text_size
                    )
                    yield _take(structs.replace(shot, settings=settings), folder / name, usual, Path(scratch))
    width, height = size or (1600, 900)
    for name, make in felt_scenes():
        for language, theme in ((Language.ES, "dark"), (Language.EN, "light")):
            path = folder / f"felt-{name}-{language.value}-{theme}-{width}x{height}.png"
            if _is_wanted(path.name, only):
                scene, imprint = make()
                _keep(render_scene(scene, imprint, language, (width, height), THEMES[theme], side=Side(side)), path)
                yield path


def _is_wanted(name: str, only: str) -> bool:
    return fnmatchcase(name, f"{only}*") if {"*", "?"} & set(only) else only in name


def _renderings(name: str, size: tuple[int, int] | None) -> Iterator[tuple[Language, str, tuple[int, int]]]:
    for language in Language:
        for theme in THEMES:
            is_usual = (language is Language.ES) == (theme == "dark")
            if is_usual or name in _LOOKED_AT_TWICE:
                yield language, theme, size or USUAL
    if name in _LOOKED_AT_TWICE and size is None:
        yield Language.ES, "dark", LARGE


def _keep(picture: QPixmap | QImage, path: Path) -> None:
    """Write a picture as PNG; raises `OSError`."""
    write_atomically(path, png_bytes(picture))


def _take(shot: Shot, path: Path, size: tuple[int, int], scratch: Path) -> Path:
    settings = structs.replace(shot.settings, reduce_motion=True)
    desk = Desk(scratch, settings, shot.library(scratch / shot.name), shot.practised)
    window = desk.window
    window.resize(*size)
    window.show()
    shot.prepare(desk)
    for _ in range(2):  # what is laid out anew in the first turn is painted in the second
        QApplication.processEvents()
    for felt in window.findChildren(FeltView):
        felt.looking.sharpen()
    for pictures in window.findChildren(PagePictures):
        pictures.draw_all()
    _keep(window.grab(), path)
    window.close()
    shiboken6.delete(window)  # there is no event loop that would do it later
    desk.records.close()
    return path


def screen_shots() -> Iterator[Shot]:
    """Every screen in every state."""
    yield Shot("home", Desk.go_home)
    yield Shot("home-first-run", Desk.go_home, Settings())
    yield Shot("first-run", lambda desk: desk.window.show_first_run(), Settings())
    yield Shot("home-no-drills", Desk.go_home, OWN_SCHOOL, own_school)
    yield Shot("home-faulty-rules", Desk.go_home, OWN_SCHOOL, faulty_school)
    yield Shot("home-notice", _noticed)
    questions = sample_questions()
    for name, question in questions.items():
        solution = question.draft.solution.replace("|", " ")
        yield Shot(f"ask-{name}", partial(Desk.ask, question=question))
        yield Shot(f"right-{name}", partial(_judged, question=question, answer=solution))
        yield Shot(f"wrong-{name}", partial(_judged, question=question, answer=WRONG_ANSWERS[name]))
    amount = questions["amount"]
    yield Shot("ask-learn-hint", lambda desk: _hinted(desk, amount))
    yield Shot("ask-missing", lambda desk: _unanswered(desk, amount))
    yield Shot("speed-time-up", lambda desk: _timed_out(desk, amount))
    yield Shot("wrong-not-saved", lambda desk: _unsaved(desk, amount))
    yield Shot("projector", lambda desk: _projected(desk, amount, 0))
    yield Shot("projector-revealed", lambda desk: _projected(desk, amount, 3))
    yield Shot("summary", lambda desk: _summary(desk, amount, (True, True, False, True, True, False, True)))
    yield Shot("summary-all-right", lambda desk: _summary(desk, amount, (True,) * 5))
    yield Shot("fault", _failed)


def study_shots() -> Iterator[Shot]:
    """The screens of study, for a trainee with some months of practice."""

    def shot(name: str, prepare: Callable[[Desk], None], practised: bool = True) -> Shot:
        def prepare_from_home(desk: Desk) -> None:
            desk.window.show_home()
            prepare(desk)

        return Shot(name, prepare_from_home, practised=practised)

    yield shot("home-practised", Desk.go_home)
    yield shot("progress-empty", lambda desk: desk.window.study.show_progress(), practised=False)
    for page in ("map", "themes", "answers"):
        yield shot(f"progress-{page}", partial(_progress, page=page))
    yield shot("replay", _replayed)
    yield shot("today", lambda desk: desk.window.start_session("today"))
    yield shot("challenge", _challenged)
    yield shot("class-code", lambda desk: desk.window.open_screen("class"))
    yield shot("placement", _placed, practised=False)
    yield shot("profiles", _several_profiles)
    yield shot("profiles-pin", _asked_for_pin)
    yield shot("profiles-new", _one_profile_more)
    yield shot("lesson", lambda desk: desk.window.open_screen("lesson"))
    yield shot("own-drills", lambda desk: desk.window.open_screen("own"))
    yield shot("house", _house)
    yield shot("house-in-a-drill", _house_in_a_drill)
    yield shot("settings", lambda desk: desk.window.study.show_settings())
    yield shot("about", lambda desk: desk.window.study.show_about())
    yield shot("sensors", _sensors)
    yield shot("real-table-caught", _caught)


def _sensors(desk: Desk) -> None:
    """The page of devices with somebody typing in place of one."""
    window = desk.window
    window.home.choose("arica", drill_plan("arica", "punto-banco", "next-card"), None)
    window.open_screen("sensors")
    room = window.study.sensors
    room.page.show_sources([source for source in room.page.sources if source.kind != "serial"], room.page.profiles)
    room.page.choose_profile("angel-eye-ii-ex")


def _caught(desk: Desk) -> None:
    """A real coup, watched, that was ended although the player had to draw."""
    _sensors(desk)
    room = desk.window.study.sensors
    room.open_table(watched=True)
    for entry in ("2S", "3D", "KS", "2H", "end"):
        room.table.hand_entry.setText(entry)
        room.table.press_enter()


def _house(desk: Desk) -> None:
    desk.window.open_screen("house")
    desk.window.study.house.changed.emit({"limit-level": "2", "rounding": "down to 1"})


def _house_in_a_drill(desk: Desk) -> None:
    """A drill whose answer depends on a house option, after that was found out."""
    _house(desk)
    desk.window.start(drill_plan(FIRST.rulebook, FIRST.game, "limits", options={"limit-level": "2"}))
    desk.window.runner.house.finish()


def _progress(desk: Desk, page: str) -> None:
    desk.window.study.show_progress()
    desk.window.study.progress.choose_page(page)


def _challenged(desk: Desk) -> None:
    desk.window.start_session("challenge-60")
    for _ in range(4):
        desk.answer(desk.window.runner.run.question.draft.solution.replace("|", " "), 4.3)
        desk.window.runner.press_enter()


def _placed(desk: Desk) -> None:
    desk.window.start_session("placement")
    run = desk.window.runner.run
    while run.stage is not Stage.FINISHED:
        is_right = run.question.item.level < 3
        run.answer(run.question.draft.solution.replace("|", " ")) if is_right else run.close_unanswered()
        desk.window.runner.press_enter()


def _several_profiles(desk: Desk) -> None:
    store, _ = desk.records.open()
    for name, pin in (("Joan", ""), ("Aitana", "2468"), ("Rafael", "")):
        store.add_profile(name, pin)
    desk.window.study.show_profiles()


def _one_profile_more(desk: Desk) -> None:
    _several_profiles(desk)
    desk.window.study.profiles.main.click()


def _asked_for_pin(desk: Desk) -> None:
    _several_profiles(desk)
    screen = desk.window.study.profiles
    screen.choose(next(person for person in screen.people if person.has_pin))
    screen.pin.setText("1111")
    screen.main.click()


def _replayed(desk: Desk) -> None:
    _progress(desk, "answers")
    page = desk.window.study.progress.answers_page
    page.filter.buttons["wrong"].click()
    page.replayed.emit([line.id for line in page.lines], 2)


def drill_shots() -> Iterator[Shot]:
    """The first and the last level of every drill, each at the first game and regulation it fits."""
    library = shipped_library()
    shown: set[tuple[str, str]] = set()
    for game in catalogue.DRILLED:
        for rulebook in library.rulebooks():
            if game not in library.games(rulebook):
                continue
            rules = load_rules(library, rulebook, game)
            for each in families(game):
                if (each.area, each.id) in shown or not each.fits(rules):
                    continue
                shown.add((each.area, each.id))
                for level in sorted({1, len(each.levels)}):
                    ask = partial(_ask_drill, rules=rules, family_id=each.id, level=level)
                    yield Shot(f"drill-{game}-{each.id}-{level}", ask)


def _ask_drill(desk: Desk, rules: GameRules, family_id: str, level: int) -> None:
    desk.ask(_drill_question(rules.rulebook, rules.game, family_id, level))


@cache  # asked in several languages and themes, and making takes longer than showing
def _drill_question(rulebook: str, game: str, family_id: str, level: int) -> Question:
    return family(game, family_id).make(load_rules(shipped_library(), rulebook, game), level, 5)


def felt_scenes() -> Iterator[tuple[str, Callable[[], tuple[Scene, Imprint]]]]:
    """Every felt empty, the roulette layout before and after the payout, and settled tables of pai gow; each made when
    it is wanted."""
    for felt_id in catalogue.felt_modules():
        yield f"{felt_id}-empty", partial(_empty_felt, felt_id)
    yield "roulette-layout", partial(_sample_felt, is_paid=False)
    yield "roulette-paid", partial(_sample_felt, is_paid=True)
    for game in PAI_GOW:
        yield f"{game}-settled", partial(_settled_felt, game)
    glow = ("straight-up:17", "split:14-17", "red", "column:2")
    yield "roulette-glow", lambda: (Scene(felt="roulette-french", glow=glow), imprint_for("roulette-french"))


def _empty_felt(felt_id: str) -> tuple[Scene, Imprint]:
    return Scene(felt=felt_id), imprint_for(felt_id)


def _sample_felt(is_paid: bool) -> tuple[Scene, Imprint]:
    draft = sample_questions()["amount"].draft
    return (draft.after if is_paid and draft.after else draft.scene), imprint_for("roulette-french")


def _settled_felt(game: str) -> tuple[Scene, Imprint]:
    rules = load_rules(shipped_library(), "puerto-rico", game)
    settled = family(game, "settle-with-commission").make(rules, 3, 5).draft
    return settled.after or settled.scene, Imprint(rules)


def _judged(desk: Desk, question: Question, answer: str) -> None:
    desk.ask(question)
    desk.answer(answer, 3.2)


def _unanswered(desk: Desk, question: Question) -> None:
    desk.ask(question)
    desk.window.runner.press_enter()


def _hinted(desk: Desk, question: Question) -> None:
    desk.ask(question, behaviour="learn")
    desk.window.runner.give_hint()


def _projected(desk: Desk, question: Question, revealed: int) -> None:
    desk.ask(question, behaviour="learn")
    desk.window.runner.switch_projector()
    for _ in range(revealed):
        desk.window.runner.press_enter()


def _timed_out(desk: Desk, question: Question) -> None:
    desk.ask(question, behaviour="speed")
    desk.nanoseconds += 12 * NANOSECONDS
    desk.window.runner.tick()


def _unsaved(desk: Desk, question: Question) -> None:
    desk.ask(question)
    desk.records.problem = errno.ENOSPC
    desk.answer(WRONG_ANSWERS["amount"], 3.2)


def _summary(desk: Desk, question: Question, results: tuple[bool, ...]) -> None:
    desk.ask(question, earlier=results)
    desk.window.runner.leave()


def _failed(desk: Desk) -> None:
    desk.window.crash_handler.show(ZeroDivisionError("division by zero"))


def _noticed(desk: Desk) -> None:
    desk.go_home()
    damaged = {"path": "settings-damaged-20260101-200000.json"}
    desk.window.notices.tell(Message("desk.window.settings-set-aside", damaged))


def own_school(rulebooks: Path, game: str = "") -> Library:
    """The shipped rulebooks and that of a school, with one game (of this text) or none."""
    folder = rulebooks / OWN_SCHOOL.rulebook
    folder.mkdir(parents=True, exist_ok=True)
    book = (SHIPPED / "arica" / "rulebook.toml").read_text(encoding="utf-8")
    (folder / "rulebook.toml").write_text(book, encoding="utf-8")
    if game:
        (folder / "roulette-american.toml").write_text(game, encoding="utf-8")
    return Library([SHIPPED, rulebooks])


def faulty_school(rulebooks: Path) -> Library:
    """A school whose one game has an odd that does not parse."""
    return own_school(rulebooks, 'extends = "arica/roulette-american"\n[bets.split]\npays = "seventeen"\n')

"""Progress and past answers as people use them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desk.conftest import NOW
from tests.desk.shell.test_window import LEFT, click, key
from tests.live.shifts import played
from tests.records.support import answered, session_of
from trainer.desk.screens.progress.past_answer import Gone, PastAnswer, past_answer
from trainer.desk.screens.progress.screen import ProgressScreen
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace
from trainer.desk.shots import trainee
from trainer.desk.style.style import current_style
from trainer.desk.widgets.charts.skill_map import cell_room, row_room
from trainer.drills import family
from trainer.drills.core import Item
from trainer.equipment.odds import Odds
from trainer.games.rules import load_rules
from trainer.live.shift_records import store_shift
from trainer.records.store import Attempt, Store
from trainer.rulebooks.archive import archived
from trainer.runs.plan import FIRST
from trainer.runs.trainee_records import read_records


@pytest.fixture
def practised(open_window, workplace: Workplace) -> Callable[[], MainWindow]:
    """The window of a trainee with some months of practice."""

    def open_it() -> MainWindow:
        workplace.recording.path.write_bytes(trainee.practised(NOW))
        window = open_window(last=FIRST, rulebook=FIRST.rulebook)
        window.home.work.finish()
        return window

    return open_it


def progress_of(window: MainWindow) -> ProgressScreen:
    key(window, "p")
    assert window.stack.currentWidget() is window.study.progress
    return window.study.progress


def test_without_data_the_first_drill_is_offered(open_window) -> None:
    window = open_window()
    screen = progress_of(window)
    assert screen.is_empty and screen.empty_page.isVisible()
    assert not screen.pages.isVisible()
    key(window, Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.runner
    assert window.runner.run.question.item.family == FIRST.family


def test_the_map_is_walked_with_the_arrows_and_its_level_practised_with_enter(practised) -> None:
    window = practised()
    screen = progress_of(window)
    page = screen.map_page
    before = page.map.selected
    key(window, Qt.Key.Key_Home, Qt.Key.Key_Up, *[Qt.Key.Key_Left] * 7)
    assert page.map.selected != before
    family, level = page.map.selected.partition(" ")[0].split("/")
    assert level == "1"
    assert page.rung_card.accuracy.isVisible()
    assert page.map.accessibleName()
    key(window, Qt.Key.Key_Return)
    item = window.runner.run.question.item
    assert (item.family, item.level) == (family, 1)
    assert window.runner.run.counts


def test_a_ring_is_chosen_with_the_mouse(practised) -> None:
    page = progress_of(practised()).map_page
    room = page.map.rect().toRectF()
    spot = cell_room(room, page.map.chart, 1, 0, current_style()).center().toPoint()
    QTest.mouseClick(page.map, LEFT, pos=QPoint(spot))
    assert page.map.selected == page.map.chart.rows[1].cells[0].key
    assert page.rung_card.title.text() == page.map.chart.rows[1].name


def test_a_locked_level_says_what_it_waits_for(practised) -> None:
    screen = progress_of(practised())
    page = screen.map_page
    click(screen.tables.buttons["baleares/roulette-american"])
    locked = next(cell for row in page.map.chart.rows for cell in row.cells if cell.stand == "locked")
    page.map.choose(locked.key)
    assert page.rung_card.stand.text() == "Se abre más adelante"
    assert page.rung_card.forecast.text().startswith("Espera a:")


def test_each_table_has_its_own_map(practised) -> None:
    screen = progress_of(practised())
    french = screen.map_page.map.chart
    click(screen.tables.buttons["baleares/roulette-american"])
    assert screen.map_page.map.chart != french
    assert screen.map_page.map.selected.endswith("roulette-american")


def test_the_pages_are_turned_by_key_and_by_mouse(practised) -> None:
    window = practised()
    screen = progress_of(window)
    key(window, Qt.Key.Key_F6)
    assert screen.themes_page.isVisible()
    assert screen.themes_page.weak.chart and screen.themes_page.strong.chart
    assert screen.themes_page.records[0].figure.text().isdigit()
    click(screen.pages.buttons["answers"])
    assert screen.answers_page.isVisible() and len(screen.answers_page.lines) == 200
    key(window, "f")
    assert 0 < len(screen.answers_page.lines) < 200
    assert not any(line.right for line in screen.answers_page.lines)
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home


def test_a_page_is_saved_as_a_picture(practised, tmp_path: Path) -> None:
    window = practised()
    screen = progress_of(window)
    for pages, page in enumerate(("map", "themes", "answers"), 1):
        screen.choose_page(page)
        key(window, "g")
        assert len(list((tmp_path / "pictures").glob("*.png"))) == pages
    path = tmp_path / "pictures" / "progress-map-20260101-200000.png"
    image = QImage(str(path))
    assert image.width() > 2 * screen.map_page.width()
    assert str(path.parent) in window.notices.says.text() and window.notices.open.isVisible()
    assert trainee.NAME in screen.title.text()


def test_a_picture_that_cannot_be_saved_is_told(practised, tmp_path: Path) -> None:
    window = practised()
    (tmp_path / "pictures").write_text("in the way")
    progress_of(window)
    key(window, "g")
    assert "No se ha podido" in window.study.progress.told.text()


def test_records_that_cannot_be_read_are_told_in_place(open_window, workplace, monkeypatch) -> None:
    window = open_window()

    def fail(*_: object) -> None:
        raise OSError("No such device")

    monkeypatch.setattr(type(workplace.recording), "open", fail)
    key(window, "p")
    assert window.stack.currentWidget() is window.home
    assert window.notices.isVisible() and "No such device" in window.notices.says.text()


# ── past answers ─────────────────────────────────────────────────────────────────────────────────────────────────


def attempts_of(window: MainWindow) -> list[Attempt]:
    reading = read_records(window.workplace.recording)
    return list(reading.store.attempts(reading.profile.id, newest_first=True, limit=150))


def test_what_was_shown_at_the_live_table_stands_beside_the_map_of_its_game(practised) -> None:
    window = practised()
    screen = progress_of(window)
    assert not screen.map_page.live_card.isVisible()
    key(window, Qt.Key.Key_Escape)
    store, profile = window.workplace.recording.open()
    store_shift(store, profile, played(screen.place, rounds=3, level=2))
    card = progress_of(window).map_page.live_card
    assert card.isVisible()
    shown = {name.text(): figure.text() for figure, name in card.rows}
    assert {"Pagos", "Orden", "Voces"} <= shown.keys()
    assert shown["Pagos"].startswith("100")


def store_of(window: MainWindow) -> Store:
    return window.workplace.recording.open()[0]


def test_every_past_answer_is_its_question_again_with_the_verdict_of_then(practised) -> None:
    window = practised()
    for attempt in attempts_of(window):
        past = past_answer(attempt, window.workplace.offers, store_of(window).rules)
        assert isinstance(past, PastAnswer)
        assert str(past.answered.question.item) == attempt.item
        assert past.answered.mark.given == attempt.answer
        assert past.answered.mark.right == attempt.right == past.right_now
        assert not past.is_changed


def test_an_answer_is_opened_from_the_list_and_the_others_reached_from_it(practised) -> None:
    window = practised()
    screen = progress_of(window)
    key(window, Qt.Key.Key_F7, "f", Qt.Key.Key_Down, Qt.Key.Key_Return)
    replay = window.study.replay
    assert window.stack.currentWidget() is replay
    assert replay.attempts[1].id == screen.answers_page.lines[1].id
    draft = replay.past.answered.question.draft
    assert replay.verdict.word.text() in {"Incorrecto", "Sin respuesta"}
    assert replay.felt._scene == (draft.after or draft.scene)
    key(window, Qt.Key.Key_Right)
    assert replay.place == 2
    key(window, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left)
    assert replay.place == 0 and not replay.before.isEnabled()
    key(window, Qt.Key.Key_Space)
    assert replay.felt._scene == replay.past.answered.question.draft.scene
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is screen


def test_a_frequent_mistake_shows_its_example_which_can_be_answered_again(practised) -> None:
    window = practised()
    progress_of(window)
    key(window, Qt.Key.Key_F6, "1")
    replay = window.study.replay
    assert replay.isVisible() and replay.verdict.mistake_box.isVisible()
    item = replay.past.answered.question.item
    key(window, "r")
    assert window.runner.run.question.item == item
    assert not window.runner.run.counts


def test_a_question_under_older_rules_says_that_they_have_changed(practised) -> None:
    window = practised()
    attempt = attempts_of(window)[0]
    item = Item.parse(attempt.item)
    old = attempt.item.replace(f"@{item.version}", "@0+00000000")
    store, profile = window.workplace.recording.open()
    kept = store.new_attempt(
        profile=profile,
        item=old,
        answer=attempt.answer,
        right=not attempt.right,
        milliseconds=3000,
        target_ms=5000,
        behaviour="practise",
        counts=True,
        session=session_of(store, profile),
    )
    store.record(kept)
    window.study.show_answers([kept.id], 0)
    replay = window.study.replay
    assert replay.past.is_changed and replay.changed_box.isVisible()
    assert "0+00000000" in replay.changed.text()
    assert "sería" in replay.changed.text(), "the verdict of then is another one today"
    assert not replay.before.isVisible()


def test_a_question_is_shown_under_the_rules_of_its_day_which_were_kept(practised) -> None:
    """The straight-up of then paid 30 to 1: the question, its solution and the verdict are those of then."""
    window = practised()
    store, profile = window.workplace.recording.open()
    rules = load_rules(window.workplace.offers.library, "baleares", "roulette-french")
    single = structs.replace(rules.bets["straight-up"], pays=Odds.parse("30 to 1"))
    then = structs.replace(rules, bets={**rules.bets, "straight-up": single}, digest="00000000")
    pay = family("roulette-french", "pay-the-layout")
    seed = next(n for n in range(99) if pay.make(then, 1, n).draft.solution != pay.make(rules, 1, n).draft.solution)
    question = pay.make(then, 1, seed)
    store.archive_rules(then.digest, archived(then))
    kept = answered(store, profile, item=str(question.item), answer=question.draft.solution)
    window.study.show_answers([kept.id], 0)
    replay = window.study.replay
    assert replay.past.answered.question.draft == question.draft
    assert replay.changed_box.isVisible()
    assert "han cambiado" in replay.changed.text() and "de aquel día" in replay.changed.text()
    assert "sería incorrecta" in replay.changed.text(), "under today's rules it pays 35"
    replay._ask_again()
    assert window.runner.run.question.item.version == rules.version, "asked again, it is asked under today's rules"


def test_a_question_of_a_drill_that_was_revised_since_is_not_passed_off_as_it(practised) -> None:
    window = practised()
    attempt = attempts_of(window)[0]
    other = structs.replace(Item.parse(attempt.item), revision=7)
    store, profile = window.workplace.recording.open()
    kept = answered(store, profile, item=str(other))
    window.study.show_answers([kept.id], 0)
    assert isinstance(window.study.replay.past, Gone)
    assert "ha cambiado desde entonces" in window.study.replay.gone.text()


def test_a_mistake_that_has_lost_its_name_is_left_out(practised) -> None:
    window = practised()
    attempt = next(attempt for attempt in attempts_of(window) if attempt.mistake)
    nameless = structs.replace(attempt, mistake="roulette.mistake.of-long-ago")
    past = past_answer(nameless, window.workplace.offers, store_of(window).rules)
    assert past.answered.mark.mistake == ""
    store, _ = window.workplace.recording.open()
    for _ in range(30):
        store.record(
            store.new_attempt(
                profile=attempt.profile,
                item=attempt.item,
                answer=attempt.answer,
                right=False,
                mistake=nameless.mistake,
                milliseconds=3000,
                target_ms=5000,
                behaviour="practise",
                counts=True,
                session=session_of(store, attempt.profile),
            )
        )
    screen = progress_of(window)
    screen.choose_page("themes")
    assert len(screen.themes_page.mistakes) > 1


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("no-such-drill/1 baleares/roulette-french@1 #1", "no-such-drill"),
        ("zero/1 atlantis/roulette-french@1 #1", "no existe el reglamento «atlantis»"),
    ],
)
def test_a_question_that_cannot_be_made_again_says_why(practised, item: str, why: str) -> None:
    window = practised()
    store, profile = window.workplace.recording.open()
    kept = store.new_attempt(
        profile=profile,
        item=item,
        answer="1",
        right=True,
        milliseconds=3000,
        target_ms=5000,
        behaviour="practise",
        counts=True,
        session=session_of(store, profile),
    )
    store.record(kept)
    window.study.show_answers([kept.id], 0)
    replay = window.study.replay
    assert isinstance(replay.past, Gone)
    assert replay.gone.isVisible() and why in replay.gone.text()
    window.study.show_progress()
    assert window.study.progress.isVisible()


def test_whoever_practised_at_many_tables_can_still_read_the_map(open_window, workplace: Workplace) -> None:
    store, profile = workplace.recording.open()
    offers = workplace.offers
    tables = [(book, game) for book in offers.rulebooks() for game in offers.games(book)]
    for book, game in tables[::4]:
        offer = offers.offer(book, game)
        question = offer.families[0].make(offer.rules, 1, 1)
        answered(store, profile, item=str(question.item), answer=question.draft.solution)
    window = open_window(last=FIRST, rulebook=FIRST.rulebook)
    window.resize(1024, 600)
    screen = progress_of(window)
    map_page = screen.map_page
    assert len(screen.tables.buttons) > 15
    for place in list(screen.tables.buttons):
        screen.tables.buttons[place].click()
        QApplication.processEvents()
        shown = map_page.map
        assert not screen.tables.buttons[place].visibleRegion().isEmpty(), "the table that is looked at is seen"
        assert row_room(QRectF(shown.rect()), shown.chart, 0, current_style()).height() >= current_style().px(36), place
        key(window, *[Qt.Key.Key_Down] * len(shown.chart.rows))
        QApplication.processEvents()
        last = shown.row_of_selected().toRect().adjusted(0, 2, 0, -2)
        assert shown.visibleRegion().boundingRect().contains(last), "so is the level"
    assert screen.picture().height() / 2 > map_page.height() + shown.height() - map_page.map_area.height()

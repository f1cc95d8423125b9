"""Sheets on paper, for Anki and for Moodle, and marking them."""

from __future__ import annotations

import base64
import re
import sqlite3
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
import zxingcpp

from trainer.cli.main import main
from trainer.drills.scene import Scene
from trainer.exams.certificates.pdf_layout import PaperSize
from trainer.rulebooks import GameRules, shipped_library
from trainer.school.sheets.anki import write_deck
from trainer.school.sheets.handouts import cards_pdf, layout_pdf, pictures_pdf
from trainer.school.sheets.moodle import moodle_xml
from trainer.school.sheets.plan import SheetError, SheetPlan, answer_of, make_sheet, mark_sheet
from trainer.school.sheets.worksheet import worksheet_pdf
from trainer.texts import Language

CODE = "arica/roulette-american pay-the-layout/3 #77x3"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def draw(scene: Scene, rules: GameRules) -> bytes:
    return PIXEL


def sheet(code: str = CODE):
    return make_sheet(shipped_library(), SheetPlan.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        CODE,
        "puerto-rico/blackjack:blazing-7s next-act/1 #1x1",
        "arica/roulette-american zero/2 zero-rule=half #9x12",
    ],
)
def test_a_sheet_has_one_line_that_names_it(code: str) -> None:
    assert str(SheetPlan.parse(code)) == code


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("", "no-code"),
        ("../../etc/passwd x/1 #1x1", "no-code"),
        ("arica/roulette-american moon/1 #1x1", "no-drill"),
        ("arica/roulette-american pay-the-layout/99 #1x1", "no-level"),
        ("arica/roulette-american pay-the-layout/1 #1x0", "count"),
    ],
)
def test_an_invalid_sheet_is_reported_with_the_cure(code: str, problem: str) -> None:
    with pytest.raises(SheetError) as told:
        sheet(code)
    assert told.value.message.id == f"sheets.problem.{problem}"


def test_written_answers_are_marked_from_the_line_alone() -> None:
    made = sheet()
    answers = [made.questions[0].draft.solution, "1", "no figure"]
    first, second, third = mark_sheet(made, answers)
    assert first.right and not second.right and isinstance(third, ValueError)


def test_the_pdf_has_questions_then_answers_and_its_code_can_be_scanned() -> None:
    made = sheet()
    document = pypdfium2.PdfDocument(worksheet_pdf(made, draw, Language.ES))
    texts = [page.get_textpage().get_text_range() for page in document]
    assert len(texts) == 3
    answer = answer_of(made, made.questions[0], Language.ES)
    assert "¿Cuántas fichas" in texts[0] and f"1. {answer}" not in texts[0]
    assert f"1. {answer}" in texts[-1] and "II.1.5" in texts[-1]
    for page in (document[0], document[2]):
        scanned = zxingcpp.read_barcodes(page.render(scale=2).to_pil())
        assert [code.text for code in scanned] == [CODE]


def pages(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def test_picture_sheets_show_the_answers() -> None:
    made = sheet(CODE.replace("x3", "x10"))
    first, second = pages(pictures_pdf(made, draw, Language.ES))
    answers = [answer_of(made, question, Language.ES) for question in made.questions]
    assert all(answer in first for answer in answers[:8]) and "Ruleta americana" in first and CODE[:40] in first
    assert "9. " in second and answers[9] in second


@pytest.mark.parametrize("book", ["baleares", "puerto-rico"])
def test_texts_of_a_picture_sheet_stay_within_the_margins(book: str) -> None:
    made = sheet(f"{book}/roulette-{'french' if book == 'baleares' else 'american'} pay-the-layout/1 #7x2")
    for language in Language:
        for page in pypdfium2.PdfDocument(pictures_pdf(made, draw, language)):
            text = page.get_textpage()
            assert max(text.get_rect(at)[2] for at in range(text.count_rects())) < page.get_width() - 30


def test_the_answer_is_printed_behind_its_card() -> None:
    made = sheet(CODE.replace("x3", "x10"))
    found = pages(cards_pdf(made, draw, Language.EN, PaperSize.LETTER))
    assert len(found) == 4
    answer = answer_of(made, made.questions[1], Language.EN)
    assert "2. " in found[0] and f"2. {answer}" not in found[0] and f"2. {answer}" in found[1]
    # Left in front is right behind.
    front, back = (pypdfium2.PdfDocument(cards_pdf(made, draw, Language.EN))[at].get_textpage() for at in (0, 1))
    assert front.get_charbox(front.get_text_range().index("1. "))[0] < 100
    assert back.get_charbox(back.get_text_range().index("1. "))[0] > 250


def test_a_blank_layout_is_empty_and_landscape() -> None:
    drawn: list[Scene] = []
    (page,) = pypdfium2.PdfDocument(layout_pdf(sheet(), lambda scene, _: drawn.append(scene) or PIXEL, Language.ES))
    assert page.get_width() > page.get_height() and drawn == [Scene(felt=sheet().questions[0].draft.scene.felt)]


def test_a_question_with_many_choices_stays_with_its_picture() -> None:
    """Nothing is printed outside the page."""
    document = pypdfium2.PdfDocument(
        worksheet_pdf(sheet("arica/caribbean-stud read-the-hand/1 #5x4"), draw, Language.ES)
    )
    for number, page in enumerate(list(document)[:-1]):
        text = page.get_textpage()
        assert all(text.get_charbox(at)[1] > 15 for at in range(text.count_chars()))
        pictures = [one.get_bounds() for one in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])]
        pictures = [bounds for bounds in pictures if bounds[2] - bounds[0] > 100]  # the QR code is smaller
        assert len(re.findall(r"^\d+\. ", text.get_text_range(), re.M)) == len(pictures), number
        assert all(bounds[1] > 40 for bounds in pictures)


@pytest.mark.parametrize("seconds", [-2_208_988_800.0, 1_800_000_000.0, 4_500_000_000.0], ids=["1900", "2027", "2112"])
def test_the_deck_is_a_valid_anki_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    made = sheet()
    monkeypatch.setattr("time.time", lambda: seconds)
    path = tmp_path / "deck.apkg"
    assert write_deck(made, draw, Language.EN, path) == 3
    with zipfile.ZipFile(path) as package:
        package.extract("collection.anki2", tmp_path)
        media = package.read("media")
    with sqlite3.connect(tmp_path / "collection.anki2") as collection:
        notes = collection.execute("SELECT guid, flds FROM notes").fetchall()
    collection.close()
    assert len(notes) == 3 and media.count(b".png") == 3
    assert all("<img src=" in fields and "\x1f<b>" in fields for _, fields in notes)
    again = tmp_path / "again.apkg"
    write_deck(made, draw, Language.EN, again)
    with zipfile.ZipFile(again) as package:
        package.extract("collection.anki2", tmp_path)
    with sqlite3.connect(tmp_path / "collection.anki2") as collection:
        assert {guid for guid, _ in notes} == {guid for (guid,) in collection.execute("SELECT guid FROM notes")}
    collection.close()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (CODE, "numerical"),
        ("arica/roulette-american irregularities/1 #1x3", "multichoice"),
        ("arica/roulette-american procedure/1 #1x3", "shortanswer"),
    ],
)
def test_the_quiz_has_a_picture_and_one_right_answer_for_each_question(code: str, kind: str) -> None:
    made = sheet(code)
    quiz = ElementTree.fromstring(moodle_xml(made, draw, Language.ES))
    questions = [each for each in quiz if each.get("type") != "category"]
    assert [each.get("type") for each in questions] == [kind] * 3
    for entry in questions:
        picture = entry.find("questiontext/file")
        assert picture is not None and base64.b64decode(picture.text or "") == PIXEL
        assert sum(answer.get("fraction") == "100" for answer in entry.findall("answer")) == 1


def test_every_question_of_the_quiz_has_a_right_answer() -> None:
    made = sheet("baleares/trente-et-quarante pay-the-chances/1 #1x40")
    nothing = 0
    for entry in ElementTree.fromstring(moodle_xml(made, draw, Language.EN)).iterfind("question[@type='multichoice']"):
        shares = {answer.findtext("text"): float(answer.get("fraction", "")) for answer in entry.findall("answer")}
        assert sum(share for share in shares.values() if share > 0) == pytest.approx(100, abs=0.01)
        nothing += shares["None of these"] == 100
    assert 0 < nothing < 40


def test_an_unknown_game_is_reported_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worksheet", "arica/nope pay/3 #77x3", "--mark", "1"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("trainer worksheet: ") and "roulette-american" in told


def test_a_sheet_of_a_custom_drill_stays_in_its_scope() -> None:
    line = "baleares/roulette-french pay-the-layout/2 only=most-chips:5,numbers:17+20 #1x6"
    plan = SheetPlan.parse(line)
    assert str(plan) == line
    sheet = make_sheet(shipped_library(), plan)
    assert len(sheet.questions) == 6
    assert all(plan.only.distance(question.draft.scene) == 0 for question in sheet.questions)
    with pytest.raises(SheetError):
        SheetPlan.parse(line.replace("numbers:", "nombres:"))

"""``trainer worksheet``: write questions as PDF, Anki deck or Moodle quiz, and mark answers that came back."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from trainer.cli.error_report import report_error, report_problems
from trainer.cli.places import user_places
from trainer.drills.forms import AnswerError
from trainer.rulebooks import RulebookError
from trainer.school.sheets.plan import Sheet, SheetError, SheetPlan, make_sheet, mark_sheet
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import write_atomically
from trainer.texts import Language, say, text

with lazily():  # Qt for the felts, and one library for each format
    from trainer.desk.screens.lessons.pictures import scene_png
    from trainer.exams.certificates.pdf_layout import PaperSize
    from trainer.school.sheets.anki import write_deck
    from trainer.school.sheets.handouts import cards_pdf, layout_pdf, pictures_pdf
    from trainer.school.sheets.moodle import moodle_xml
    from trainer.school.sheets.worksheet import worksheet_pdf

_ON_PAPER = ("questions", "pictures", "cards", "layout")
_LAYOUT_SHAPE = 0.6  # height to width of a table on a landscape page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sheet", help='"RULEBOOK/GAME DRILL/LEVEL #SEEDxCOUNT", as it stands on a sheet')
    parser.add_argument("--out", type=Path, help="FILE.pdf, FILE.apkg (Anki) or FILE.xml (Moodle)")
    parser.add_argument(
        "--as",
        dest="kind",
        choices=_ON_PAPER,
        default="questions",
        help="as PDF: questions with an answer key, pictures with what they pay, cards to cut out, the blank layout",
    )
    parser.add_argument("--mark", nargs="+", metavar="ANSWER", help="mark these answers, in the order of the sheet")
    parser.add_argument("--letter", action="store_true", help="print on letter paper instead of A4")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    language = Language(arguments.language)
    try:
        sheet = make_sheet(user_places().library(), SheetPlan.parse(arguments.sheet))
        if arguments.mark:
            _mark(sheet, arguments.mark, language)
        elif arguments.out is None:
            raise SheetError("nothing-wanted")
        else:
            _write(
                sheet, arguments.out, language, arguments.kind, PaperSize.LETTER if arguments.letter else PaperSize.A4
            )
    except SheetError as error:
        return report_problems("worksheet", language, error.message)
    except RulebookError as error:
        return report_error(error, "worksheet", language)
    return 0


def _write(sheet: Sheet, path: Path, language: Language, kind: str, paper: PaperSize) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    match path.suffix:
        case ".pdf":
            write_atomically(path, _pdf(sheet, language, kind, paper))
        case ".apkg":
            write_deck(sheet, scene_png(language), language, path)
        case ".xml":
            write_atomically(path, moodle_xml(sheet, scene_png(language), language))
        case _:
            raise SheetError("no-format", name=path.name)
    print(path)


def _pdf(sheet: Sheet, language: Language, kind: str, paper: PaperSize) -> bytes:
    match kind:
        case "pictures":
            return pictures_pdf(sheet, scene_png(language), language, paper)
        case "cards":
            return cards_pdf(sheet, scene_png(language), language, paper)
        case "layout":
            return layout_pdf(sheet, scene_png(language, _LAYOUT_SHAPE), language, paper)
    return worksheet_pdf(sheet, scene_png(language), language, paper)


def _mark(sheet: Sheet, answers: list[str], language: Language) -> None:
    right = 0
    for number, mark in enumerate(mark_sheet(sheet, answers), 1):
        if isinstance(mark, AnswerError):
            print(f"{number}. {say(mark.message, language)}")
            continue
        right += mark.right
        print(f"{number}. {text('sheets.right' if mark.right else 'sheets.wrong', language, solution=mark.solution)}")
    print(text("sheets.tally", language, right=right, count=len(sheet.questions)))

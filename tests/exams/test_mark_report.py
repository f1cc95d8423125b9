"""The mark report of a candidate: parts, items, times, named mistakes, what to study."""

from __future__ import annotations

import msgspec
import pypdfium2
import pytest

from tests.exams.certificate_kit import sealed_result
from trainer.exams.certificates.mark_report import draw_report
from trainer.exams.certificates.pdf_layout import PaperSize
from trainer.exams.paper import PaperReason
from trainer.exams.result import Regrade, SealedResult
from trainer.texts import Language, Names


def words_of(sealed: SealedResult, language: Language, sheet: PaperSize = PaperSize.A4, name: str = "Ana Rojas") -> str:
    document = pypdfium2.PdfDocument(draw_report(sealed, language, name=name, school="Escuela", sheet=sheet))
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize("sheet", PaperSize)
def test_a_report_says_parts_items_times_mistakes_and_what_to_study(sheet: PaperSize) -> None:
    found = sealed_result()
    told = {
        Language.ES: (
            *("Ana Rojas", "75 %", "APTO", "Procedimiento", "1 de 2 bien", "Pagar la mesa: 1 de 4 mal"),
            *("Sumó la apuesta", "Respondió: 180", "Correcto: 175", "[art. 5]", "4,9 s"),
        ),
        Language.EN: ("Ana Rojas", "PASSED", "Payouts", "2 of 2 right", "Added the stake", "Right: 175", "4.9 s"),
    }
    for language, expected in told.items():
        words = words_of(found, language, sheet).replace("\u00a0", " ")
        for sentence in expected:
            assert sentence in words, sentence
        assert found.digest[:32] in words


def test_a_fail_a_rehearsal_and_a_regrade_are_told() -> None:
    assert "NOT PASSED" in words_of(sealed_result(passed=False), Language.EN)
    assert "Rehearsal" in words_of(sealed_result(rehearsal=True), Language.EN)
    found = sealed_result()
    regrade = Regrade(parent="a", first="a", reason="Item 2 was wrong", by="e", at="", voided=(2,), corrected=())
    voided = [msgspec.structs.replace(one, voided=one.item == 2) for one in found.result.marks.items]
    marks = msgspec.structs.replace(found.result.marks, items=tuple(voided))
    result = msgspec.structs.replace(found.result, regrade=regrade, marks=marks)
    words = words_of(msgspec.structs.replace(found, result=result), Language.EN)
    assert "Regraded: Item 2 was wrong" in words and "voided" in words


def test_an_article_is_cited_as_people_do_and_not_by_the_line_of_a_file() -> None:
    found = sealed_result()
    paper = found.result.paper
    reasons = (PaperReason(says=Names("Paga", "It pays"), cite="III.6.6 L1593, L1600-1602"),)
    items = tuple(msgspec.structs.replace(item, reasons=reasons) for item in paper.items)
    result = msgspec.structs.replace(found.result, paper=msgspec.structs.replace(paper, items=items))
    words = words_of(msgspec.structs.replace(found, result=result), Language.EN)
    assert "It pays [Sec. III.6.6]" in words and "L1593" not in words


def test_after_an_erasure_the_report_names_nobody() -> None:
    found = sealed_result()
    assert found.result.header.candidate[:16] in words_of(found, Language.EN, name="")

"""Quizzes in Moodle's XML format, with the felt as an embedded picture."""

from __future__ import annotations

import base64
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from trainer.drills.core import Question
from trainer.drills.forms import AmountForm, ChoiceForm
from trainer.school.sheets.plan import Draws, Sheet, answer_of, choices_of, working_of
from trainer.texts import Language, say, text

_PICTURE = "felt.png"


def moodle_xml(sheet: Sheet, draw: Draws, language: Language) -> bytes:
    """The quiz. Single amounts become numerical questions, choices multiple choice, everything else short answers."""
    quiz = Element("quiz")
    category = SubElement(SubElement(quiz, "question", type="category"), "category")
    names = (sheet.rules.info.names, sheet.rules.names, sheet.questions[0].family.name)
    where = "/".join(say(name, language).replace("/", "//") for name in names)
    SubElement(category, "text").text = f"$course$/top/{where}"
    for number, question in enumerate(sheet.questions, 1):
        _add(quiz, number, question, sheet, draw, language)
    indent(quiz)
    written: bytes = tostring(quiz, encoding="utf-8", xml_declaration=True)
    return written


def _add(quiz: Element, number: int, question: Question, sheet: Sheet, draw: Draws, language: Language) -> None:
    form = question.draft.form
    is_figure = isinstance(form, AmountForm) and not form.labels
    kind = "numerical" if is_figure else "multichoice" if isinstance(form, ChoiceForm) else "shortanswer"
    entry = SubElement(quiz, "question", type=kind)
    SubElement(SubElement(entry, "name"), "text").text = f"{sheet.plan.family} {number:03}"
    asked = SubElement(entry, "questiontext", format="html")
    prompt = escape(say(question.draft.prompt, language))
    choices = choices_of(question, language)
    listed = "".join(f"<li>{escape(choice)}</li>" for choice in choices) if kind == "shortanswer" else ""
    shown = f'<p><img src="@@PLUGINFILE@@/{_PICTURE}" alt="" style="max-width:100%"></p><p>{prompt}</p>'
    SubElement(asked, "text").text = shown + (f"<ol>{listed}</ol>" if listed else "")
    picture = SubElement(asked, "file", name=_PICTURE, path="/", encoding="base64")
    picture.text = base64.b64encode(draw(question.draft.scene, sheet.rules)).decode()
    working = "<br>".join(escape(line) for line in working_of(question, language))
    feedback = SubElement(entry, "generalfeedback", format="html")
    SubElement(feedback, "text").text = f"<b>{escape(answer_of(sheet, question, language))}</b><br>{working}"
    SubElement(entry, "idnumber").text = str(question.item)[:100]
    _answers(entry, question, language)


def _answers(entry: Element, question: Question, language: Language) -> None:
    form, right = question.draft.form, question.draft.solution
    if not isinstance(form, ChoiceForm):
        answer = SubElement(entry, "answer", fraction="100")
        SubElement(answer, "text").text = right
        return
    SubElement(entry, "single").text = "false" if form.several else "true"
    SubElement(entry, "shuffleanswers").text = "true"
    chosen = right.split()
    labels = {choice.id: say(choice.label, language) for choice in form.choices}
    if form.several:
        # Moodle needs a right choice, and "none" can be the answer. It is always offered, so that it gives nothing
        # away.
        labels["-"] = text("sheets.none", language)
    for number, label in labels.items():
        share = f"{100 / len(chosen):.5f}".rstrip("0").rstrip(".") if number in chosen else "0"
        if form.several and number not in chosen:
            share = "-100"
        answer = SubElement(entry, "answer", fraction=share, format="html")
        SubElement(answer, "text").text = escape(label)

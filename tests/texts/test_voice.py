"""The program addresses its reader in one voice: usted, or nobody at all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import tomli

from tests.loops import loop_over
from tests.texts.second_person import WORD, SecondPerson
from tests.texts.test_typography import said_in
from trainer.rulebooks.library import SHIPPED
from trainer.system import resources
from trainer.texts.messages import areas, messages

LESSONS = sorted((resources.folder("lessons") / "es").glob("*.md"))
TEXTS = sorted(SHIPPED.parent.rglob("*.toml"))
QUOTED = re.compile(r"«[^»]*»")  # a call, or what somebody says at the table
# Names of placeholders and anchors are English; a caption behind its bar is read.
NAMES = re.compile(r"\{\{[^{}|]*(?:\||\}\})|\{@?[a-z-]+[:}]")

# Said with nobody named, an act of the player's or the house's is heard as the reader's: “usted” is a third person too.
NOBODY_NAMED = re.compile(
    r"(?m)(?:^|[.?!])\s*(?:- )?(?:\*\*)?(?=[A-Z])"
    r"((?:No )?(?:[Ll][ao]s? )?(?i:puede|debe|decide|elige|lanza|conserva))\b"
)


def spoken(text: str) -> str:
    return QUOTED.sub("", NAMES.sub(" ", text))


@cache
def texts_of(path: Path) -> list[str]:
    """What a file says in Spanish, calls and quoted speech left out."""
    text = path.read_text(encoding="utf-8")
    return [spoken(each) for each in ([text] if path.suffix == ".md" else said_in("es", tomli.loads(text)))]


@cache
def second_person() -> SecondPerson:
    return SecondPerson(
        {word for path in (*LESSONS, *TEXTS) for each in texts_of(path) for word in WORD.findall(each.lower())}
    )


@loop_over("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_says_usted(path: Path) -> None:
    (text,) = texts_of(path)
    assert second_person().said_in(text) == []
    assert second_person().told_in(text) == []


@loop_over("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_says_who_does_what_the_reader_does_not(path: Path) -> None:
    (text,) = texts_of(path)
    assert NOBODY_NAMED.findall(text) == []


def test_messages_drills_exams_and_rulebooks_say_usted() -> None:
    found = {path.name: [word for each in texts_of(path) for word in second_person().said_in(each)] for path in TEXTS}
    assert {name: words for name, words in found.items() if words} == {}


SOMEBODY = re.compile(
    r"jugador|persona|puesto|punto|banquero|banco|banca|croupier|alguien|[Qq]uien|[Qq]uién|@dealer|colour"
)


@loop_over("area", areas())
def test_a_question_about_somebody_else_names_him(area: str) -> None:
    """“¿Puede doblar?” asks the reader; what English asks of *him* Spanish asks of the player."""
    asked = [each for key, each in messages(area).items() if "prompt" in key and re.search(r"\b[Hh]e\b", each.en)]
    assert [each.es for each in asked if not SOMEBODY.search(each.es)] == []


@pytest.mark.parametrize(
    ("said", "by"),
    [
        ("Pagas la apuesta; si cuentas otra vez, pagas igual.", ["pagas", "pagas", "cuentas"]),
        ("Tu mesa, contigo; no la toques.", ["tu", "contigo"]),
        ("No pagues: cuéntala, anúnciala y recógela.", ["pagues", "cuéntala", "anúnciala", "recógela"]),
        ("Si perdiste la cuenta, dilo.", ["perdiste", "dilo"]),
        ("Contarás sin equivocarte.", ["contarás", "equivocarte"]),
        ("Las apuestas que cuentan; cuéntelas, no las toque y dígalo. Paga 35 a 1.", []),
    ],
)
def test_tu_is_heard_in_all_its_forms(said: str, by: list[str]) -> None:
    assert second_person().said_in(said) == by


def test_a_bare_imperative_is_heard_where_a_sentence_begins() -> None:
    assert SecondPerson.told_in("- Mira el paño. **Recuerda:** quien mira, aprende. Mire otra vez.") == [
        "mira",
        "recuerda",
    ]


def test_an_act_of_somebody_who_is_not_named_is_heard() -> None:
    said = "El tirador lanza. Puede pedir otros; no los pierde. **Decide** la casa. Usted puede. ¿Puede? Lo conserva."
    assert NOBODY_NAMED.findall(said) == ["Puede", "Decide", "Lo conserva"]


def test_what_players_and_croupiers_say_is_left_as_they_say_it() -> None:
    assert spoken("Se canta «hagan tu juego» {{scene ten 1}} {ten:carta|cartas} {your-table}").split() == [
        "Se",
        "canta",
        "carta|cartas}",
    ]

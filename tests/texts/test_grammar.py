"""The small grammar of message templates: plurals, lists, articles, terms of art."""

from __future__ import annotations

from fractions import Fraction

from tests.loops import loop_over
from trainer.texts import Language, Names
from trainer.texts.grammar import parsed, terms_in
from trainer.texts.messages import Param, areas, filled, messages

ES, EN = Language.ES, Language.EN


@loop_over(
    ("template", "value", "said"),
    [
        ("{n} {n:carta|cartas}", 1, "1 carta"),
        ("{n} {n:carta|cartas}", 0, "0 cartas"),
        ("{n} {n:carta|cartas}", Fraction(3, 2), "1,50 cartas"),
        ("{n:ninguna|una|varias}", 0, "ninguna"),
        ("{n:ninguna|una|varias}", 1, "una"),
        ("{n:ninguna|una|varias}", 7, "varias"),
        ("{n:sale|salen} {n}", ["17"], "sale 17"),
        ("{n:sale|salen} {n:&}", [17, 19, 21], "salen 17, 19 y 21"),
        ("desde el último 7: {n:?ninguno}.", [], "desde el último 7: ninguno."),
        ("desde el último 7: {n:?ninguno}.", [4, 8], "desde el último 7: 4, 8."),
        ("la apuesta {n:al}", Names("Pleno", "Straight up"), "la apuesta al pleno"),
        ("la apuesta {n:al}", Names("Transversal", "Street"), "la apuesta a la transversal"),
        ("pierde {n:el}", Names("Dos columnas", "Two columns"), "pierde las dos columnas"),
        ("el pago {n:del}", Names("Rojo", "Red"), "el pago del rojo"),
        ("con {n:low}", Names("Seguro", "Insurance"), "con seguro"),
        ("con {n:low}", Names("Pot of Gold", "Pot of Gold"), "con Pot of Gold"),
    ],
)
def test_a_word_follows_what_it_belongs_to(template: str, value: Param, said: str) -> None:
    assert filled(template, ES, {"n": value}) == said


def test_english_has_its_own_words_in_its_own_template() -> None:
    assert (
        filled("{n} {n:card is|cards are} burned: {of:&}", EN, {"n": 1, "of": ["2", "3"]})
        == "1 card is burned: 2 and 3"
    )


def test_a_term_of_art_is_the_regulations_word_or_the_usual_one() -> None:
    assert filled("Se olvidó una {@six-line}.", ES, {}) == "Se olvidó una seisena."
    assert filled("Se olvidó una {@six-line}.", ES, {"@six-line": Names("línea", "six line")}) == "Se olvidó una línea."
    assert filled("{@to-split:cap}", ES, {"@to-split": Names("romper", "split")}) == "Romper"


@loop_over("area", areas())
def test_every_template_can_be_read_and_names_terms_that_there_are(area: str) -> None:
    usual = messages("terms")
    for key, names in messages(area).items():
        for template in (names.es, names.en):
            assert all(spec.count("|") in (0, 1, 2) for _, _, spec in parsed(template)), key
            assert terms_in(template) <= usual.keys(), key

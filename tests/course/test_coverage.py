"""What of each regulation is in the rules, asked and told."""

from __future__ import annotations

import pytest

from trainer.catalogue import BY_GAME
from trainer.course import provisions
from trainer.course.coverage import Covered, Provision, clauses, counted_in, covered, unasked, unasked_because
from trainer.course.provisions import Counted, counted, distinct, not_dealers, other_words, phrases_of, provisions_of
from trainer.course.provisions import covered as covered_lines
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, text

GAMES = [
    (rulebook, game)
    for rulebook in shipped_library().rulebooks()
    for game in shipped_library().games(rulebook)
    if game in BY_GAME
]
TOLD_WHOLE = (
    "boule",
    "big-six",
    "caribbean-easy-roll",
    "bingo",
    "progressive-jackpot",
    "lototrot",
    "promotrot",
    "lottery",
    "instant-lottery",
    "gaming-machines",
)
READ_FIRST = [
    ("arica", "craps"),
    ("baleares", "trente-et-quarante"),
    ("bolivia", "chemin-de-fer"),
    ("coquimbo", "blackjack"),
    ("baleares", "roulette-french"),
]
SAMPLE = [(rulebook, game) for rulebook, game in GAMES if game in TOLD_WHOLE or (rulebook, game) in READ_FIRST]


@pytest.mark.parametrize(("rulebook", "game"), SAMPLE)
def test_what_no_drill_asks_says_why_and_everything_is_told(rulebook: str, game: str) -> None:
    check_coverage(rulebook, game)


def check_coverage(rulebook: str, game: str) -> None:
    """Nothing of a game is unasked or untold without a reason; `benchmarks/test_course.py` looks at every game."""
    library = shipped_library()
    found = covered(library, load_rules(library, rulebook, game))
    assert found.holes == ()
    assert found.parts["staff"] and found.parts["conduct"]
    assert {why for each in found.provisions for why in each.unasked.values()} == set(found.reasons)
    if (rulebook, game) in READ_FIRST:
        assert all(found.parts[part] for part in ("procedure", "irregularities", "equipment", "staff"))


def test_a_hole_is_an_entry_without_a_reason_or_without_a_page() -> None:
    provision = Provision("4.1", (7, 8, 9), (), (), {"conduct.age": "house", "orders.deal": ""}, ("rules.cut",))
    assert Covered("arica", "craps", {}, (provision,), {}).holes == ("4.1 orders.deal", "4.1 rules.cut")


def test_one_answer_asks_one_provision_however_much_it_cites() -> None:
    counts = {7: 1, 8: 3, 9: 1}
    asked = [("a", (7, 8, 9)), ("b", (8,)), ("c", (8,)), ("d", (5,)), ("c", (8,))]
    assert covered_lines(counts, asked) == {7: 1, 8: 2}
    # A wide citation makes room for a narrow one.
    assert covered_lines({7: 1, 8: 1}, [("a", (7, 8)), ("b", (7,)), ("c", (7,))]).total() == 2


def test_a_clause_tells_a_line_only_if_it_has_words_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ["", "El croupier quema la primera carta del mazo.", "Los dados no salen de la mesa."]
    monkeypatch.setattr(provisions, "provisions_of", lambda rulebook: {2: 1, 3: 1, 4: 2})
    monkeypatch.setattr(provisions, "not_dealers", lambda rulebook: {4: "operator"})
    told = [("Quemar la primera carta.", (2,)), ("Los naipes se cortan.", (3,))]
    assert counted("arica", [], told) == Counted(2, 0, 2, {"operator": 2})
    assert counted("arica", [], told, text) == Counted(2, 0, 1, {"operator": 2})


def test_a_phrase_listed_as_other_words_tells_its_line_while_a_page_says_and_cites_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = ["No está permitido interferir en la trayectoria de los dados."]
    monkeypatch.setattr(provisions, "provisions_of", lambda rulebook: {1: 2})
    monkeypatch.setattr(provisions, "not_dealers", lambda rulebook: {})
    said = ("Nadie estorba el recorrido, ni siquiera sentado.", (1,))
    assert counted("arica", [], [said], text).told == 0
    monkeypatch.setattr(provisions, "other_words", lambda rulebook: {1: ("Nadie estorba el recorrido",)})
    assert counted("arica", [], [said], text).told == 1
    assert counted("arica", [], [(said[0], (2,)), ("Los dados ruedan.", (1,))], text).told == 0


def test_a_clause_tells_one_provision_for_each_of_its_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    assert phrases_of("Cerrar el cilindro con su tapa, y guardar.") == ("Cerrar el cilindro con su tapa, y guardar.",)
    both = "Cerrar el cilindro con su tapa y guardar tres dados aparte"
    assert phrases_of(both) == (both, "guardar tres dados aparte")
    text = ["El cilindro debe ser cerrado con su tapa.", "Se guardan aparte 3 dados."]
    monkeypatch.setattr(provisions, "provisions_of", lambda rulebook: {1: 1, 2: 1})
    monkeypatch.setattr(provisions, "not_dealers", lambda rulebook: {})
    assert counted("arica", [], [(both, (1, 2))], text).told == 2
    assert counted("arica", [], [("Cerrar el cilindro con su tapa", (1, 2))], text).told == 1


def test_a_cell_is_read_with_its_row_and_the_head_of_a_table_tells_nothing() -> None:
    head = "| Apuesta | Paga | Artículo |\n| --- | --- | --- |\n"
    page = f"{head}| Pareja | color: 15 a 1<br>mezclada: 5 a 1 | *4.2 L7* |"
    assert list(clauses(page)) == [
        ("|Pareja: color: 15 a 1", frozenset({7})),
        ("|Pareja: mezclada: 5 a 1", frozenset({7})),
    ]
    assert list(clauses("| 7/7 | 30 % |\n| | *14.3 L9* |")) == [("|7/7: 30 %", frozenset({9}))]


def test_the_citations_of_a_row_stand_for_the_same_clauses() -> None:
    row = "| Se ve una carta.<br>Cae un dado. | La mano es nula. | *4.2 L7*<br>*4.3 L9* |"
    assert list(clauses(row))[2:] == [
        ("|Se ve una carta.: La mano es nula.", frozenset({9})),
        ("|Cae un dado.: La mano es nula.", frozenset({9})),
    ]


def test_bullets_numbers_and_emphasis_make_no_other_clause() -> None:
    said = [("- Cortar el **mazo**.", (7,)), ("5: Cortar el mazo", (7, 8)), ("Cortar el mazo", (9,))]
    assert distinct(said) == [("Cortar el mazo", (7,)), ("Cortar el mazo", (9,))]
    assert phrases_of("|Pareja: color, 15 a 1") == ("|Pareja: color, 15 a 1",)


def test_what_compares_regulations_tells_nothing_of_this_one() -> None:
    """Coquimbo's rulebook cites no line after 420; the comparing drill of its blackjack cites those of others."""
    library = shipped_library()
    found = covered(library, load_rules(library, "coquimbo", "blackjack"))
    assert max(line for _, lines in (*found.answers, *found.sentences) for line in lines) < 420


def test_every_regulation_is_counted_and_most_is_told() -> None:
    """The provisions were counted over the whole text, so that what no rulebook cites counts against the share."""
    for rulebook in shipped_library().rulebooks():
        lines = provisions_of(rulebook)
        assert sum(lines.values()) >= 150
        assert not_dealers(rulebook).keys() & lines.keys()
        for reason in set(not_dealers(rulebook).values()):
            assert text(f"coverage.other.{reason}", Language.ES) != text(f"coverage.other.{reason}", Language.EN)
    library = shipped_library()
    blackjack = covered(library, load_rules(library, "coquimbo", "blackjack"))
    found = counted_in([blackjack])
    assert 0.85 * found.provisions < found.asked < found.provisions
    assert 0.9 * found.provisions < found.told < found.provisions
    for line, phrases in other_words("coquimbo").items():
        for phrase in phrases:
            assert any(line in lines and phrase in words for words, lines in blackjack.sentences), phrase


def test_what_holds_at_every_table_is_asked_with_the_trade() -> None:
    found = covered(shipped_library(), load_rules(shipped_library(), "bolivia", "trente-et-quarante"))
    asked = {article.article: article for article in found.provisions}["1.2.2.2"]
    assert "is-it-allowed" in asked.asked and not asked.unasked


def test_every_kind_of_reason_has_its_words_in_both_languages() -> None:
    for kind in set(unasked().values()):
        assert text(f"coverage.why.{kind}", Language.ES) != text(f"coverage.why.{kind}", Language.EN)


def test_a_reason_is_given_for_an_entry_or_for_a_whole_part() -> None:
    assert unasked_because("conduct.records") == "house"
    assert unasked_because("limits.pass-line") == "sign"
    assert unasked_because("conduct.moon") == unasked_because("bets.moon") == ""


def test_every_reason_is_given_for_an_entry_that_some_regulation_has() -> None:
    library = shipped_library()
    known = {"limits.*"}
    for rulebook, game in GAMES:
        rules = load_rules(library, rulebook, game)
        known |= {f"{part}.{key}" for part in ("bets", "calls", "conduct") for key in getattr(rules, part)}
        known |= {
            f"{part}.{key}" for part in ("equipment", "irregularities", "options") for key in getattr(rules, part)
        }
        known |= {f"{part}.{key}" for part in ("orders", "procedure", "staff") for key in getattr(rules, part)}
    assert [entry for entry in unasked() if not entry.startswith("rules.") and entry not in known] == []


def test_what_cites_many_lines_stands_for_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ["Escalera: cinco cartas seguidas.", "Color: cinco cartas de un palo.", "Full.", "Póker.", "Trío."]
    every = (1, 2, 3, 4, 5)
    monkeypatch.setattr(provisions, "provisions_of", lambda rulebook: dict.fromkeys(every, 1))
    monkeypatch.setattr(provisions, "not_dealers", lambda rulebook: {})
    told = [(words, every) for words in ("Color con cinco cartas de un palo", "Cinco cartas de color de un palo")]
    asked = [(f"row-pays {row}\nColor, cinco cartas de un palo: 5 a 1", every) for row in ("color", "palo")]
    assert counted("arica", asked, told) == Counted(5, 2, 2)
    assert counted("arica", asked, told, text) == Counted(5, 1, 1)
    assert counted("arica", [], [(words, every[:4]) for words, _ in told], text).told == 2  # few lines: any of them

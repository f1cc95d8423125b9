"""Lessons take their figures from the rulebook in force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.loops import loop_over
from trainer.catalogue import BY_GAME
from trainer.course.comparison import COMPARED
from trainer.course.lessons import lesson
from trainer.course.path import Course
from trainer.course.placeholders import figure_in_words
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.system import resources
from trainer.texts import Language

GAMES = [
    (rulebook, game)
    for rulebook in shipped_library().rulebooks()
    for game in shipped_library().games(rulebook)
    if game in BY_GAME
]


@loop_over(("rulebook", "game"), GAMES)
@loop_over("language", Language)
def test_every_game_has_its_lesson(rulebook: str, game: str, language: Language) -> None:
    text = lesson(load_rules(shipped_library(), rulebook, game), language)
    assert text is not None
    assert text.startswith("# ")
    assert "{" not in text


# What a page is made of beside its words: its name, and what it shows, asks and practises.
_MADE_OF = re.compile(
    r"^## .+ (\{[a-z0-9-]+\})$|(\{\{(?:scene|after|play|try|practise) [^}]+\}\}|\{\{lay [^|]+)", re.MULTILINE
)


def test_both_languages_have_the_same_lessons_with_the_same_pages_pictures_and_questions() -> None:
    folder = resources.folder("lessons")
    names = [{path.name for path in (folder / language).glob("*.md")} for language in ("es", "en")]
    assert names[0] == names[1]
    for name in sorted(names[0]):
        written = [(folder / language / name).read_text(encoding="utf-8") for language in ("es", "en")]
        spanish, english = ([found[1] or found[2] for found in _MADE_OF.finditer(text)] for text in written)
        assert spanish == english, name
        assert len(spanish) > written[0].count("\n## "), name  # every page and something on them


def test_figures_are_the_rulebooks_own(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "roulette.md").write_text("# R\n{{pays split}} y {{pays double-column}}\n\n{{bets}}\n")
    arica = lesson(load_rules(shipped_library(), "arica", "roulette-american"), Language.ES, tmp_path)
    assert arica is not None
    assert "17 a 1 y —" in arica
    assert "*II.1.5, II.1.7 L292, L428*" in arica


def test_a_placeholder_nobody_fills_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "roulette.md").write_text("{{moon}}")
    with pytest.raises(ValueError, match="nothing to fill in for"):
        lesson(load_rules(shipped_library(), "arica", "roulette-american"), Language.ES, tmp_path)


# ── no figure of a rule in the prose ─────────────────────────────────────────────────────────────────────────────────

EVERY_LESSON = sorted(resources.folder("lessons").glob("*/*.md"))
# The trade has figures of its own, which are no regulation's: a stack is twenty everywhere.
LESSONS = [path for path in EVERY_LESSON if path.stem != "the-trade"]
FILLED_IN = re.compile(r"\{\{[^}]*\}\}")
# Figures that no rule states: what cards count, the ways two dice fall, a deck, names of games, tiles and straights.
NO_RULE = (
    "Challenge 21",
    "A-2-3-4-5",
    "7 y 5 son",
    "9 y 8 son",
    "6 y 4 son",
    "7 and 5 make",
    "9 and 8 make",
    "6 and 4 make",
    "A-6 es 17 suave",
    "A-6-K es 17 duro",
    "A-6 is soft 17",
    "A-6-K is hard 17",
    "del 2 al 9",
    "a 2 to 9",
    "caen de 36 maneras",
    "fall in 36 ways",
    "36 tiradas de dos dados",
    "36 rolls of two dice",
    "Blazing 7s",
    "baraja de 52",
    "deck of 52",
    "regla 4",
    "uno a uno: reconoce la **figura**",
    "rule 4",
)
TILES = re.compile(r"\b[1-6]-[1-6]\b")
GAME_TOTALS = re.compile(r"\b2[12]\b")  # at blackjack only: the game's own total and the one that busts by a point
SAID_ODDS = re.compile(
    r"\b(?:\d+|un[oa]?|dos|tres|cinco|seis|ocho|nueve|one|two|three|five|six|eight|nine)"
    r" (?:a|por|to|for) (?:\d+|un[oa]|dos|cinco|one|two|five)\b",
    re.IGNORECASE,
)
PERCENT = re.compile(r"%|por ciento|per ?cent", re.IGNORECASE)


@loop_over("path", LESSONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_figure_of_a_rule_stands_in_the_prose(path: Path) -> None:
    prose = FILLED_IN.sub("", path.read_text(encoding="utf-8"))
    for phrase in NO_RULE:
        prose = prose.replace(phrase, "")
    if "tiles" in path.stem:
        prose = TILES.sub("", prose)
    if "blackjack" in path.stem or path.stem == "challenge-21":
        prose = GAME_TOTALS.sub("", prose)
    assert [line for line in prose.splitlines() if re.search(r"\d", line)] == []
    assert SAID_ODDS.findall(prose) == []
    assert PERCENT.findall(prose) == []


WHO_WITHOUT_A_QUESTION = re.compile(r"(?m)(?:^|[.:;] |^- |\*\* )Who [a-z]+ [^.?!|]*[.:;!]")


def test_whoever_does_something_is_not_asked_for() -> None:
    """“Who folds loses” is Spanish or German in English words."""
    english = (path for path in EVERY_LESSON if path.parent.name == Language.EN.value)
    found = {path.stem: WHO_WITHOUT_A_QUESTION.findall(path.read_text(encoding="utf-8")) for path in english}
    assert {lesson: said for lesson, said in found.items() if said} == {}


@pytest.fixture(scope="session")
def without_edges(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons without the house's edges, which take seconds to compute and are read in another test."""
    folder = tmp_path_factory.mktemp("lessons")
    for path in EVERY_LESSON:
        copy = folder / path.parent.name / path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8").replace("{{edges}}", ""), encoding="utf-8")
    return folder


VARIANTS = [
    (rulebook, game, variant)
    for rulebook, game in GAMES
    for variant in load_rules(shipped_library(), rulebook, game).variants or ("",)
]


@pytest.mark.parametrize(("rulebook", "game", "variant"), VARIANTS)
def test_lessons_can_be_read_under_every_variant_and_option(
    rulebook: str, game: str, variant: str, without_edges: Path
) -> None:
    library = shipped_library()
    usual = load_rules(library, rulebook, game, variant)
    choices = [
        {key: choice}
        for key, option in usual.options.items()
        for choice in option.choices
        if choice != usual.option(key)
    ]
    for options in ({}, *choices):
        rules = load_rules(library, rulebook, game, variant, options)
        for language in Language:
            text = lesson(rules, language, without_edges)
            assert text is not None and "{{" not in text, options
            assert not re.search(r"(?<!\|) — [\w.]", _prose_of(text)), (options, language)


def _prose_of(text: str) -> str:
    """A lesson without its tables and lists, where a dash says that there is nothing."""
    return "\n".join(line for line in text.splitlines() if not re.match(r"[|#\d]|- ", line))


@pytest.mark.parametrize(
    ("rulebook", "pays"), [("baleares", 396), ("bolivia", 396), ("arica", 431), ("puerto-rico", 431)]
)
def test_the_complete_on_2_pays_what_its_cloth_pays(rulebook: str, pays: int) -> None:
    """With two zeros 2 has more neighbours."""
    spanish = lesson(load_rules(shipped_library(), rulebook, "roulette-american"), Language.ES)
    english = lesson(load_rules(shipped_library(), rulebook, "roulette-american"), Language.EN)
    assert spanish is not None and f"el 2, junto al cero, {pays}" in spanish
    assert english is not None and f"{pays} on 2, beside zero" in english


def test_seccion_11_2_the_course_of_tiles_lists_every_tile_and_every_pair_in_the_order_of_the_house() -> None:
    library = shipped_library()
    printed = lesson(load_rules(library, "puerto-rico", "pai-gow-tiles"), Language.ES)
    assert printed is not None
    assert (
        "| 1 | 6-6 | 12 | 2 |" in printed
        and "| 2 | 1-1 | 2 | 2 |" in printed
        and "| 12 | 3-6, 4-5 | 9 | 1 |" in printed
    )
    assert "| 15 | 2-4 | 6 | 1 |" in printed
    assert "| 1 | Par Supremo | 2-4 + 1-2 |" in printed and "| 17 | Wong | 6-6 + 4-5; 6-6 + 3-6 |" in printed
    lowest = {"supreme-tiles-rank": "last"}
    other = lesson(load_rules(library, "puerto-rico", "pai-gow-tiles", "", lowest), Language.ES)
    assert other is not None and "| 15 | 2-4 |" not in other


@pytest.mark.parametrize("rulebook", ["baleares", "bolivia"])
def test_the_lesson_says_where_the_chips_of_a_sector_go_and_what_finals_are(rulebook: str) -> None:
    rules = load_rules(shipped_library(), rulebook, "roulette-american")
    spanish = lesson(rules, Language.ES)
    assert spanish is not None
    for sector in rules.rules["announced"]["sets"].values():
        told = next(line for line in spanish.splitlines() if line.startswith(f"- {sector['names']['es']} lleva"))
        assert all(f"{spot.partition(':')[2]}" in told for spot in sector["chips"])
    assert "todos los números que terminan en la misma cifra" in spanish


def test_words_that_hold_only_by_a_choice_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "draw-poker.md").write_text("a{{where options.bet-not-opened returned}}b{{/where}}")
    for choice, told in (("returned", "ab"), ("even-money", "a")):
        rules = load_rules(shipped_library(), "bolivia", "draw-poker", "", {"bet-not-opened": choice})
        assert lesson(rules, Language.ES, tmp_path) == told


def test_what_a_house_chooses_stands_in_its_lesson() -> None:
    library = shipped_library()
    tens, fives = (load_rules(library, "arica", "punto-banco", "", {"commission": rate}) for rate in ("10", "5"))
    assert figure_in_words("commission", (), tens, Language.ES) == "10\N{NO-BREAK SPACE}%"
    assert figure_in_words("commission", (), fives, Language.ES) == "5\N{NO-BREAK SPACE}%"
    without = load_rules(library, "puerto-rico", "ez-baccarat", "", {"panda-8": "not-offered"})
    told = lesson(without, Language.EN)
    assert told is not None
    printed = "the Panda 8, if offered,"  # on the cloth, which is the same for all houses
    assert "Panda" not in told.partition("| Bet")[0].replace(printed, "")


@loop_over(
    ("name", "arguments", "book", "game", "wanted"),
    [
        ("pays", ("main", "blackjack"), "arica", "blackjack", "3 a 2"),
        ("wins", ("40", "main", "blackjack"), "arica", "blackjack", "60"),
        ("called", ("five-number",), "puerto-rico", "roulette-american", "línea (1-2-3-0-00)"),
        ("called", ("place",), "puerto-rico", "craps", "place bet a favor"),
        ("money", ("25",), "arica", "blackjack", "25.000"),
        ("money", ("25",), "puerto-rico", "blackjack", "25"),
        ("wins-money", ("25", "main", "blackjack"), "arica", "blackjack", "37.500"),
        ("wins-money", ("25", "main", "blackjack"), "puerto-rico", "blackjack", "37,50"),
        ("commission-of", ("180",), "arica", "punto-banco", "18.000"),
        ("before", ("dealer.stands-on",), "arica", "blackjack", "16"),
        ("figure", ("come-out.naturals",), "arica", "craps", "7 u 11"),
        ("figure", ("come-out.craps",), "arica", "craps", "2, 3 o 12"),
        ("total", ("wheel.cells",), "puerto-rico", "big-six", "54"),
        ("draws", ("3",), "arica", "punto-banco", "0-7, 9"),
        ("draws", ("6",), "puerto-rico", "baccarat", "6-7"),
        ("pays-to", ("tie",), "puerto-rico", "baccarat", "8 a 1"),
        ("position", ("15",), "puerto-rico", "pai-gow-poker", "el croupier"),
        ("position", ("16",), "puerto-rico", "pai-gow-tiles", "la mano muerta"),
        ("figure", ("opening.names",), "puerto-rico", "three-card-poker", "reina"),
        ("figure", ("twenty-one.natural",), "puerto-rico", "triple-shot", "3 a 2"),
        ("figure", ("buy-in.least",), "baleares", "synthetic-poker", "25 veces el mínimo de la mesa"),
        ("figure", ("options.rake-percent",), "baleares", "synthetic-poker", "3"),
        ("term", ("pot",), "puerto-rico", "texas-holdem", "pote"),
        ("term", ("pot",), "bolivia", "texas-holdem", "pozo"),
        ("term", ("dealer", "el"), "puerto-rico", "blackjack", "el croupier"),
        ("term", ("dealer", "del"), "arica", "blackjack", "de la banca"),
        ("hand", ("flush",), "puerto-rico", "caribbean-stud", "misma pinta"),
        ("hand", ("flush",), "arica", "caribbean-stud", "color"),
        ("hand", ("five-aces",), "arica", "caribbean-stud", "—"),
        ("pays", ("five-aces",), "arica", "craps", "—"),
        ("figure", ("moon.phase",), "arica", "craps", "—"),
        ("figure", ("price.minimum",), "baleares", "lototrot", "0,50"),
        ("cite", ("price",), "baleares", "lototrot", "*14.III.2 L1745*"),
        ("cite", ("payment.shop-cite",), "baleares", "lototrot", "*14.III.10.2 L1847*"),
        ("cite", ("moon",), "baleares", "lototrot", "—"),
    ],
)
def test_figures_in_sentences(name: str, arguments: tuple[str, ...], book: str, game: str, wanted: str) -> None:
    rules = load_rules(shipped_library(), book, game)
    assert figure_in_words(name, arguments, rules, Language.ES) == wanted


HAND_OF_THE_HOUSE = ("blackjack", "house-poker")  # at the baccarat games the bank is the banker's


@pytest.mark.parametrize(
    "game",
    [
        name
        for name in shipped_library().games("puerto-rico")
        if load_rules(shipped_library(), "puerto-rico", name).family in HAND_OF_THE_HOUSE
    ],
)
def test_puerto_rico_speaks_of_the_croupier_and_never_of_a_bank(game: str) -> None:
    library = shipped_library()
    rules = load_rules(library, "puerto-rico", game)
    other = {*COMPARED, "drill:two-rulebooks", "conduct"}  # other regulations, and the bank that is money
    pages = [page for page in Course(rules, Language.ES, library).searched() if page.heading.id not in other]
    assert [page.heading.id for page in pages if re.search(r"\bbanca\b", page.markdown, re.IGNORECASE)] == []


@pytest.mark.parametrize(
    ("language", "amount"), [(Language.ES, "10 % del máximo de la mesa más 1"), (Language.EN, "maximum plus 1")]
)
def test_l2150_the_forced_bet_of_stud_is_a_dollar_above_its_share(language: Language, amount: str) -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "seven-card-stud")
    page = Course(rules, language, shipped_library()).page("limits").markdown
    assert amount in page.replace("\N{NO-BREAK SPACE}", " ")

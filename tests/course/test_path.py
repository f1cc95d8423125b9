"""The course of every game under every regulation: its pages, pictures and questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import pytest

from tests.loops import loop_over
from trainer.catalogue import BY_GAME, lesson_page
from trainer.course.comparison import COMPARED
from trainer.course.lessons import offered
from trainer.course.pages import Page, Try
from trainer.course.path import EVERYWHERE, Course
from trainer.course.scenes import laid_out, seed_of, seeds_of
from trainer.course.search import CourseIndex
from trainer.course.worked_examples import PICTURED_SEED, worked_question
from trainer.desk.table import make_felt
from trainer.desk.table.arrangement import arrange
from trainer.desk.table.imprint import Imprint
from trainer.drills import families, family
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker
from trainer.drills.wording import citation_words
from trainer.equipment.money import parse_amount
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.rulebooks.library import GENERAL
from trainer.system import resources
from trainer.texts import Language, say

LIBRARY = shipped_library()
GAMES = [
    (rulebook, game)
    for rulebook in LIBRARY.rulebooks()
    for game in (*LIBRARY.games(rulebook), *([GENERAL] if LIBRARY.has(rulebook, GENERAL) else []))
    if game in BY_GAME
]
MOST_WORDS = 700  # are read in four minutes, tables and all; articles are looked up, not read
_NOT_READ = re.compile(r"!?\[[^\]]*\]\([^)]*\)")


def words_of(page: Page) -> int:
    read = _NOT_READ.sub(" ", page.markdown)
    for cite in page.cites:
        read = read.replace(f"*{citation_words(cite, Language.ES)}*", " ")
    return len(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", read))


@lru_cache(maxsize=100)
def course(rulebook: str, game: str, language: Language = Language.ES) -> Course:
    """A course, made once: several tests read the same one."""
    return Course(load_rules(LIBRARY, rulebook, game), language, LIBRARY)


@lru_cache(maxsize=1000)
def tries(rulebook: str, game: str, page: str) -> list[Try]:
    """The questions to try of a page, found once: two tests look at them."""
    return [offer() for offer in course(rulebook, game).page(page).tries]


@loop_over(("rulebook", "game"), GAMES)
def test_both_languages_have_the_same_pages_with_the_same_drills(rulebook: str, game: str) -> None:
    spanish, english = (course(rulebook, game, language).contents for language in Language)
    assert [(each.id, each.drills) for each in spanish] == [(each.id, each.drills) for each in english]
    assert len({each.id for each in spanish}) == len(spanish)
    assert all(each.title.strip() for each in (*spanish, *english))


@loop_over(("rulebook", "game"), GAMES)
def test_every_drill_that_fits_is_taught_on_a_page_of_its_own(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    taught = {each.id for each in found.contents}
    assert {f"drill:{each.id}" for each in families(game) if each.fits(found.rules)} <= taught


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_every_page_can_be_read_and_its_pictures_drawn_and_its_questions_tried(rulebook: str, game: str) -> None:
    """And no question to try is answered by a picture, on whatever page."""
    found = course(rulebook, game)
    # The house's edges take seconds to compute and are read in another test.
    pages = [found.page(each.id) for each in found.contents if each.id not in ("edge", *COMPARED)]
    for page in pages:
        heading = page.heading
        assert page.markdown.startswith("## ") and "{{" not in page.markdown
        assert words_of(page) <= MOST_WORDS, f"{heading.id} has two ideas"
        drill = heading.id.removeprefix("drill:")
        is_in_words = drill != heading.id and family(game, drill).asked_in_words
        is_without = heading.id in UNPICTURED or is_in_words or drill in ASKED_IN_FIGURES
        assert page.scenes or is_without, f"{heading.id} shows nothing"
        assert not (page.scenes and is_in_words), f"{heading.id} shows what it does not ask"
        assert len(set(map(str, page.scenes))) == len(page.scenes), f"{heading.id} shows one picture twice"
        for number, scene in enumerate(page.scenes):
            assert f"(scene:{number})" in page.markdown
            arrange(make_felt(scene.felt, Imprint(found.rules)), scene)
        for number, movement in enumerate(page.movements):
            assert f"(play:{number})" in page.markdown
            before = page.scenes[movement.picture]
            thrown = any(isinstance(piece, DicePiece | Marker) for piece in before.pieces)
            assert thrown or movement.after != before, f"nothing moves on {heading.id}"
            arrange(make_felt(movement.after.felt, Imprint(found.rules)), movement.after)
        for number, tried in enumerate(tries(rulebook, game, heading.id)):
            assert f"(try:{number})" in page.markdown
            assert not (told := told_on(found, tried, pages)), f"what {heading.id} asks, {told} answer"


def told_on(found: Course, tried: Try, pages: Sequence[Page]) -> list[str]:
    """The pages on which the picture of a question stands with its answer."""
    asked = family(found.rules.game, tried.family)
    draft = asked.make(found.rules, tried.level, tried.seed).draft
    if asked.asked_in_words or not draft.scene.pieces:
        return []
    prompt = say(draft.prompt, found.language)
    return [page.heading.id for page in pages if draft.scene in page.scenes and prompt in page.markdown]


# Pages that have nothing to draw, and why. Everything else shows what it speaks of.
UNPICTURED = {
    "limits": "multiples of what the sign says: the amounts are each house's own",
    "staff": "people and their duties, where no drill asks who does what at the table",
    "who-answers": "people and their duties, where there is no table",
    "step-by-step": "steps at a counter, which the page before shows",
    "conduct": "what people may and may not do",
    "conduct-2": "what people may and may not do",
    "conduct-3": "what people may and may not do",
    "conduct-everywhere": "what people may and may not do",
    "is-required": "what people may and may not do",
    "options": "a list of decisions of the house",
    "house-options": "a list of decisions of the house",
    "irregularities": "of the general rules: of no table in particular",
    "examined": "a table of drills and times",
    "glossary": "words",
    "running": "the steps of a round in words, which the pages before it show",
    "glossary-games": "words",
    "clean-hands": "hands, not pieces",
    "telling": "what is said aloud",
    "pace": "time",
    "mistakes-of-ones-own": "hands still, nothing moves",
    "people": "how people are spoken to",
    "body": "how one stands",
    "plan": "weeks of a course",
    "set-up": "every table at once: each is drawn in its own course",
}
# Drills that may be asked of an empty cloth.
ASKED_IN_FIGURES = {"irregularities", "least-and-most", "opening-bets", "procedure"}


@loop_over("game", sorted({game for _, game in GAMES}))
def test_what_differs_is_read_in_four_minutes_too(game: str) -> None:
    """Under one regulation: the others have the same rows in another order."""
    found = course(next(rulebook for rulebook, each in GAMES if each == game), game)
    pages = [found.page(heading.id) for heading in found.contents if heading.id in COMPARED]
    assert all(words_of(page) <= MOST_WORDS for page in pages)


def test_a_page_lists_what_it_names_and_another_all_the_rest() -> None:
    """No entry is lost between two pages that share a list, nor told by both."""
    for rulebook, game, section, pages in (
        ("baleares", "chemin-de-fer", "irregularities", ("irregularities", "irregularities-bank")),
        ("bolivia", "chemin-de-fer", "irregularities", ("irregularities", "irregularities-bank")),
        ("puerto-rico", "craps", "bets", ("prices", "prices-one-throw")),
    ):
        found = course(rulebook, game)
        told = "".join(found.page(page).markdown for page in pages)
        for entry in getattr(found.rules, section).values():
            named = getattr(entry, "situation", None) or entry.names
            assert len(re.findall(rf"(?:\n\| |<br>){re.escape(named.es)}(?: \||<br>)", told)) == 1


def test_what_holds_at_every_table_is_told_apart_in_every_game() -> None:
    """It would not, if all that the page of conduct lets one practise were a drill that the rules do not have."""
    for rulebook, game in GAMES:
        if game == GENERAL or not LIBRARY.has(rulebook, GENERAL):
            continue
        found, everywhere = course(rulebook, game), load_rules(LIBRARY, rulebook, GENERAL).conduct
        is_shared = any(everywhere.get(key) == fact for key, fact in found.rules.conduct.items())
        assert is_shared is any(heading.id == EVERYWHERE for heading in found.contents), (rulebook, game)


def test_what_holds_at_every_table_has_a_page_of_its_own() -> None:
    found = course("bolivia", "texas-holdem")
    own, everywhere = (found.page(page).markdown for page in ("conduct", "conduct-everywhere"))
    age, phones = (found.rules.conduct[key].says.es for key in ("age", "phones"))
    assert age in everywhere and age not in own
    assert phones in own and phones not in everywhere


NAMED_CASES = re.compile(r"\{\{(?:scene|after|play|try) ([a-z0-9-]+) (\d+) ([=@~][a-z0-9-]+)(?: (\d+))?\}\}")
TABLES = [
    (rulebook, game, variant)
    for rulebook, game in GAMES
    for variant in load_rules(LIBRARY, rulebook, game).variants or ("",)
]


@loop_over(("rulebook", "game", "variant"), TABLES)
def test_a_picture_of_a_certain_case_shows_it_at_every_table(rulebook: str, game: str, variant: str) -> None:
    rules = load_rules(LIBRARY, rulebook, game, variant)
    path = resources.folder("lessons") / "en" / f"{lesson_page(game)}.md"
    for name, level, wanted, which in NAMED_CASES.findall(offered(path.read_text(encoding="utf-8"), rules)):
        if (asked := family(game, name)).fits(rules):
            assert seed_of(asked, rules, min(int(level), len(asked.levels)), wanted, int(which or 1)) >= PICTURED_SEED


NAMED_TRY = re.compile(r"\{\{try ([a-z0-9-]+) (\d+) ([=@][a-z0-9-]+)(?: \d+)?\}\}")


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_a_question_of_a_certain_case_is_of_that_case_though_a_picture_is(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    for page_id, body in found._written.items():
        for name, level, wanted in NAMED_TRY.findall(body):
            asked = next(each for each in tries(rulebook, game, page_id) if each.family == name)
            assert asked.seed in seeds_of(family(game, name), found.rules, int(level), wanted), (page_id, wanted)


@pytest.mark.parametrize(
    ("rulebook", "game", "option", "choice", "page"),
    [
        ("puerto-rico", "three-card-poker", "side-bet-cap", "with-stake", "own-hand"),
        ("bolivia", "challenge-21", "natural-wait", "ace-only", "naturals"),
    ],
)
def test_a_page_opens_where_the_house_leaves_out_the_case_it_names(
    rulebook: str, game: str, option: str, choice: str, page: str
) -> None:
    found = Course(load_rules(LIBRARY, rulebook, game, "", {option: choice}), Language.ES, LIBRARY).page(page)
    assert found.scenes and all(offer() for offer in found.tries)


def test_a_case_is_named_by_its_answer_its_rule_or_where_something_lies() -> None:
    rules = load_rules(LIBRARY, "bolivia", "punto-banco", "punto-banco-mini")
    first_four, fate = family("punto-banco", "first-four"), family("craps", "fate-of-bets")
    assert first_four.make(rules, 1, seed_of(first_four, rules, 1, "=natural", 2)).draft.solution == "natural"
    craps = load_rules(LIBRARY, "bolivia", "craps", "mini-craps")
    shown = fate.make(craps, 1, seed_of(fate, craps, 1, "@dont-pass")).draft.scene
    assert any(piece.spot.startswith("dont-pass@") for piece in shown.pieces)
    stud, turns = load_rules(LIBRARY, "bolivia", "seven-card-stud"), family("seven-card-stud", "whose-action")
    (reason,) = turns.make(stud, 1, seed_of(turns, stud, 1, "~opens-low-card")).draft.reasons
    assert reason.rule == "opens-low-card"
    with pytest.raises(ValueError, match="never has =moon"):
        seed_of(first_four, rules, 1, "=moon")


def test_a_page_is_read_also_in_a_house_that_left_out_what_it_pictures() -> None:
    capped = load_rules(LIBRARY, "puerto-rico", "three-card-poker", options={"side-bet-cap": "with-stake"})
    assert Course(capped, Language.ES, LIBRARY).page("prices").scenes


def test_a_scene_is_laid_out_in_words() -> None:
    rules = load_rules(LIBRARY, "arica", GENERAL)
    scene = laid_out("apron", "pile:1=1x4+6x1 pile:2=KS+?? pile:3=6-5 pile:4=dolly", rules)
    arrange(make_felt(scene.felt, Imprint(rules)), scene)
    assert [type(piece) for piece in scene.pieces] == [Chips, CardPiece, CardPiece, DicePiece, Marker]
    with pytest.raises(ValueError, match="nothing on a table"):
        laid_out("apron", "pile:1=7%", rules)


@pytest.mark.parametrize("rulebook", [rulebook for rulebook, game in GAMES if game == GENERAL])
def test_what_is_cut_in_a_picture_of_the_trade_is_worth_what_it_is_cut_for(rulebook: str) -> None:
    """Sets of chips differ from book to book: four of the third value are twenty of the second in all of them."""
    page = course(rulebook, GENERAL).page("change")
    piles = {piece.spot: piece for piece in page.movements[0].after.pieces if isinstance(piece, Chips)}
    worth = {
        spot: sum(parse_amount(value) * count for value, count in pile.counts.items()) for spot, pile in piles.items()
    }
    assert sum(worth[f"pile:{number}"] for number in range(1, 5)) == worth["pile:6"]


def test_a_page_names_only_drills_that_its_game_has() -> None:
    for path in sorted(resources.folder("lessons").glob("*/*.md")):
        games = [game for game, entry in BY_GAME.items() if (entry.lesson or game) == path.stem]
        known = {each.id for game in games for each in families(game)}
        for kind, named in re.findall(
            r"\{\{(practise|scene|after|play|try) ([^}]*)\}\}", path.read_text(encoding="utf-8")
        ):
            drills = named.split() if kind == "practise" else named.split()[:1]
            assert set(drills) <= known, (path, kind, named)


def test_every_page_somebody_wrote_is_read_under_some_regulation() -> None:
    """A page that can be practised nowhere, because its drills are another game's, would never be seen."""
    shown: dict[str, set[str]] = {}
    for rulebook, game in GAMES:
        found = shown.setdefault(lesson_page(game), set())
        rules = load_rules(shipped_library(), rulebook, game)
        for variant in rules.variants or ("",):
            of_variant = load_rules(shipped_library(), rulebook, game, variant)
            found |= {each.id for each in Course(of_variant, Language.EN, shipped_library()).contents}
    unseen = {}
    for lesson, pages in shown.items():
        path = resources.folder("lessons") / "en" / f"{lesson}.md"
        written = set(re.findall(r"(?m)^(?:\{\{[^}]*\}\})*## .+ \{([a-z0-9-]+)\}$", path.read_text(encoding="utf-8")))
        unseen[lesson] = written - pages
    assert not {lesson: pages for lesson, pages in unseen.items() if pages}


def test_what_differs_between_regulations_stands_side_by_side() -> None:
    page = course("arica", "roulette-american").page("compare")
    assert "| Línea especial | 6 a 1 | — | — | 6 a 1 |" in page.markdown
    assert "| Pleno | 35 a 1" not in page.markdown  # all agree
    page = course("arica", "roulette-american").page("compare-words")
    assert "| seisena | línea | seisena | línea | línea |" in page.markdown  # by the usual word
    assert "pozo" not in page.markdown  # a word of other games
    assert "(número), (color)" in page.markdown


def test_a_word_for_a_bet_of_another_wheel_is_not_compared() -> None:
    assert "línea especial" not in course("baleares", "roulette-french").page("compare-words").markdown
    assert "línea especial" in course("arica", "roulette-american").page("compare-words").markdown


def test_what_one_regulation_alone_provides_for_is_no_difference() -> None:
    rulings = course("arica", "roulette-american").page("compare-rulings").markdown
    assert "octavo jugador" not in rulings and "propina fichas de color" in rulings


def test_a_ruling_in_other_words_is_no_difference() -> None:
    rulings = course("arica", "roulette-american").page("compare-rulings").markdown
    assert "Se pone una ficha después del cierre" not in rulings and "por debajo del mínimo" not in rulings
    assert "ninguno contradice a otro" in course("baleares", "roulette-french").page("compare-rulings").markdown
    blackjack = course("coquimbo", "blackjack").page("compare-rulings").markdown
    assert "17 duro" not in blackjack and "Cae una carta al suelo" in blackjack  # who picks it up differs
    options = course("bolivia", "three-card-poker").page("compare-options").markdown
    assert "Manos iguales" not in options  # the same choice under two names


def test_a_case_under_another_name_is_compared() -> None:
    found = course("puerto-rico", "three-card-poker")
    rulings = found.page("compare-rulings").markdown
    assert "**Un jugador recibió un número de cartas que no corresponde.** Se anula solo su mano; la casa" in rulings
    assert "2ª apuesta (BET) (Un par:\N{NO-BREAK SPACE}" in found.page("compare").markdown  # no price is in both
    omaha = course("bolivia", "omaha", Language.EN).page("compare-rulings").markdown
    assert omaha.count("\n| ") == 9  # the head and its line, and seven accidents of the card room


@loop_over(("rulebook", "game"), GAMES)
def test_what_is_compared_differs_in_both_languages(rulebook: str, game: str) -> None:
    if "compare-rulings" in {heading.id for heading in course(rulebook, game).contents}:
        pages = [course(rulebook, game, language).page("compare-rulings").markdown for language in Language]
        for rows in ([line.split(" | ")[1:] for line in page.split("\n") if line.startswith("| ")] for page in pages):
            assert all(len({cell.rstrip(" |") for cell in row} - {"—"}) > 1 for row in rows[2:])


def test_another_name_or_silence_is_no_difference() -> None:
    found = course("coquimbo", "blackjack", Language.EN)
    prices = found.page("compare").markdown
    assert "Original bet”" not in prices and "perfect pair (one suit)" not in prices
    assert "- Only in Puerto Rico: Blazing 7's, Lucky Lucky" in prices and "200 to 1" not in prices
    assert "What is a pair" not in found.page("compare-options").markdown  # three agree, two say nothing


def test_an_answer_is_worked_out_in_words() -> None:
    found = course("puerto-rico", "pai-gow-poker", Language.EN)
    cards = found.page("drill:set-the-cards").markdown
    assert "**Answer:** Low hand: Q♠ J♣; High hand: A♠ 10♣ 8♣ 7♠ 3♥" in cards
    assert "low=" not in cards
    assert "|" not in found.page("drill:steps-in-order").markdown


def test_a_drill_is_called_in_the_terms_of_its_regulation() -> None:
    assert "Ejercicio: Potes adicionales" in course("puerto-rico", "texas-holdem").page("drill:side-pots").markdown


def test_nobody_meets_the_same_question_twice_in_a_row() -> None:
    found = course("arica", "roulette-american")
    beside, worked = found.page("zero"), found.page("drill:zero")
    assert beside.tries[0]() != worked.tries[0]() and beside.scenes[0] != worked.scenes[0]


def test_a_picture_says_what_is_asked_of_it_and_the_answer() -> None:
    found = course("coquimbo", "blackjack")
    assert (
        "(scene:0)\n\nBlack Jack contra 5♦: ¿qué se hace ahora? **Pagar ahora.**"
        in found.page("pay-now-or-wait").markdown
    )
    steps = course("bolivia", "lottery").page("a-croupier-must-know").markdown  # their order has no words of its own
    assert "(scene:0)\n\nLa respuesta es siempre" in steps


def test_a_picture_laid_out_is_named_in_the_terms_of_the_regulation() -> None:
    page = course("arica", "roulette-american").page("reading-the-layout").markdown
    assert "medio pleno del 14 y el 17; calle desde el 19" in page and "línea desde el 31" in page


def test_the_order_of_paying_is_told() -> None:
    page = course("baleares", "roulette-french").page("clearing").markdown
    assert "1. Columna, Docena, Dos columnas, Dos docenas\n" in page and "\n5. Pleno\n" in page
    assert "1. Straight up\n" not in course("puerto-rico", "roulette-american", Language.EN).page("clearing").markdown


def test_a_call_is_quoted_as_its_language_quotes() -> None:
    spanish, english = (course("baleares", "roulette-french", language).page("announcing") for language in Language)
    assert "«Tirada nula»" in spanish.markdown and "“No spin”" in english.markdown and "«" not in english.markdown


def test_a_question_worked_out_is_not_tried_again() -> None:
    """Also where a drill has hardly more than one."""
    for rulebook, game in (("coquimbo", "blackjack"), ("baleares", "trente-et-quarante"), ("bolivia", "blackjack")):
        found = course(rulebook, game)
        page = found.page("drill:in-this-book")
        tried = family(game, "in-this-book").make(found.rules, 1, page.tries[0]().seed).draft
        told = tried.form.words(tried.solution, Language.ES, None)
        assert f"**Respuesta:** {told}" not in page.markdown


def test_two_pages_ask_two_questions() -> None:
    found = course("baleares", "roulette-french")
    asked = [found.page(page).tries[0]() for page in ("prices", "tables")]
    prompts = [family("roulette-french", each.family).make(found.rules, each.level, each.seed).draft for each in asked]
    assert prompts[0].prompt != prompts[1].prompt


def test_counting_is_asked_where_it_is_taught_and_nothing_that_comes_later() -> None:
    """A page on points that asks who draws would be asked before it is read."""
    taught = {"counting": "count-points", "four-chances": "count-rows"}
    for rulebook, game in GAMES:
        if LIBRARY.load_unchecked(rulebook, game).family != "baccarat":
            continue
        found = course(rulebook, game)
        for page in (heading.id for heading in found.contents if heading.id in taught):
            assert {offer().family for offer in found.page(page).tries} == {taught[page]}, (rulebook, game)


def test_what_there_is_to_choose_from_is_told() -> None:
    page = course("coquimbo", "blackjack", Language.EN).page("drill:in-this-book").markdown
    assert "which of these" in page and page.count("“") > 1
    assert page.index("**To choose from:**") < page.index("**Answer:**")


def test_a_number_on_the_wheel_is_no_bet() -> None:
    page = course("baleares", "roulette-french").page("drill:wheel-order").markdown
    assert "**Respuesta:** 19" in page and "Pleno" not in page


def test_no_page_asks_what_it_shows() -> None:
    found = course("arica", "punto-banco")
    page = found.page("player-hand")
    tried = [offer() for offer in page.tries]
    asked = [family("punto-banco", each.family).make(found.rules, each.level, each.seed).draft for each in tried]
    asked_scenes = {str(draft.scene) for draft in asked}
    assert asked_scenes and not asked_scenes & set(map(str, page.scenes))


def test_a_page_asks_the_question_it_names_though_the_cloth_is_the_same() -> None:
    found = course("puerto-rico", "three-card-poker")
    tried = found.page("progressive").tries[0]()
    asked = family("three-card-poker", tried.family).make(found.rules, tried.level, tried.seed).draft.prompt
    assert "Progresivo: Tres de una clase" in say(asked, Language.ES)


def test_a_bet_on_a_pot_has_its_prizes_in_the_list() -> None:
    bets = course("puerto-rico", "three-card-poker").page("it-is-about").markdown
    assert "A-K-Q de una misma pinta: 500<br>A-K-Q de espada: 100\N{NO-BREAK SPACE}% del pozo" in bets
    assert "A-K-Q de una misma pinta: 25" in bets and "| — |" not in bets


def test_what_the_hands_are_is_said_once() -> None:
    for page in ("settle-a-seat", "settle-the-table", "spot-the-mistake", "two-rulebooks"):
        told = course("puerto-rico", "three-card-poker").page(f"drill:{page}").markdown
        assert re.search("croupier (no )?cualifica: ", told) and "×2" not in told
    assert "×" not in course("puerto-rico", "ultimate-texas-holdem").page("drill:settle-ultimate").markdown


def test_chips_are_written_in_the_notation_of_the_language() -> None:
    found = course("arica", "craps")
    draft = family("craps", "pay-the-roll").make(found.rules, 4, 7).draft
    assert draft.form.prose(draft.solution, Language.ES, found.rules).startswith("1×50.000 ")


def test_a_sum_of_the_trade_is_no_rule_of_a_house() -> None:
    found = course("arica", GENERAL)
    assert "3 × 500 = 1.500.\n" in found.page("drill:read-a-stack").markdown


@pytest.mark.parametrize("language", Language)
def test_the_tables_are_right(language: Language) -> None:
    rows = re.findall(r"(?m)^\| \*\*(\d+)\*\* \| (.+) \|$", course("arica", GENERAL, language).page("tables").markdown)
    assert [[int(cell) for cell in cells.split(" | ")] for _, cells in rows] == [
        [n * factor for factor in (5, 8, 11, 17, 35)] for n in range(1, 21)
    ]


def test_an_empty_cloth_is_no_picture() -> None:
    assert course("bolivia", "lottery").page("drill:procedure").scenes == ()


def test_a_limit_is_said_as_what_it_is() -> None:
    limits = course("puerto-rico", "craps").page("limits").markdown
    assert "desde el mínimo de las apuestas del centro" in limits  # a sign of the table, no bet
    assert "100 %" not in limits
    assert "hasta 1/1000 del máximo de la mesa" in course("puerto-rico", "three-card-poker").page("limits").markdown


def test_every_price_is_said_in_words() -> None:
    for rulebook, game in GAMES:
        for bet in load_rules(LIBRARY, rulebook, game).bets.values():
            assert all(row in bet.outcomes or row.isdigit() for row in bet.pay_table), (rulebook, game, bet.names.en)


def test_odds_are_no_money() -> None:
    assert "dos cartas de una pinta: 2,5 a 1" in course("puerto-rico", "blackjack").page("prices").markdown.replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_what_a_side_bet_pays_is_told_before_it_is_asked() -> None:
    rules = load_rules(LIBRARY, "coquimbo", "blackjack", "perfect-pairs")
    pages = [each.id for each in Course(rules, Language.ES, LIBRARY).contents]
    assert pages.index("perfect-pairs") < pages.index("side-bets") < pages.index("drill:side-bets")


def test_a_level_is_named_in_the_terms_of_its_regulation() -> None:
    page = course("puerto-rico", "blackjack").page("drill:may-they").markdown
    assert "Doblar, romper, pedir el rendimiento" in page and ": Romper\n" in page and "eparar" not in page


def test_bets_of_the_same_limits_stand_together() -> None:
    limits = course("arica", "craps").page("limits").markdown
    assert limits.count("desde el mínimo de la mesa") == 1
    assert "exactamente lo apostado en «Apuesta original»" in course("coquimbo", "blackjack").page("limits").markdown
    assert "la mitad del mínimo" in course("puerto-rico", "texas-holdem").page("limits").markdown


def test_words_are_found_without_accents_and_by_their_beginning() -> None:
    found = course("arica", "roulette-american")
    index = CourseIndex(found.page(page) for page in ("reading-the-layout", "colour-chips", "drill:pay-the-layout"))
    assert index.find("pano")[0].page in ("reading-the-layout", "drill:pay-the-layout")
    assert [each.page for each in index.find("fichas valor compr")] == ["colour-chips"]
    assert index.find("  ") == [] and index.find('"*(') == [] and index.find("zzz") == []
    index.close()


@pytest.mark.parametrize(
    ("rulebook", "game"),
    [
        ("bolivia", "punto-banco"),
        ("puerto-rico", "pai-gow-poker"),
        ("bolivia", "challenge-21"),
        ("puerto-rico", "triple-shot"),
    ],
)
def test_no_page_asks_or_shows_what_another_did(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    pages = [found.page(each.id) for each in found.contents if each.id not in ("edge", *COMPARED)]
    asked = [offer() for page in pages for offer in page.tries]
    assert len(set(asked)) == len(asked)
    # Drills in words lie on any table.
    shown = [str(scene) for page in pages if not page.heading.id.startswith("drill:") for scene in page.scenes]
    assert len(set(shown)) >= len(shown) - 1


def test_what_is_said_stands_in_the_quotation_marks_of_the_language() -> None:
    spanish, english = (course("baleares", "punto-banco", language) for language in Language)
    assert "«El jugador se planta (punto)»" in spanish.page("calling").markdown
    assert "“The player stands (player)”" in english.page("calling").markdown
    assert "The words in brackets change each time." in english.page("calling").markdown
    for page_id in ("calling", "coup", "drill:first-four"):
        assert "«" not in english.page(page_id).markdown
    assert "- “Card for the player” — With 6 or 7 the player stands." in english.page("drill:first-four").markdown


def test_a_house_way_says_which_cards_are_low_medium_and_high() -> None:
    page = course("puerto-rico", "pai-gow-poker").page("house-way").markdown
    assert "**Baja**: 2-6; **Media**: 7-10; **Alta**: J-K." in page


def test_a_percentage_is_written_as_the_language_has_it() -> None:
    spanish, english = (course("bolivia", "punto-banco", language).page("commission") for language in Language)
    assert "el 5\N{NO-BREAK SPACE}% de" in spanish.markdown and "less 5% of" in english.markdown


def test_a_step_is_told_from_the_next() -> None:
    answer = course("bolivia", "punto-banco").page("drill:procedure").markdown
    assert "Cantar el ganador → Retirar las perdedoras" in answer


def test_where_a_regulation_leaves_nothing_to_the_house_that_is_said() -> None:
    page = course("bolivia", "punto-banco").page("compare-options").markdown
    assert "| 5 | 10 | — |" in page and page.endswith("—: ahí no lo decide la casa.")


@loop_over(("rulebook", "game"), GAMES)
def test_what_a_list_tells_is_asked_after_it(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    pages = [each.id for each in found.contents]
    lists = {"at-this-table": "{{conduct}}", "who-does-it": "{{staff}}", "least-and-most": "{{limits}}"}
    for drill, placeholder in lists.items():
        told = [page for page, body in found._written.items() if placeholder in body] or [placeholder.strip("{}")]
        if f"drill:{drill}" in pages and told[0] in pages:
            assert pages.index(told[0]) < pages.index(f"drill:{drill}")
    compared = [place for place, page in enumerate(pages) if page in COMPARED]
    on_a_page_of_its_own = "two-rulebooks" in "".join(found._written.values())
    for drill in ("in-this-book",) if on_a_page_of_its_own else ("two-rulebooks", "in-this-book"):
        if compared and f"drill:{drill}" in pages:
            assert compared[-1] < pages.index(f"drill:{drill}")


def test_a_drill_comes_when_all_that_it_asks_was_taught() -> None:
    """The house's way of setting before its drills, the bank's table before whole coups."""
    for rulebook, game, taught, drill in (
        ("puerto-rico", "pai-gow-poker", "house-way", "find-the-mis-set-hand"),
        ("puerto-rico", "pai-gow-poker", "common-to-all", "set-the-cards"),
        ("bolivia", "punto-banco", "third-card", "next-card"),
    ):
        pages = [each.id for each in course(rulebook, game).contents]
        assert pages.index(taught) < pages.index(f"drill:{drill}")


@pytest.mark.parametrize(
    ("rulebook", "game"), [("bolivia", "punto-banco"), ("puerto-rico", "pai-gow-poker"), ("arica", "punto-banco")]
)
def test_a_page_does_not_ask_what_the_page_of_its_drill_asks(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    drafts = {each.id: [_asked_of(found, each.id)] for each in found.contents if each.id.startswith("drill:")}
    for heading in found.contents:
        if heading.drills and not heading.id.startswith("drill:") and heading.id not in ("edge", "examined"):
            for offer in found.page(heading.id).tries:
                tried = offer()
                asked = family(game, tried.family).make(found.rules, tried.level, tried.seed).draft
                assert (asked.prompt, asked.scene, asked.solution) not in drafts[f"drill:{tried.family}"]


def _asked_of(found: Course, page_id: str) -> tuple[object, ...]:
    tried = found.page(page_id).tries[0]()
    draft = family(found.rules.game, tried.family).make(found.rules, tried.level, tried.seed).draft
    return draft.prompt, draft.scene, draft.solution


def test_an_order_of_steps_is_not_asked_twice_in_a_row() -> None:
    found = course("bolivia", "punto-banco")
    asked, worked = _asked_of(found, "coup"), worked_question(family("punto-banco", "procedure"), found.rules)
    assert asked[2] not in (_asked_of(found, "drill:procedure")[2], worked.draft.solution)


def test_a_caption_ends_before_its_answer() -> None:
    page = course("puerto-rico", "pai-gow-poker").page("two-pairs").markdown
    assert "Trump Plaza, Atlantic City. **Mano menor" in page


def test_a_wrong_answer_is_told_once() -> None:
    for drill in ("compare", "starting-position-bank"):
        page = course("puerto-rico", "pai-gow-poker").page(f"drill:{drill}").markdown
        wrong = re.findall(r"^- «([^»]+)» — ", page, re.MULTILINE)
        assert wrong and len(set(wrong)) == len(wrong)


def test_a_limit_that_differs_says_whether_it_is_the_least_or_the_most() -> None:
    page = course("bolivia", "punto-banco").page("compare").markdown
    assert "| hasta el máximo de la mesa | hasta 25 veces el mínimo de la mesa |" in page


def test_another_word_for_the_dealer_is_no_difference() -> None:
    found = course("bolivia", "punto-banco")
    assert "Nadie quiere cortar" not in found.page("compare-options").markdown
    assert "se equivoca al repartir" not in found.page("compare-rulings").markdown


def test_the_first_page_shows_the_table_itself() -> None:
    page = course("bolivia", "punto-banco").page("table")
    assert len(page.scenes) == 1 and not page.scenes[0].pieces


def test_what_differs_in_one_language_alone_is_a_wording() -> None:
    for rulebook, game in (("bolivia", "punto-banco"), ("arica", "craps"), ("baleares", "chemin-de-fer")):
        pages = [course(rulebook, game, language).page("compare-rulings").markdown for language in Language]
        spanish, english = (page.count("\n| ") for page in pages)
        assert spanish == english > 2
    assert "Se discute un pase" not in course("bolivia", "punto-banco").page("compare-rulings").markdown


def test_no_column_breaks_a_price() -> None:
    page = course("coquimbo", "blackjack").page("compare").markdown
    assert "par mezclado:\N{NO-BREAK SPACE}5\N{NO-BREAK SPACE}a\N{NO-BREAK SPACE}1 |" in page


def test_a_list_of_the_rules_stands_before_the_drills_that_ask_it() -> None:
    for rulebook, game in (("baleares", "roulette-french"), ("coquimbo", "blackjack"), ("arica", "craps")):
        contents = course(rulebook, game).contents
        pages = [heading.id for heading in contents]
        for told, drill in (("limits", "limits"), ("limits", "least-and-most"), ("staff", "who-does-it")):
            asking = [heading.id for heading in contents if drill in heading.drills]
            assert not asking or pages.index(told) + 1 == pages.index(asking[0])
        # What asks about all of them comes when all of them are told.
        assert pages.index("drill:at-this-table") > max(pages.index(page) for page in ("limits", "staff", "conduct"))
    blackjack = course("coquimbo", "blackjack")
    assert next(each for each in blackjack.contents if each.id == "calls-page").drills == ("what-is-said",)
    assert blackjack.page("calls-page").tries


def test_a_page_asks_rather_what_is_answered_otherwise() -> None:
    found = course("coquimbo", "blackjack")
    page = found.page("player-may-do")
    assert "¿Puede el jugador doblar? **No.**" in page.markdown
    assert family("blackjack", "may-they").make(found.rules, 1, page.tries[0]().seed).draft.solution == "yes"
    worked = found.page("drill:two-rulebooks")
    asked = family("blackjack", "two-rulebooks").make(found.rules, 1, worked.tries[0]().seed).draft
    assert f"**Respuesta:** {asked.form.words(asked.solution, Language.ES, None)}" not in worked.markdown


def test_steps_worked_out_are_not_those_to_be_put_in_order_next() -> None:
    found = course("baleares", "roulette-french")
    page = found.page("drill:procedure")
    asked = family("roulette-french", "procedure").make(found.rules, 1, page.tries[0]().seed).draft
    assert f"**Respuesta:** {asked.form.words(asked.solution, Language.ES, None)}" not in page.markdown


def test_a_drill_of_one_question_is_not_tried_where_it_is_worked_out() -> None:
    page = course("baleares", "roulette-french").page("drill:irregularities")
    assert not page.tries and "(try:" not in page.markdown


@pytest.mark.parametrize(("rulebook", "game"), [each for each in GAMES if each[1].startswith("roulette")])
def test_where_something_goes_wrong_no_clean_spin_is_asked(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    tried = found.page("irregularities").tries[0]()
    assert family(game, tried.family).make(found.rules, tried.level, tried.seed).draft.solution != "pay-number"


def test_a_quotation_within_a_quotation_has_marks_of_its_own() -> None:
    spanish, english = (course("baleares", "roulette-french", each).page("drill:irregularities") for each in Language)
    assert "«El jefe de mesa canta “tirada nula”" in spanish.markdown
    assert "“The table manager calls ‘no spin’" in english.markdown


def test_the_table_at_work_is_no_question() -> None:
    page = course("coquimbo", "blackjack").page("staff").markdown
    assert page.startswith("## Quién hace qué\n\n![Lo que se ve en la mesa](scene:0)")


def test_where_all_bets_have_one_limit_none_is_named() -> None:
    assert "- **Todas las apuestas**: desde" in course("arica", "craps").page("limits").markdown


def test_what_the_stick_calls_is_what_the_page_says() -> None:
    """A pair of sixes is no hard twelve: no bet is laid on it."""
    found = course("arica", "craps")
    assert (
        "El cuatro, el seis, el ocho y el diez pueden salir con dos caras iguales"
        in found.page("line-and-the-point").markdown
    )
    drill = family("craps", "stick-call")
    drafts = [drill.make(found.rules, 2, seed).draft for seed in range(60)]
    twelve = next(draft for draft in drafts if "6-6" in say(draft.prompt, Language.ES))
    assert twelve.form.words(twelve.solution, Language.ES, None).startswith("solo el total")


@pytest.mark.parametrize("rulebook", ["bolivia", "puerto-rico"])
def test_what_is_worked_out_can_be_got_wrong(rulebook: str) -> None:
    """Of two regulations, a hand that they pay otherwise."""
    page = course(rulebook, "three-card-poker").page("drill:two-rulebooks").markdown
    assert "**Errores frecuentes**" in page


def test_coquimbo_has_the_trade_course_and_says_that_it_is_house_standard() -> None:
    found = course("coquimbo", GENERAL)
    pages = [found.page(heading.id) for heading in found.contents]
    assert "*uso de la casa*" in pages[0].markdown
    assert all(cite.is_house_standard for page in pages for cite in page.cites)
    assert not course("coquimbo", "blackjack").rules.conduct.keys() & found.rules.conduct.keys()

"""What a page shows, asks and lists fits what it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.course.test_path import GAMES, LIBRARY, course
from trainer.course.comparison import COMPARED
from trainer.course.path import Course
from trainer.course.rule_lists import SECTIONS
from trainer.course.worked_examples import NOTHING, worked_question
from trainer.drills import family
from trainer.drills.scene import Note
from trainer.games.rules import load_rules
from trainer.texts import Language, Message, say

_FAULT = re.compile(r"spot-the-fault|whats-wrong|spot-the-mistake")


def pages(found: Course) -> list[str]:
    return [each.id for each in found.contents if each.id not in ("edge", *COMPARED)]


@pytest.mark.parametrize(
    ("rulebook", "game"),
    [
        ("bolivia", "texas-holdem"),
        ("bolivia", "five-card-stud"),
        ("puerto-rico", "seven-card-stud"),
        ("puerto-rico", "omaha"),
        ("puerto-rico", "mini-baccarat"),
        ("puerto-rico", "ez-baccarat"),
        ("puerto-rico", "commission-free-baccarat"),
    ],
)
def test_a_page_about_mistakes_shows_one(rulebook: str, game: str) -> None:
    """A colleague's hand in which “everything is right” teaches nothing there."""
    page = course(rulebook, game).page("typical-mistakes")
    right = [say(each, Language.ES) for each in _all_right(rulebook, game)]
    captions = [line for line in page.markdown.splitlines() if line.endswith(".**")]
    assert captions and not any(f"**{words}.**" in line for words in right for line in captions)


def _all_right(rulebook: str, game: str) -> Iterator[Message]:
    """What the drills of faults call a round without one."""
    found = course(rulebook, game)
    for each in found.contents:
        if each.id.startswith("drill:") and _FAULT.search(each.id):
            form = family(game, each.drills[0]).make(found.rules, 1, 1).draft.form
            yield from (one.label for one in getattr(form, "choices", ()) if one.id in NOTHING)


def test_what_is_worked_out_is_something() -> None:
    """No hand that is right throughout where faults are looked for, no seat that is paid nothing."""
    for rulebook, game, drill in (
        ("bolivia", "seven-card-stud", "spot-the-fault"),
        ("bolivia", "go-poker", "settle-a-seat"),
        ("bolivia", "draw-poker", "dealer-exchange"),
    ):
        rules = load_rules(LIBRARY, rulebook, game)
        assert worked_question(family(game, drill), rules).draft.solution not in NOTHING


def test_what_has_no_price_has_no_column_of_prices() -> None:
    blinds = course("bolivia", "texas-holdem").page("button-and-the-blinds").markdown
    assert "| Apuesta | Regla | Artículo |" in blinds and "—" not in blinds.partition("| Apuesta")[2]


def test_the_same_list_of_prices_is_told_once() -> None:
    bets = course("bolivia", "go-poker").page("it-is-about").markdown
    assert bets.count("Full:") == 1 and bets.count("Como «Primera apuesta»") == 2


def test_whoever_has_duties_at_every_table_and_at_this_one_is_named_once() -> None:
    for rulebook, game in GAMES:
        rules = load_rules(LIBRARY, rulebook, game)
        for language in Language:
            named = re.findall(r"(?m)^- \*\*(.+?)\*\*:", SECTIONS["staff"](rules, language))
            assert len(named) == len(set(named)), (rulebook, game)


def test_a_part_of_a_limit_is_a_fraction() -> None:
    assert "**Panda 8**: desde 1; hasta 1/25 del máximo" in course("puerto-rico", "ez-baccarat").page("limits").markdown


@pytest.mark.parametrize(
    ("rulebook", "game"),
    [("bolivia", "seven-card-stud"), ("bolivia", "bingo"), ("puerto-rico", "bingo"), ("baleares", "synthetic-poker")],
)
def test_where_nobody_bets_against_the_house_no_bet_is_outside_its_limits(rulebook: str, game: str) -> None:
    found = course(rulebook, game)
    assert "limits" not in pages(found) or "máximo se devuelve" not in found.page("limits").markdown


def test_a_note_on_a_picture_is_in_the_terms_of_the_regulation() -> None:
    """Under the hand that the text calls *dos pares* no *doble pareja*."""
    rules = load_rules(LIBRARY, "bolivia", "texas-holdem")
    drafts = [family("texas-holdem", "best-five").make(rules, 2, seed).draft for seed in range(12)]
    notes = [piece.says for each in drafts if each.after for piece in each.after.pieces if isinstance(piece, Note)]
    assert "dos pares" in (said := {say(each, Language.ES) for each in notes}) and "doble pareja" not in said


def test_a_course_uses_the_words_of_its_regulation() -> None:
    """The pot of Bolivia is no *bote*, and in Puerto Rico the dealer *cualifica*."""
    stud, ultimate = course("bolivia", "seven-card-stud"), course("puerto-rico", "ultimate-texas-holdem")
    for page in ("conduct", "drill:at-this-table"):
        assert not re.search(r"\bbotes?\b", stud.page(page).markdown), page
    for page in ("qualifying", "drill:does-it-qualify", "settling", "drill:settle-ultimate"):
        text = ultimate.page(page).markdown
        assert "cualifica" in text and not re.search(r"\b(?:califica|[Aa]bre)\b", text), page

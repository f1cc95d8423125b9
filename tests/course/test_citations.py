"""What stands behind a citation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trainer.course.citations import cited_page, official_lines, stated_entries
from trainer.course.pages import Heading, Page, shown
from trainer.course.path import Course
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, shipped_library
from trainer.texts import Language

LIBRARY = shipped_library()


def test_a_page_tells_the_rule_what_stands_around_it_and_what_others_say() -> None:
    rules = load_rules(LIBRARY, "baleares", "roulette-french")
    bet = rules.bets["straight-up"]
    page = cited_page(rules, bet.cite, "Pleno: 35 a 1.", LIBRARY, Language.ES).markdown
    assert "> Pleno: 35 a 1." in page
    assert bet.names.es in page and "### Lo que está alrededor" in page
    assert "otra cosa" not in page and ".." not in page, "Bolivia calls it otherwise and pays the same"
    assert "L" + bet.cite.lines.lstrip("L") not in page, "a person cites no lines"


_STRAY = re.compile(r"[{}]|(?<!\.)\.\.(?!\.)|\.[;,:]|[;,]\.|\(\s*\)")


def test_no_article_shows_a_placeholder_or_two_stops() -> None:
    tables = [load_rules(LIBRARY, book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book)]
    entries = [entry for rules in tables for language in Language for entry in stated_entries(rules, language)]
    assert [entry.says for entry in entries if _STRAY.search(entry.says.replace("**", ""))] == []


def test_entries_stand_in_the_order_of_the_regulation() -> None:
    for game in ("craps", "blackjack"):
        lines = [entry.first_line for entry in stated_entries(load_rules(LIBRARY, "arica", game), Language.EN)]
        assert lines == sorted(lines) and len(lines) > 20


def test_the_official_text_of_a_school_is_opened_at_the_place(tmp_path: Path) -> None:
    (tmp_path / "arica.txt").write_text("\n".join(map(str, range(1, 101))), encoding="utf-8")
    assert official_lines(tmp_path, "arica", Citation.parse("II.1 L10-11")) == ["8", "9", "10", "11", "12", "13"]
    assert official_lines(tmp_path, "arica", Citation.parse("II.1 L1, L100")) == ["1", "2", "3", "98", "99", "100"]
    assert official_lines(tmp_path, "bolivia", Citation.parse("II.1 L10")) == []
    assert official_lines(tmp_path, "arica", Citation.parse("Circular 3")) == []
    assert official_lines(None, "arica", Citation.parse("II.1 L10")) == []


def test_what_is_half_the_articles_says_so_and_opens_its_lines() -> None:
    rules = load_rules(LIBRARY, "arica", "caribbean-stud")
    cite = rules.irregularities["two-player-cards-seen"].cite
    assert str(Citation.parse(str(cite))) == str(cite) == "III.3.6 L1437 + house standard"
    page = cited_page(rules, cite, "Se anula todo el pase.", LIBRARY, Language.ES)
    assert page.heading.title == "Sec. III.3.6; el resto, uso de la casa"
    assert "### Lo que está alrededor" in page.markdown
    written = shown(Page(page.heading, f"*{cite}*"), Language.EN)
    assert written.markdown == "*Sec. III.3.6; the rest, house standard*" and written.cites == {cite}


def test_a_house_standard_has_no_neighbours() -> None:
    rules = load_rules(LIBRARY, "arica", "craps")
    page = cited_page(rules, Citation.parse("house standard"), "Así.", LIBRARY, Language.ES).markdown
    assert "alrededor" not in page


def test_a_page_cites_as_people_do_and_keeps_what_it_cites() -> None:
    written = Page(Heading("a", "A"), "## A\n- **L 5**: *08.VII L933*, *house standard*, *II.1.5, II.1.7 L292, L428*")
    page = shown(written, Language.ES)
    assert page.markdown == "## A\n- **L 5**: *Cap. 08, VII*, *house standard*, *Sec. II.1.5, II.1.7*"
    assert page.cites == {Citation("08.VII", "L933"), Citation("II.1.5, II.1.7", "L292, L428")}


@pytest.mark.parametrize(
    ("rulebook", "game"),
    [("arica", "punto-banco"), ("baleares", "chemin-de-fer"), ("puerto-rico", "baccarat"), ("bolivia", "bingo")],
)
def test_no_page_names_a_line_of_the_source(rulebook: str, game: str) -> None:
    course = Course(load_rules(LIBRARY, rulebook, game), Language.ES, LIBRARY)
    pages = list(course.searched())
    assert [page.heading.id for page in pages if re.search(r"\bL\d", page.markdown)] == []
    assert any(page.cites for page in pages)

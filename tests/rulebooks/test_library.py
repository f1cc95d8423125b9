"""Rulebooks: what loads and what is inherited."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from trainer.cli import rulebook as cli
from trainer.equipment import NotReadableError
from trainer.equipment.odds import Odds
from trainer.games.rules import game_faults, load_rules
from trainer.rulebooks import Library, RulebookError, shipped_library
from trainer.rulebooks.library import GENERAL, SHIPPED
from trainer.rulebooks.problems import MISSING
from trainer.rulebooks.schema import Citation, Limit
from trainer.rulebooks.validation import describe, faults_of
from trainer.texts import Names

OVERLAY = """\
extends = "arica/roulette-american"
[bets.five-number]
pays = "7 to 1"
cite = "Circular 3"
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("rulebook", "game"),
    [(book, game) for book in shipped_library().rulebooks() for game in shipped_library().games(book)],
)
def test_every_shipped_game_is_without_faults(rulebook: str, game: str) -> None:
    """In every variant and with every option, its engine's check included."""
    assert game_faults(shipped_library(), rulebook, game) == []


def test_without_a_path_every_game_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [(book, game) for book in shipped_library().rulebooks() for game in shipped_library().games(book)]
    seen = []
    monkeypatch.setattr(cli, "game_faults", lambda library, rulebook, game: seen.append((rulebook, game)) or [])
    assert cli.check(None) == (len(games), [])
    assert [pair for pair in seen if pair[1] != GENERAL] == games
    assert ("arica", GENERAL) in seen


def test_four_lines_change_a_payout(tmp_path: Path) -> None:
    write(tmp_path, "mi-escuela/roulette-american.toml", OVERLAY)
    assert len(OVERLAY.splitlines()) == 4
    library = Library([SHIPPED, tmp_path])
    own, base = (
        load_rules(library, "mi-escuela", "roulette-american"),
        load_rules(library, "arica", "roulette-american"),
    )
    assert own.bets["five-number"].pays == Odds.parse("7 to 1")
    assert own.bets["five-number"].names == base.bets["five-number"].names
    assert str(own.bets["five-number"].cite) == "Circular 3"
    assert own.info.chips == base.info.chips
    assert own.digest != base.digest
    assert "mi-escuela" in library.rulebooks()


def test_shipped_rules_are_in_memory_once(tmp_path: Path) -> None:
    """Drills compare a school's table with the shipped ones, which both the desk and they load."""
    library = Library([SHIPPED, tmp_path])
    for game in ("omaha", "pai-gow-poker"):
        assert load_rules(library, "puerto-rico", game) is load_rules(shipped_library(), "puerto-rico", game)
    assert library.book("puerto-rico") is shipped_library().book("puerto-rico")


def test_rules_that_list_a_school_s_own_house_way_are_not_the_shipped_ones(tmp_path: Path) -> None:
    shipped = SHIPPED / "house-ways" / "pai-gow-poker"
    way = next(path for path in sorted(shipped.glob("*.toml")) if "extends" not in path.read_text(encoding="utf-8"))
    write(tmp_path, "house-ways/pai-gow-poker/my-way.toml", way.read_text(encoding="utf-8"))
    library = Library([SHIPPED, tmp_path])
    assert "my-way" in load_rules(library, "puerto-rico", "pai-gow-poker").house_ways
    assert "my-way" not in load_rules(shipped_library(), "puerto-rico", "pai-gow-poker").house_ways


def test_what_many_shipped_files_say_is_not_all_kept_and_what_a_school_says_is(tmp_path: Path) -> None:
    """A laptop walks through every table in a day; a school may write into a file that is played."""
    own = write(tmp_path, "mi-escuela/roulette-american.toml", OVERLAY)
    library = Library([SHIPPED, tmp_path])
    before = load_rules(library, "mi-escuela", "roulette-american")
    for game in library.games("puerto-rico"):
        load_rules(library, "puerto-rico", game)
    assert len(shipped_library()._chains) < len(library.games("puerto-rico"))
    own.write_text("broken = ", encoding="utf-8")
    option, choices = next((key, list(option.choices)) for key, option in before.options.items())
    after = load_rules(library, "mi-escuela", "roulette-american", options={option: choices[-1]})
    assert after.bets["five-number"].pays == before.bets["five-number"].pays
    assert not library.is_shipped("mi-escuela", "roulette-american")


def test_american_roulette_of_baleares_is_the_french_one_except(tmp_path: Path) -> None:
    """02 L202: what entry 02 does not change follows entry 01."""
    library = shipped_library()
    french, american = (
        load_rules(library, "baleares", "roulette-french"),
        load_rules(library, "baleares", "roulette-american"),
    )
    assert american.bets.keys() == french.bets.keys()
    for key, bet in american.bets.items():  # their limits stand there again, L278-282
        assert str(bet.limit_cite).startswith("02.V L")
        assert msgspec.structs.replace(bet, limit_cite=french.bets[key].limit_cite) == french.bets[key]
    assert american.orders["pay"] != french.orders["pay"]
    assert "prison-release" not in american.options


def test_a_step_stands_where_its_own_file_says_without_any_option() -> None:
    """09 L1071, L1117: the bank is announced, then handed over, then the bets are made."""
    steps = list(load_rules(shipped_library(), "baleares", "baccarat-two-tables").procedure)
    assert steps[steps.index("bank") :][:3] == ["bank", "receive-bank", "close-bets"]


def test_options_and_variants_change_figures() -> None:
    library = shipped_library()
    level3 = load_rules(library, "baleares", "roulette-french", options={"limit-level": "3"})
    assert str(level3.bets["straight-up"].maximum) == "30 x minimum"
    single = load_rules(library, "puerto-rico", "roulette-american", "single-zero")
    assert "five-number" not in single.bets


def test_what_a_choice_changes_is_checked_and_the_rest_stays_as_it_was_read(tmp_path: Path) -> None:
    """Only the entries that an option changes are read again, and every fault in them is found."""
    write(
        tmp_path / "own",
        "roulette-french.toml",
        """extends = "baleares/roulette-french"
        [options.limit-level.set.3]
        moon = 1
        [options.limit-level.set.3.bets.split]
        pays = "many"
        """,
    )
    library = Library([SHIPPED, tmp_path])
    with pytest.raises(RulebookError) as raised:
        load_rules(library, "own", "roulette-french", options={"limit-level": "3"})
    assert [fault.key for fault in raised.value.faults] == ["moon", "bets.split.pays"]
    usual = load_rules(library, "own", "roulette-french")
    other = load_rules(library, "own", "roulette-french", options={"limit-level": "2"})
    assert other.bets["straight-up"] != usual.bets["straight-up"]
    assert other.calls is usual.calls


def test_unknown_names_are_answered_with_what_there_is() -> None:
    library = shipped_library()
    with pytest.raises(RulebookError, match="there are: arica"):
        load_rules(library, "atlantis", "roulette-american")
    with pytest.raises(RulebookError, match="arica regulates"):
        load_rules(library, "arica", "roulette-french")
    with pytest.raises(RulebookError, match="no variant 'triple'; choose: double-zero"):
        load_rules(library, "arica", "roulette-american", "triple")
    with pytest.raises(RulebookError, match="no such option; choose"):
        load_rules(library, "arica", "roulette-american", options={"moon": "full"})
    with pytest.raises(RulebookError, match="'full' is not one of"):
        load_rules(library, "arica", "roulette-american", options={"called-bets": "full"})


@pytest.mark.parametrize("text", ["500", "10 x minimum", "80 % of maximum", "3 x pass-line", "0.50 x main"])
def test_limits_print_what_they_parse(text: str) -> None:
    assert str(Limit.parse(text)) == text


@pytest.mark.parametrize("text", ["II.1.4 L291, L427-430", "Circular 3", "house standard", "Art. 2 L103-159"])
def test_citations_print_what_they_parse(text: str) -> None:
    assert str(Citation.parse(text)) == text


def test_lines_without_an_article_are_no_citation() -> None:
    with pytest.raises(NotReadableError, match="'L291' is not readable as citation"):
        Citation.parse("L291")


def test_every_cited_line_is_within_its_regulation() -> None:
    """The seeds' lengths in lines; a citation beyond them would be a slip."""
    lengths = {"arica": 1960, "puerto-rico": 3080, "baleares": 1947, "coquimbo": 420, "bolivia": 4200}
    library = shipped_library()
    for rulebook in library.rulebooks():
        for game in library.games(rulebook):
            for cite in cites(load_rules(library, rulebook, game)):
                numbers = [int(n) for n in cite.lines.replace("L", "").replace(",", " ").replace("-", " ").split()]
                assert all(0 < number <= lengths[rulebook] for number in numbers), (rulebook, game, cite)


def cites(value: object) -> list[Citation]:
    if isinstance(value, Citation):
        return [value]
    if isinstance(value, dict):
        return [cite for part in value.values() for cite in cites(part)]
    if hasattr(value, "__struct_fields__"):
        return [cite for name in value.__struct_fields__ for cite in cites(getattr(value, name))]
    return []


def test_describe_speaks_of_every_field() -> None:
    described = describe(Limit | None)
    assert "text form" in described
    assert faults_of({"es": "x"}, type(shipped_library().book("arica").names)) == [("en", MISSING)]


def test_a_school_without_its_own_book_is_called_like_its_folder_and_has_that_of_what_it_builds_on(
    tmp_path: Path,
) -> None:
    school = tmp_path / "mi-escuela"
    school.mkdir()
    (school / "roulette-american.toml").write_text('extends = "arica/roulette-american"\n', encoding="utf-8")
    library = Library([SHIPPED, tmp_path])
    own, base = library.book("mi-escuela"), library.book("arica")
    assert own.names == Names("mi-escuela", "mi-escuela")
    assert (own.currency, own.chips) == (base.currency, base.chips)
    assert own.regulation.en == f"mi-escuela, built on: {base.regulation.en}", "its own rules are not the regulation's"
    assert load_rules(library, "mi-escuela", "roulette-american").info == own
    assert load_rules(library, "arica", "roulette-american").info == base

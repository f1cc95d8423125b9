"""The door: what comes through it the engine can use, and what cannot is told with file, key and cure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from trainer.catalogue import BY_GAME, tables_of
from trainer.games import game
from trainer.games.rules import _engine_faults, every_form, game_faults, load_rules
from trainer.rulebooks import GameRules, Library, RulebookError, shipped_library
from trainer.rulebooks.library import GENERAL, SHIPPED
from trainer.texts import Language, say

LIBRARY = shipped_library()
BASE = 'extends = "arica/roulette-american"\n'
SHIPPED_GAMES = [(book, name) for book in LIBRARY.rulebooks() for name in (*LIBRARY.games(book), GENERAL)]


@pytest.fixture
def school(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


def faults(school: Path, game_id: str = "roulette-american") -> list[tuple[str, str]]:
    """File name and key of what the door finds wrong."""
    with pytest.raises(RulebookError) as caught:
        load_rules(Library([SHIPPED, school.parent]), "own", game_id)
    for fault in caught.value.faults:
        assert all(say(fault.message, language) for language in Language)
    return [(Path(fault.file).name, fault.key) for fault in caught.value.faults]


@pytest.mark.parametrize(("rulebook", "game_id"), SHIPPED_GAMES)
def test_what_the_start_does_not_check_was_checked_here(rulebook: str, game_id: str) -> None:
    """Shipped files, with one choice of the house at most, come through the door unchecked; this is their check."""
    if game_id in LIBRARY.games(rulebook) or (SHIPPED / rulebook / f"{game_id}.toml").is_file():
        for rules in every_form(LIBRARY, rulebook, game_id):
            assert list(game(game_id).check(rules)) == []
            assert game_id == GENERAL or rules.rules["felt"] in tables_of(game_id)
        for rules in without_figures(rulebook, game_id):
            assert _engine_faults(LIBRARY, rules) == [], rules.changed


def without_figures(rulebook: str, game_id: str) -> Iterator[GameRules]:
    """The rules with each choice that changes no figure: those that do are in `every_form`."""
    for variant in LIBRARY.load_unchecked(rulebook, game_id).variants or [""]:
        for key, option in LIBRARY.load_unchecked(rulebook, game_id, variant).options.items():
            for choice in option.choices:
                if not option.set.get(choice) and choice != option.default:
                    yield LIBRARY.load_unchecked(rulebook, game_id, variant, {key: choice})


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ("[rules]\npaying = 5", "rules.paying"),
        ('remove = ["orders.pay"]', "orders.pay"),
        ('remove = ["bets"]', "bets.straight-up"),
        ('[rules]\nwheel = "triple-zero"', "rules.wheel"),
        ('[rules]\nfelt = "nothing"', "rules.felt"),
        *(
            (f"[rules.zero-combinations]\n{name} = [{written!r}]", f"rules.zero-combinations.{name}")
            for name, written in (
                *(("splits", text) for text in ("0-0", "5", "a-b", "00-", "0-99", "1-2")),
                *(("streets", text) for text in ("0-1-36", "0-1", "0-1-1")),
                *(("corners", text) for text in ("0-1-2", "0-1-2-4")),
            )
        ),
        ('[rules.cash-chips]\nmixed-on = ["moon"]', "rules.cash-chips.mixed-on"),
        ("[rules.no-spin]\nwheel-turns = 0", "rules.no-spin.wheel-turns"),
        ("[rules.announced]\noffered = true\nneighbours-each-side = 50", "rules.announced.neighbours-each-side"),
        ('[bets.red]\nminimum = "9 x maximum"\nmaximum = "1 x minimum"', "bets.red.maximum"),
        ('[bets.red.names]\nes = ""', "bets.red.names.es"),
        ('remove = ["bets.unicorn"]', "remove"),
        ('[table]\nminimum = "1/7"', "table.minimum"),
        ('[rules]\nfelt = ""', "rules.felt"),
        ('[rules]\nfelt = "craps-arica"', "rules.felt"),
        ('[rules]\nfelt = "wheel-double-zero"', "rules.felt"),
        ("remove = 5", "remove"),
        ("remove = [5]", "remove"),
        ('[bets.red]\npays = "1 to 0"', "bets.red.pays"),
        ('[table]\nminimum = "1e99999999"', "table.minimum"),
        ("[table]\nminimum = 0", "table.minimum"),
        ("[table]\nmaximum = -5", "table.maximum"),
        ("[table]\nminimum = 99999999999999999999", "table.minimum"),
        ("[table]\nminimum = inf", "table.minimum"),
        ("[table]\nminimum = 0x" + "f" * 5000, "table.minimum"),
        ("rulebook = 'arica'", "rulebook"),
        ("game = 'craps'", "game"),
        (".".join(["a"] * 1500) + " = 1", ""),
        ("a = " + "[" * 5000 + "]" * 5000, ""),
        ("a = " + "9" * 5000, ""),
        ("a = \x00", ""),
        ("[options.called-bets.set.yes]\nremove = 5", "options.called-bets.set.yes.remove"),
    ],
)
def test_what_the_engine_cannot_use_is_a_fault_at_its_key(school: Path, lines: str, key: str) -> None:
    (school / "roulette-american.toml").write_text(BASE + lines)
    found = faults(school)
    assert ("roulette-american.toml", key) in [(file, where if key else "") for file, where in found]


def test_a_total_no_dealer_can_stand_on_is_a_fault(school: Path) -> None:
    (school / "blackjack.toml").write_text('extends = "arica/blackjack"\n[rules.dealer]\nstands-on = 200\n')
    assert faults(school, "blackjack") == [("blackjack.toml", "rules.dealer.stands-on")]


def test_a_key_that_the_program_fills_in_is_not_offered_for_an_unknown_one(school: Path) -> None:
    (school / "roulette-american.toml").write_text(BASE + "moon = 1\nvariant = 'x'\n")
    with pytest.raises(RulebookError) as caught:
        load_rules(Library([SHIPPED, school.parent]), "own", "roulette-american")
    sentences = {fault.key: say(fault.problem, Language.EN) for fault in caught.value.faults}
    assert "bets" in sentences["moon"] and "digest" not in sentences["moon"] and "chosen" not in sentences["moon"]


def test_what_is_no_number_is_called_so(school: Path) -> None:
    (school / "roulette-american.toml").write_text(BASE + "[table]\nminimum = nan\n")
    with pytest.raises(RulebookError) as caught:
        load_rules(Library([SHIPPED, school.parent]), "own", "roulette-american")
    assert say(caught.value.faults[0].problem, Language.EN) == "is no number: write a figure"


def test_a_figure_no_shoe_can_have_is_a_fault(school: Path) -> None:
    (school / "blackjack.toml").write_text('extends = "arica/blackjack"\n[rules.shoe]\ndecks = 0\n')
    assert faults(school, "blackjack") == [("blackjack.toml", "rules.shoe.decks")]


@pytest.mark.parametrize(
    ("table", "key", "figure"),
    [
        ("arica/blackjack", "rules.surrender.returned-percent", 150),
        ("puerto-rico/pai-gow-poker", "rules.commission.percent", 101),
        ("puerto-rico/pai-gow-tiles", "rules.bank.share", 101),
        ("puerto-rico/caribbean-easy-roll", "rules.long-odds.lowest-share", 101),
        ("puerto-rico/texas-holdem", "options.rake-percent.default", '"100.5"'),
        ("puerto-rico/baccarat", "rules.commission.percent", -5),
        ("baleares/chemin-de-fer", "rules.bank.deduction", 150),
        ("bolivia/trente-et-quarante", "rules.insurance.percent", -1),
        ("puerto-rico/roulette-american", "rules.limits.highest-maximum", -1),
        ("puerto-rico/big-six", "rules.maximum-payout.most", -500),
        ("baleares/lototrot", "rules.price.minimum", -0.5),
        ("arica/blackjack", "rules.shoe.burn", 312),
        ("coquimbo/blackjack", "rules.shoe.behind-most", 400),
    ],
)
def test_a_percentage_of_more_than_all_money_of_less_than_none_and_cards_beyond_the_shoe_are_faults(
    school: Path, table: str, key: str, figure: float | str
) -> None:
    game = table.partition("/")[2]
    (school / f"{game}.toml").write_text(f'extends = "{table}"\n{key} = {figure}\n')
    assert faults(school, game) == [(f"{game}.toml", key)]


@pytest.mark.parametrize("lines", ["rules.numbers.red = [1, 2, 4, 7, 9]", "bets.black.data.numbers = [1, 3, 6]"])
def test_a_number_of_boule_has_one_colour_in_the_dish_and_on_the_cloth(school: Path, lines: str) -> None:
    (school / "boule.toml").write_text(f'extends = "baleares/boule"\n{lines}\n')
    assert ("boule.toml", "bets.black.data.numbers") in faults(school, "boule")


def test_bytes_that_are_no_text_and_a_folder_in_a_files_place_are_faults(school: Path) -> None:
    (school / "roulette-american.toml").write_bytes(BASE.encode() + b"# \xff")
    (school / "craps.toml").mkdir()
    assert faults(school) == [("roulette-american.toml", "")]
    assert faults(school, "craps") == [("craps.toml", "")]


def test_a_file_without_a_rulebook_file_says_which_one_is_missing(school: Path) -> None:
    (school / "trente-et-quarante.toml").write_bytes((SHIPPED / "baleares" / "trente-et-quarante.toml").read_bytes())
    assert faults(school, "trente-et-quarante") == [("rulebook.toml", "")]


def test_a_chain_of_a_thousand_files_is_a_fault_of_the_one_that_makes_it_too_long(school: Path) -> None:
    for number in range(1500):
        (school / f"g{number}.toml").write_text(f'extends = "own/g{number + 1}"\n')
    (school / "g1500.toml").write_text(BASE)
    (school / "roulette-american.toml").write_text('extends = "own/g0"\n')
    [(_, key)] = faults(school)
    assert key == "extends"


@pytest.mark.parametrize("name", ["../arica", "/etc", "a/b", "a\\b", "..", ".", "", "a\0b", "\ud800", "x" * 300, "c:"])
def test_a_path_is_no_name_of_a_rulebook_or_a_game(tmp_path: Path, name: str) -> None:
    """Were it read, a file anywhere on the disk would be quoted back."""
    (tmp_path / "books" / "own").mkdir(parents=True)
    (tmp_path / "arica").mkdir()
    (tmp_path / "arica" / "roulette-american.toml").write_text("secret = \n")
    library = Library([tmp_path / "books", SHIPPED])
    for rulebook, game_id in ((name, "roulette-american"), ("arica", name), ("own", name)):
        with pytest.raises(RulebookError) as caught:
            load_rules(library, rulebook, game_id)
        assert "secret" not in str(caught.value)
        assert str(caught.value).encode()


def test_extends_reads_no_path_either(school: Path) -> None:
    (school.parent / "secret.toml").write_text("secret = \n")
    (school / "roulette-american.toml").write_text('extends = "../secret"\n')
    assert faults(school) == [("roulette-american.toml", "extends")]


def test_a_failure_no_check_foresaw_is_a_fault_of_a_schools_file_with_a_report(
    school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (school / "boule.toml").write_text('extends = "baleares/boule"\n')
    engine = game("boule")

    def fails(rules: object) -> list[object]:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("trainer.games.rules.engine_of", lambda _: type(engine)(("boule",), "wheel", {}, fails))
    library = Library([SHIPPED, school.parent], school.parent / "reports")
    with pytest.raises(RulebookError, match="division by zero"):
        load_rules(library, "own", "boule")
    [report] = (school.parent / "reports").iterdir()
    assert "ZeroDivisionError" in report.read_text()
    with pytest.raises(ZeroDivisionError):  # of our own files it is our failure
        load_rules(library, "baleares", "boule", options={})
        game_faults(library, "baleares", "boule")


def test_every_game_of_the_catalogue_is_checked_somewhere() -> None:
    assert {game_id for _, game_id in SHIPPED_GAMES} == set(BY_GAME)


def test_a_faulty_house_way_harms_only_whoever_plays_it(tmp_path: Path) -> None:
    way = tmp_path / "house-ways" / "pai-gow-poker" / "own.toml"
    way.parent.mkdir(parents=True)
    way.write_text(
        'game = "pai-gow-poker"\nnames = { es = "a", en = "a" }\nabout = { es = "a", en = "a" }\ncite = "x"\n'
        '[[rules]]\nid = "1"\nnames = { es = "a", en = "a" }\ntext = { es = "a", en = "a" }\nfront = "moon"\n'
    )
    library = Library([SHIPPED, tmp_path])
    assert load_rules(library, "puerto-rico", "pai-gow-poker")
    with pytest.raises(RulebookError) as caught:
        load_rules(library, "puerto-rico", "pai-gow-poker", options={"house-way": "own"})
    assert caught.value.faults[0].file == str(way)


def test_house_ways_without_end_or_without_rules_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "house-ways" / "pai-gow-tiles"
    folder.mkdir(parents=True)
    for number in range(1500):
        (folder / f"w{number}.toml").write_text(f'extends = "w{number + 1}"\n')
    (folder / "w1500.toml").write_text("rules = 5\n")
    assert load_rules(Library([SHIPPED, tmp_path]), "puerto-rico", "pai-gow-tiles")

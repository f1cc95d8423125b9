"""The language of house ways: every column of the comparison can be written in it, and every mistake is named."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.games.pai_gow.tables import POKER, TILES, cards_way, numbers, tiles_way, way_files, with_way
from tests.loops import loop_over
from trainer.equipment.tiles import parse_tiles, print_tiles
from trainer.games.core import RequestError
from trainer.games.pai_gow.deal import Shape
from trainer.games.pai_gow.figures import hand_ranks, tile_ranks
from trainer.games.pai_gow.house_way_checks import look_over
from trainer.games.pai_gow.poker_way import PokerWay
from trainer.games.pai_gow.poker_words import BACKS, FRONTS
from trainer.games.pai_gow.proof import prove_hands, prove_tiles, tile_deals
from trainer.games.pai_gow.setting import set_hand
from trainer.games.pai_gow.tile_deal import TileDeal
from trainer.games.pai_gow.tile_way import tile_way
from trainer.games.pai_gow.tile_words import PHRASES, PREFERENCES, not_beaten
from trainer.games.poker import cards
from trainer.games.rules import load_rules
from trainer.rulebooks import Fault, Library, RulebookError
from trainer.rulebooks.house_ways import read_house_way
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language, say

POKER_COLUMNS = ["trump-plaza-ac", "claridge", "ballys-ac", "foxwoods", "flamingo", "golden-nugget", "mgm-grand"]
TILE_COLUMNS = ["traditional", "foxwoods", "taj-mahal", "new-zealand", "alberta", "canberra"]

# What the comparison says of a hand, column by column in the order above; cards written by rank make no flush.
POINTS = {
    "8 8 8 2 2 A K": "A K|2 2|A K|2 2|A K|A K|A K",
    "9 9 9 9 K 6 2": "K 6|9 9|K 6|K 6|9 9|9 9|9 9",
    "9 9 9 9 A 6 2": "A 6|A 6|A 6|A 6|9 9|A 6|A 6",
    "9 9 9 9 A J 2": "A J|A J|A J|A J|A J|A J|A J",
    "10 10 10 10 K 6 2": "K 6|10 10|10 10|K 6|10 10|10 10|10 10",
    "K K K K A 6 2": "A 6|K K|A 6|K K|K K|K K|K K",
    "K K K K 9 9 2": "9 9|9 9|9 9|9 9|K K|K K|K K",
    "K K K K 10 10 2": "10 10|10 10|10 10|10 10|10 10|10 10|10 10",
    "A A A A 6 6 2": "6 6|6 6|A A|6 6|A A|A A|A A",
    "A A A A 9 9 2": "9 9|9 9|A A|9 9|9 9|9 9|9 9",
    "A A A A K K 2": "K K|K K|K K|K K|K K|K K|K K",
    "6 6 4 4 Q 9 2": "4 4|4 4|4 4|4 4|Q 9|Q 9|Q 9",
    "6 6 4 4 K 9 2": "K 9|K 9|K 9|K 9|K 9|K 9|K 9",
    "9 9 4 4 K J 2": "K J|K J|K J|4 4|4 4|4 4|4 4",
    "9 9 4 4 A J 2": "A J|A J|A J|A J|A J|A J|A J",
    "J J 7 7 A 9 2": "7 7|7 7|7 7|7 7|7 7|7 7|7 7",
    "J J 5 5 A 9 2": "A 9|A 9|A 9|5 5|A 9|A 9|A 9",
    "J J 6 6 A 9 2": "A 9|A 9|A 9|6 6|6 6|6 6|A 9",
    "10 10 8 8 A 5 2": "A 5|A 5|A 5|A 5|A 5|A 5|A 5",
    "A A 3 3 K 9 5": "3 3|3 3|3 3|3 3|3 3|3 3|3 3",
    "A JK K Q J 8 3": "8 3|8 3|K Q|8 3|8 3|8 3|8 3",
    "10 9 8 7 6 Q Q": "Q Q|Q Q|Q Q|Q Q|Q Q|Q Q|Q Q",
    "9 8 7 6 5 J J": "J J|J J|J J|J J|J J|J J|J J",
    "Q Q J 10 9 8 A": "A Q|A Q|A Q|A J|A Q|A Q|A J",
    "6 6 5 5 4 3 2": "5 5|5 5|5 5|5 5|6 5|6 5|6 5",
}


@loop_over("dealt", POINTS)
def test_every_poker_column_of_the_comparison(dealt: str) -> None:
    fronts = {}
    for name in POKER_COLUMNS:
        setting = cards_way(name).setting(numbers(dealt))
        assert setting is not None
        fronts[name] = " ".join("10" if c.rank == "T" else c.rank for c in cards.as_cards(setting.front))
    assert fronts == dict(zip(POKER_COLUMNS, POINTS[dealt].split("|"), strict=True))


TILE_POINTS = {
    "2-4 1-2 3-3 2-2": "7/9|7/9|7/9|7/9|7/9|0/pair",  # Gee Joon is never split at Canberra
    "6-6 6-6 5-6 3-6": "3/wong|3/wong|3/wong|3/wong|0/pair|0/pair",
    "4-5 3-6 5-5 4-6": "9/9|9/9|9/9|9/9|9/9|9/9",
    "4-4 4-4 5-6 3-6": "7/9|7/9|7/9|7/9|7/9|7/9",
    "1-6 1-6 5-6 5-5": "1/pair|7/8|1/pair|7/8|7/8|1/pair",
    "1-6 1-6 1-1 5-6": "8/9|8/9|8/9|8/9|8/9|8/9",
    "1-4 2-3 6-6 1-1": "4/pair|4/pair|4/pair|4/pair|4/pair|4/pair",
    "6-6 1-1 2-6 3-6": "gong/wong|gong/wong|gong/wong|gong/wong|gong/wong|gong/wong",
}


def _scale(hand) -> str:  # type: ignore[no-untyped-def]
    return {12: "pair", 11: "wong", 10: "gong"}.get(hand.scale, str(hand.scale))


@pytest.mark.parametrize("dealt", TILE_POINTS)
def test_points_of_the_tile_columns(dealt: str) -> None:
    found = {}
    for name in TILE_COLUMNS:
        way = tiles_way(name)
        setting = way.setting(way.ranks.sorted_numbers(parse_tiles(dealt)))
        assert setting is not None
        found[name] = f"{_scale(setting.printed.low)}/{_scale(setting.printed.high)}"
    assert found == dict(zip(TILE_COLUMNS, TILE_POINTS[dealt].split("|"), strict=True))


def test_alberta_puts_the_two_in_the_high_hand_where_the_others_put_the_twelve() -> None:
    highs = {}
    for name in TILE_COLUMNS:
        way = tiles_way(name)
        setting = way.setting(way.ranks.sorted_numbers(parse_tiles("6-6 1-1 2-6 3-6")))
        assert setting is not None
        highs[name] = print_tiles(way.ranks.as_tiles(setting.printed.high.tiles))
    assert highs == dict.fromkeys(TILE_COLUMNS, "6-6 3-6") | {"alberta": "1-1 3-6"}


@pytest.mark.parametrize("name", TILE_COLUMNS)
def test_every_tile_column_sets_every_deal(name: str) -> None:
    tally = prove_tiles(tiles_way(name))
    assert tally.hands == 35_960 and not tally.faults


def test_two_low_tiles_are_compared_with_a_threshold() -> None:
    """4e of the traditional way: a three with 3-3 is enough, a three with 2-2 is not."""
    way = tiles_way("traditional")
    setting = way.setting(way.ranks.sorted_numbers(parse_tiles("1-5 1-6 5-5 2-2")))
    assert setting is not None
    assert print_tiles(way.ranks.as_tiles(setting.printed.high.tiles)) == "5-5 1-6"


# ── what is wrong is named ───────────────────────────────────────────────────────────────────────────────────────────

HEAD = """
game = "pai-gow-{game}"
names = {{ es = "x", en = "x" }}
about = {{ es = "x", en = "x" }}
cite = "house standard"
"""
RULE = """
[[rules]]
id = "{id}"
names = {{ es = "x", en = "x" }}
text = {{ es = "x", en = "x" }}
{rest}
"""


def house_way(path: Path, game: str, *rules: str) -> Path:
    text = HEAD.format(game=game) + "".join(RULE.format(id=index, rest=rest) for index, rest in enumerate(rules, 1))
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("game", "rest", "key", "problem"),
    [
        ("poker", 'when = { holds = "two pears" }\nfront = "best singles"', "rules[0].when.holds", "two pears"),
        ("poker", 'when = { pairs = "low" }\nfront = "best singles"', "rules[0].when.pairs", "names no ranks"),
        (
            "poker",
            'when = { suits = 4 }\nfront = "best singles"',
            "rules[0].when.suits",
            "unknown key; there are: holds",
        ),
        ("poker", 'when = { not = { joker = 1 } }\nfront = "best singles"', "rules[0].when.not.joker", "true or false"),
        ("poker", 'when = { any = 3 }\nfront = "best singles"', "rules[0].when.any", "must be a list, not 3"),
        ("poker", 'front = "two kings"', "rules[0].front", "'two kings' is not one of: best singles"),
        ("poker", "", "rules[0].front", "is missing"),
        ("poker", 'front = "best two"', "rules[0].back", "needs a back"),
        ("poker", 'front = "the pair"\nback = "nice"', "rules[0].back", "'nice' is not one of: complete"),
        ("poker", 'play = "6/8"', "rules[0].play", "sets hands with: front, back"),
        ("tiles", 'front = "best singles"', "rules[0].front", "sets hands with: play"),
        ("tiles", "", "rules[0].play", "is missing"),
        ("tiles", 'play = "high is nice"', "rules[0].play", "nothing a hand can be"),
        ("tiles", 'play = "as you like"', "rules[0].play", "describes no setting"),
        ("tiles", 'play = "11/9"', "rules[0].play", "not on the scale"),
        ("tiles", 'play = "7-7 in high"', "rules[0].play", "not a pai gow tile"),
        ("tiles", 'play = "6/8"\nprefer = ["best"]', "rules[0].prefer", "describes no setting"),
        ("tiles", 'play = "6/8"\nprovided = "x"', "rules[0].provided", "describes no setting"),
        ("tiles", 'when = { others = "a b" }\nplay = "6/8"', "rules[0].when.others", "needs 'pair'"),
        ("tiles", 'when = { pair = "any", others = "6-6" }\nplay = "6/8"', "rules[0].when.pair", "name two tiles"),
        ("tiles", 'when = { has = 6 }\nplay = "6/8"', "rules[0].when.has", "must be text, not 6"),
        ("tiles", 'drop = "worse"', "rules[0].drop", 'write drop = "beaten"'),
        ("poker", 'when = { pairs = "K-7" }\nfront = "the pair"', "rules[0].when.pairs", "goes from high to low"),
        ("poker", 'front = "the pair"\nprovided = "front is nice"', "rules[0].provided", "what the front must be"),
        ("poker", 'front = "the pair"\nprovided = "front at least 2 A"', "rules[0].provided", "write A 2"),
        ("tiles", 'play = "high is 9-7"', "rules[0].play", "write 7-9"),
        ("tiles", 'keep = ["nice"]', "rules[0].keep", "describes no setting"),
        ("tiles", 'keep = ["most points"]\nplay = "6/8"', "rules[0].keep", "only narrows"),
    ],
)
def test_what_is_not_in_the_language(tmp_path: Path, game: str, rest: str, key: str, problem: str) -> None:
    rules = with_way(POKER if game == "poker" else TILES, house_way(tmp_path / "own.toml", game, rest))
    with pytest.raises(RulebookError) as caught:
        look_over(rules, "own")
    assert [fault.key for fault in caught.value.faults] == [key]
    assert problem in say(caught.value.faults[0].problem, Language.EN)


def test_a_rule_with_cases_sets_hands_in_its_cases_only(tmp_path: Path) -> None:
    path = house_way(tmp_path / "own.toml", "poker", 'front = "the pair"\n[[rules.cases]]\nfront = "the pair"')
    with pytest.raises(RulebookError, match="in its cases only"):
        look_over(with_way(POKER, path), "own")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("game = ", "is not TOML"),
        (HEAD.format(game="poker") + "rules = []", "at least one rule"),
        (HEAD.format(game="poker") + 2 * RULE.format(id="1", rest='front = "the pair"'), "'1' stands twice"),
        (HEAD.format(game="poker") + 'name = "x"', "filled in by the program"),
        ('extends = "nowhere"', "'nowhere' is not one of"),
        ('extends = "trump-plaza-ac"\n[[rules]]\nid = "99"', "there is no rule '99'"),
        ('extends = "trump-plaza-ac"\nwithout = ["99"]', "there is no rule '99'"),
        ('extends = "trump-plaza-ac"\nrules = [1]', "write each rule under"),
        ('extends = "own"', "'own' is not one of"),
    ],
)
def test_faults_of_form(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=problem):
        read_house_way(path, {**way_files("pai-gow-poker"), "own": path})


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="cannot be read"):
        read_house_way(tmp_path / "own.toml", {})


# ── looking over ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_tiles_looked_over(tmp_path: Path) -> None:
    """Rules that never fire, deals that nothing decides, and a choice left open are all found."""
    path = house_way(
        tmp_path / "own.toml",
        "tiles",
        'play = "high is pair"',
        'when = { pair = "any" }\nplay = "high is pair"',
        'play = "high is gong"',
    )
    faults, notes = look_over(with_way(TILES, path), "own")
    assert [key for key, _ in notes] == ["rules[1]"]
    told = " ".join(say(problem, Language.EN) for _, problem in faults)
    assert "decided by no rule" in told and "left open between settings of different rank" in told


def test_a_foul_is_found() -> None:
    """Highest pair in front of one lower pair is a foul: the game's own rule, not the house's, says so."""

    way = cards_way("trump-plaza-ac").way
    changed = [
        msgspec.structs.replace(rule, cases=[], front="highest pair") if rule.id == "8" else rule for rule in way.rules
    ]
    wrong = PokerWay(msgspec.structs.replace(way, rules=changed), hand_ranks(POKER))
    tally = prove_hands(wrong, [(numbers("9 9 4 4 Q J 2"), 1)])
    assert tally.faults == {"foul": 1}
    assert 'id = "8"' in tally.examples["foul"]


# ── where files lie ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_schools_own_house_way_is_one_more_choice(tmp_path: Path) -> None:
    folder = tmp_path / "house-ways" / "pai-gow-tiles"
    folder.mkdir(parents=True)
    house_way(folder / "own.toml", "tiles", 'play = "any setting"\nprefer = ["best low"]')
    (folder / "broken.toml").write_text("game = ", encoding="utf-8")
    library, shipped = Library([SHIPPED, tmp_path]), Library([SHIPPED])
    rules = load_rules(library, "puerto-rico", "pai-gow-tiles", options={"house-way": "own"})
    assert set(rules.options["house-way"].choices) == {"reglamento-11-6-d", *TILE_COLUMNS, "own", "broken"}
    assert "house-ways" not in library.rulebooks()
    default = load_rules(library, "puerto-rico", "pai-gow-tiles")
    assert default.digest == load_rules(shipped, "puerto-rico", "pai-gow-tiles").digest != rules.digest


def choosing(library: Library, game: str, way: str) -> list[Fault]:
    with pytest.raises(RulebookError) as caught:
        load_rules(library, "puerto-rico", game, options={"house-way": way})
    return caught.value.faults


def test_a_broken_file_is_told_when_it_is_chosen_and_harms_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "house-ways" / "pai-gow-tiles"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("game = ", encoding="utf-8")
    library = Library([SHIPPED, tmp_path])
    assert load_rules(library, "puerto-rico", "pai-gow-tiles").option("house-way") == "reglamento-11-6-d"
    (fault,) = choosing(library, "pai-gow-tiles", "broken")
    assert fault.file == str(folder / "broken.toml")
    assert "TOML" in say(fault.message, Language.EN)


def test_a_file_in_the_folder_of_the_other_game_is_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "house-ways" / "pai-gow-poker"
    folder.mkdir(parents=True)
    house_way(folder / "own.toml", "tiles", 'play = "any setting"\nprefer = ["best low"]')
    assert [fault.key for fault in choosing(Library([SHIPPED, tmp_path]), "pai-gow-poker", "own")] == ["game"]


def test_a_way_that_fouls_or_leaves_hands_open_is_never_played(tmp_path: Path) -> None:
    for game, rule, said in (
        ("poker", 'front = "best two"\nback = "complete"', "decided by no rule"),
        ("tiles", 'play = "high is pair"', "decided by no rule"),
    ):
        folder = tmp_path / "house-ways" / f"pai-gow-{game}"
        folder.mkdir(parents=True)
        house_way(folder / "own.toml", game, rule)
        faults = choosing(Library([SHIPPED, tmp_path]), f"pai-gow-{game}", "own")
        assert any(said in say(fault.problem, Language.EN) for fault in faults)
        assert {fault.file for fault in faults} == {str(folder / "own.toml")}


def test_a_foul_that_a_glance_overlooks_is_refused_when_the_hand_is_set() -> None:
    way = cards_way("trump-plaza-ac").way
    changed = [
        msgspec.structs.replace(rule, cases=[], front="highest pair") if rule.id == "8" else rule for rule in way.rules
    ]
    rules = msgspec.structs.replace(POKER, house_ways={"own": msgspec.structs.replace(way, rules=changed, name="own")})
    with pytest.raises(RequestError, match="fouls"):
        set_hand(rules, tuple("9S 9H 4D 4C QS JH 2D".split()), "own")


def test_a_fault_counts_the_rules_of_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = 'extends = "traditional"\nnames = { es = "x", en = "x" }\n'
    text += RULE.format(id="4c", rest='play = "7/8"') + RULE.format(id="4d", rest='play = "as you like"')
    path.write_text(text, encoding="utf-8")
    way = read_house_way(path, way_files("pai-gow-tiles"))
    with pytest.raises(RulebookError) as caught:
        tile_way(way, tile_ranks(TILES))
    assert [(fault.file, fault.key) for fault in caught.value.faults] == [(str(path), "rules[1].play")]
    path.write_text(text.replace('id = "4d"', "id = 4"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        read_house_way(path, way_files("pai-gow-tiles"))
    assert {(fault.file, fault.key.partition(".")[0]) for fault in caught.value.faults} == {(str(path), "rules[1]")}


def test_a_rule_can_narrow_without_deciding() -> None:
    """Canberra: most points, then as Traditional. Whatever its rules 4 decide has as many points as any way that is
    left, and where Traditional's last rule decides, the best low hand of these."""
    canberra = tiles_way("canberra")
    decided: Counter[str] = Counter()
    for tiles in tile_deals(canberra.ranks):
        setting = canberra.setting(tiles)
        assert setting is not None
        if setting.decider.rule.id.startswith("4"):
            left = not_beaten(TileDeal(tiles, canberra.ranks).splits)
            points = [one.low.scale + one.high.scale for one in left]
            most = [one for one, count in zip(left, points, strict=True) if count == max(points)]
            assert setting.printed in most
            decided[setting.decider.rule.id] += 1
            if setting.decider.rule.id == "4e-low":
                assert setting.printed.rank == max(one.rank for one in most)
    assert decided["4-points"] > 20 and decided["4e-low"] > 1000


@pytest.mark.parametrize(
    ("provided", "front"),
    [
        ("front at least A J", "A J"),
        ("front at least A Q", "9 9"),
        ("front under A Q", "A J"),
        ("front is a pair", "9 9"),
    ],
)
def test_a_poker_rule_can_ask_for_the_front_that_comes_out(tmp_path: Path, provided: str, front: str) -> None:
    first = f'when = {{ holds = "four of a kind" }}\nfront = "best singles"\nprovided = "{provided}"'
    second = 'when = { holds = "four of a kind" }\nfront = "two of the four"'
    way = read_house_way(house_way(tmp_path / "own.toml", "poker", first, second), {})
    setting = PokerWay(way, hand_ranks(POKER)).setting(numbers("9 9 9 9 A J 2"))
    assert setting is not None
    assert " ".join(card.rank for card in cards.as_cards(setting.front)) == front


def test_the_guide_for_instructors_names_every_word_of_the_language() -> None:
    guide = (SHIPPED / "house-ways" / "README.md").read_text(encoding="utf-8")
    words = [*Shape, *FRONTS, *BACKS, "best two", "the rest", "holds", "pairs", "threes", "four", "singles", "joker"]
    words += ["complete", "straight", "flush", "any", "not", "pair", "others", "has", "lacks", "can", "cannot"]
    words += [
        "best-low",
        "best-high",
        *PHRASES,
        *PREFERENCES,
        "ways",
        "provided",
        "drop",
        "keep",
        "front at least",
        "front is a pair",
        "extends",
        "without",
        "before",
    ]
    assert [word for word in words if word not in guide] == []

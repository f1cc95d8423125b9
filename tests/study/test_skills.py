"""The path through a game's drills."""

import msgspec
import pytest

from tests.study.support import FACTS, FACTS_A_LEVEL, FAMILIES, OTHER, SUMS, rules, rung, rungs
from trainer.catalogue import DRILLED
from trainer.drills import families
from trainer.drills.core import Family, Item, Level
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.study.skills import path, paths, place_of


def test_what_is_needed_comes_first_and_then_the_order_of_the_lessons() -> None:
    names = [rung.key.partition(" ")[0] for rung in rungs()]
    assert names == ["other/1", "facts/1", "sums/1", "facts/2", "sums/2", "sums/3"]
    assert rung("sums/1").needs == ("facts/1 baleares/roulette-french",)
    assert rung("sums/2").needs == ("sums/1 baleares/roulette-french",)
    assert rung("facts/1").needs == ()


def test_a_rung_tells_its_target_facts_and_typical_mistakes() -> None:
    assert rung("facts/2").target_seconds == 6
    assert (rung("facts/1").facts, rung("sums/1").facts) == (FACTS_A_LEVEL, 0)
    assert rung("facts/1").typical_mistakes() == ("sums.mistake.forgot-the-second",)


def test_keys_are_the_beginning_of_items() -> None:
    first = rung("sums/2")
    item = str(first.question(77).item)
    assert first.key == "sums/2 baleares/roulette-french"
    assert item.startswith(first.key) and item.endswith(" #77")
    assert first.skill == "sums baleares/roulette-french"


def test_a_variant_is_another_table_and_the_usual_one_is_left_out() -> None:
    library = shipped_library()
    for rulebook, game in ((book, game) for book in library.rulebooks() for game in library.games(book)):
        plain = load_rules(library, rulebook, game, "", {})
        assert place_of(plain) == f"{rulebook}/{game}"
        for variant in plain.variants:
            other = load_rules(library, rulebook, game, variant, {})
            usual = variant == plain.default_variant
            assert place_of(other) == f"{rulebook}/{game}" + ("" if usual else f":{variant}")


def test_families_that_do_not_fit_and_levels_without_facts_are_left_out() -> None:
    unfit = msgspec.structs.replace(OTHER, fits=lambda rules: False)
    few = msgspec.structs.replace(FACTS, facts=lambda rules, level: 8 if level == 2 else 0)
    left = path(rules(), (unfit, few, SUMS))
    assert [rung.key.partition(" ")[0] for rung in left] == ["facts/2", "sums/1", "sums/2", "sums/3"]
    assert left[0].needs == left[1].needs == ()


def test_families_that_need_each_other_are_refused() -> None:
    first = Family(id="first", area="sums", levels=(Level(1),), build=SUMS.build, needs=("second",))
    second = msgspec.structs.replace(first, id="second", needs=("first",))
    with pytest.raises(ValueError, match="first → second → first"):
        path(rules(), (first, second))


def test_paths_of_several_tables_go_stage_by_stage() -> None:
    tables = [(rules(), FAMILIES), (load_rules(shipped_library(), "bolivia", "roulette-american", "", {}), FAMILIES)]
    together = paths(tables)
    assert [rung.stage for rung in together] == sorted(rung.stage for rung in together)
    assert len({rung.key for rung in together}) == 2 * len(rungs())


@pytest.mark.parametrize("game", sorted(DRILLED))
def test_every_shipped_game_has_a_path_that_can_be_climbed(game: str) -> None:
    library = shipped_library()
    for rulebook in (book for book in library.rulebooks() if game in library.games(book)):
        climbed: set[str] = set()
        for step in path(load_rules(library, rulebook, game, "", {}), families(game)):
            assert set(step.needs) <= climbed, step.key
            climbed.add(step.key)
            assert Item.parse(str(step.question(0).item)).level == step.level

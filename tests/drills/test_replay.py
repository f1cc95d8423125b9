"""Past questions are made again under the rules of their day, or it is said that these are unknown."""

from pathlib import Path

import msgspec
import pytest

from trainer.drills import family
from trainer.drills.core import Item, RevisedError
from trainer.drills.replay import PastRules, remake
from trainer.games.rules import load_rules
from trainer.rulebooks import Library, RulebookError, shipped_library
from trainer.rulebooks.archive import archived

OLD = """extends = "arica/roulette-american"
[bets.straight-up]
pays = "{pays} to 1"
cite = "Circular 3"
"""
PAY = family("roulette-american", "pay-the-layout")


def school(folder: Path, pays: int) -> Library:
    """A house that pays the straight-up its own way."""
    (folder / "escuela").mkdir(parents=True, exist_ok=True)
    (folder / "escuela" / "roulette-american.toml").write_text(OLD.format(pays=pays), encoding="utf-8")
    return Library([folder, *shipped_library().folders])


@pytest.fixture
def item(tmp_path: Path) -> Item:
    """A question of the time when the straight-up paid 30 to 1, in which that makes a difference."""
    then = load_rules(school(tmp_path / "then", 30), "escuela", "roulette-american")
    now = load_rules(school(tmp_path / "now", 33), "escuela", "roulette-american")
    seed = next(
        seed for seed in range(100) if PAY.make(then, 3, seed).draft.solution != PAY.make(now, 3, seed).draft.solution
    )
    return PAY.make(then, 3, seed).item


def rules_of_then(tmp_path: Path) -> bytes:
    return archived(load_rules(school(tmp_path / "then", 30), "escuela", "roulette-american"))


def test_unchanged_rules_need_no_archive(tmp_path: Path, item: Item) -> None:
    def never(digest: str) -> bytes:
        raise AssertionError

    remade = remake(item, school(tmp_path / "then", 30), PAY, never)
    assert (remade.then, remade.question.item) == (PastRules.SAME, item)
    assert remade.today == remade.question


def test_under_changed_rules_the_question_is_that_of_its_day(tmp_path: Path, item: Item) -> None:
    asked = {}
    remade = remake(
        item, school(tmp_path / "now", 33), PAY, lambda digest: asked.setdefault(digest, rules_of_then(tmp_path))
    )
    assert list(asked) == [item.digest]
    assert (remade.then, remade.question.item) == (PastRules.KEPT, item)
    assert remade.rules.version == item.version
    assert remade.question.draft == PAY.make(remade.rules, 3, item.seed).draft
    assert remade.today is not None
    assert remade.question.draft.solution != remade.today.draft.solution
    assert remade.today.item.version != item.version


def test_archived_rules_suffice_without_the_rulebook(tmp_path: Path, item: Item) -> None:
    remade = remake(item, shipped_library(), PAY, lambda digest: rules_of_then(tmp_path))
    assert (remade.then, remade.question.item, remade.today) == (PastRules.KEPT, item, None)


def test_rules_that_are_not_archived_are_reported(tmp_path: Path, item: Item) -> None:
    remade = remake(item, school(tmp_path / "now", 33), PAY)
    assert remade.then is PastRules.NOT_KEPT
    assert remade.question == remade.today
    with pytest.raises(RulebookError, match="escuela"):
        remake(item, shipped_library(), PAY)


@pytest.mark.parametrize("data", [b"", b"damaged", "without-wheel"])
def test_unusable_archived_rules_are_reported(tmp_path: Path, item: Item, data: bytes | str) -> None:
    """Damaged, or whole and of a form that this program's engine does not know."""
    if isinstance(data, str):
        rules = load_rules(school(tmp_path / "then", 30), "escuela", "roulette-american")
        data = archived(msgspec.structs.replace(rules, rules={"something": "else"}))
    remade = remake(item, school(tmp_path / "now", 33), PAY, lambda digest: data)
    assert remade.then is PastRules.UNUSABLE
    with pytest.raises(RulebookError):
        remake(item, shipped_library(), PAY, lambda digest: data)


def test_a_revised_family_does_not_pass_off_another_question_for_the_old_one(tmp_path: Path, item: Item) -> None:
    revised = msgspec.structs.replace(PAY, revision=PAY.revision + 1)
    with pytest.raises(RevisedError):
        remake(item, school(tmp_path / "then", 30), revised)
    new = revised.make(load_rules(school(tmp_path / "then", 30), "escuela", "roulette-american"), 3, item.seed).item
    assert str(new).startswith(f"pay-the-layout~{PAY.revision + 1}/3 ")
    assert remake(Item.parse(str(new)), school(tmp_path / "then", 30), revised).then is PastRules.SAME

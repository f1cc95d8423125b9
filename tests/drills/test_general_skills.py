"""Skills of every table: chips, counts, pace, and whom to call."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from trainer.drills import table_conduct
from trainer.drills.forms import ChoiceForm
from trainer.drills.general_skills import FAMILIES, SITUATIONS, STACK, WORKS, fewest_chips
from trainer.equipment.money import parse_amount
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, say

BOOKS = ("arica", "baleares", "bolivia", "puerto-rico")


@pytest.mark.parametrize(
    ("values", "amount", "fewest"), [((25, 20, 5), 40, 2), ((100, 25, 5, 1), 392, 11), ((1000, 100, 25), 1175, 5)]
)
def test_fewest_chips_are_those_of_the_worked_examples(values: tuple[int, ...], amount: int, fewest: int) -> None:
    assert fewest_chips(tuple(map(Fraction, values)), Fraction(amount)) == fewest


def test_no_other_combination_has_fewer_chips() -> None:
    values = (Fraction(25), Fraction(20), Fraction(5))
    for amount in range(5, 105, 5):
        tried = (sum(counts) for counts in product(range(6), range(7), range(21)) if _value(values, counts) == amount)
        assert fewest_chips(values, Fraction(amount)) == min(tried)


def _value(values: tuple[Fraction, ...], counts: tuple[int, ...]) -> Fraction:
    return sum((value * count for value, count in zip(values, counts, strict=True)), Fraction(0))


@pytest.mark.parametrize("book", BOOKS)
def test_the_scene_shows_what_is_asked(book: str) -> None:
    rules = load_rules(shipped_library(), book, "general-rules")
    reading = next(family for family in FAMILIES if family.id == "read-a-stack")
    fewest = next(family for family in FAMILIES if family.id == "fewest-chips")
    for seed in range(30):
        for level in (1, 2, 3):
            draft = reading.make(rules, level, seed).draft
            lying = [(key, count) for piece in draft.scene.pieces for key, count in piece.counts.items()]
            assert parse_amount(draft.solution) == sum(parse_amount(key) * count for key, count in lying)
        shown = fewest.make(rules, 1, seed).draft
        assert sum(reason.params["count"] for reason in shown.reasons[:-1]) == int(shown.solution)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", [1, 2])
def test_every_chip_of_a_count_lies_there(book: str, level: int) -> None:
    rules = load_rules(shipped_library(), book, "general-rules")
    made = {family.id: family for family in FAMILIES}
    for seed in range(30):
        draft = made["count-the-float"].make(rules, level, seed).draft
        lying = [(key, count) for piece in draft.scene.pieces for key, count in piece.counts.items()]
        assert parse_amount(draft.solution) == sum(parse_amount(key) * count for key, count in lying)
        draft = made["cut-in-stacks"].make(rules, level, seed).draft
        stacks, over = map(int, draft.solution.split())
        assert draft.after is not None
        heaped, cut = ([sum(piece.counts.values()) for piece in scene.pieces] for scene in (draft.scene, draft.after))
        assert sum(heaped) == sum(cut) == stacks * STACK + over and max(heaped) <= STACK
        assert heaped.count(STACK) <= 1  # the heap is not cut yet
        assert sum(count // STACK for count in cut) == stacks


@pytest.mark.parametrize("level", [1, 2])
def test_steps_are_put_in_the_order_of_their_work(level: int) -> None:
    family = next(family for family in FAMILIES if family.id == "steps-in-order")
    rules = load_rules(shipped_library(), "arica", "general-rules")
    asked = set()
    for seed in range(60):
        draft = family.make(rules, level, seed).draft
        order = draft.solution.split(" | ")
        work = next(steps for steps in WORKS.values() if set(order) <= set(steps))
        assert order == [step for step in work if step in order]
        asked.add(work)
    assert asked == set(WORKS.values())


def test_no_act_is_right_in_most_situations() -> None:
    acts = list(SITUATIONS.values())
    assert max(acts.count(act) for act in set(acts)) <= 0.7 * len(acts)


@pytest.mark.parametrize("book", ["arica", "bolivia"])
def test_what_is_allowed_rests_on_a_rule_of_conduct_and_is_not_always_the_same(book: str) -> None:
    rules = load_rules(shipped_library(), book, "general-rules")
    (allowed,) = table_conduct.FAMILIES
    assert allowed.fits(rules) and allowed.facts is not None
    drafts = [allowed.make(rules, 1, number).draft for number in range(allowed.facts(rules, 1))]
    cited = {fact.cite for fact in rules.conduct.values()}
    assert all(draft.reasons[0].cite in cited for draft in drafts)
    answers = [draft.solution for draft in drafts]
    assert min(answers.count(answer) for answer in ("yes", "no")) >= len(answers) / 4


@pytest.mark.parametrize("book", ["baleares", "puerto-rico"])
def test_a_regulation_that_says_little_of_conduct_is_not_asked_about_it(book: str) -> None:
    assert not table_conduct.FAMILIES[0].fits(load_rules(shipped_library(), book, "general-rules"))


@pytest.mark.parametrize(
    ("book", "es", "en"), [("arica", "jefe de mesa", "table manager"), ("puerto-rico", "supervisor", "supervisor")]
)
def test_who_is_called_is_named_as_in_the_lessons_of_that_regulation(book: str, es: str, en: str) -> None:
    rules = load_rules(shipped_library(), book, "general-rules")
    calling = next(family for family in FAMILIES if family.id == "call-or-go-on")
    form = calling.make(rules, 1, 0).draft.form
    assert isinstance(form, ChoiceForm)
    label = next(choice.label for choice in form.choices if choice.id == "call")
    assert (es in say(label, Language.ES), en in say(label, Language.EN)) == (True, True)

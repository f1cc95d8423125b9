"""The house way: set the dealer's hand, name the rule that decides, and find where two house ways differ."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, HandsForm, Slot
from trainer.drills.pai_gow.hands import (
    Pieces,
    cards_text,
    complete_hand,
    hand_of_shape,
    is_complete,
    lawful_settings,
    random_hand,
    random_pieces,
    tiles_for_level,
)
from trainer.drills.pai_gow.scenes import hands_at, near, row_of
from trainer.games.core import Reason
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.deal import Shape
from trainer.games.pai_gow.figures import is_tiles, pai_gow
from trainer.games.pai_gow.setting import (
    HouseSetting,
    different_lawful,
    equal_settings,
    every_setting,
    follows,
    is_lawful,
    set_hand,
)
from trainer.rulebooks import GameRules
from trainer.texts import Message

# The shapes of hands at each level; level 5 has the joker in every hand, level 6 is random.
_SHAPES: dict[int, tuple[Shape, ...]] = {
    1: (Shape.NOTHING, Shape.PAIR, Shape.PAIR),
    2: (Shape.TWO_PAIRS,),
    3: (Shape.THREE_PAIRS, Shape.THREE, Shape.THREE_AND_PAIR, Shape.FOUR, Shape.TWO_THREES, Shape.THREE_AND_TWO_PAIRS),
    5: (Shape.PAIR, Shape.TWO_PAIRS, Shape.THREE, Shape.FOUR, Shape.NOTHING, Shape.TWO_THREES, Shape.THREE_AND_PAIR),
}
_FIVE_ACES = 0.04  # share of the hands with a joker: more than at a table, because they have a rule of their own


def pieces_for_level(rules: GameRules, level: int, rng: random.Random) -> Pieces:
    """Seven cards or four tiles of the level's difficulty."""
    if is_tiles(rules):
        return tiles_for_level(rules, rng, level)
    if level == 4:
        return cards_text(complete_hand(rng))
    if level in (1, 2, 3):
        while True:
            hand = hand_of_shape(rng, rng.choice(_SHAPES[level]))
            if level > 1 or not is_complete(rules, hand):
                return cards_text(hand)
    if level == 5:
        shape = Shape.FIVE if rng.random() < _FIVE_ACES else rng.choice(_SHAPES[5])
        while True:
            hand = hand_of_shape(rng, shape)
            if any(card.is_joker for card in hand):
                return cards_text(hand)
    return cards_text(complete_hand(rng) if rng.random() < 0.3 else random_hand(rng))


def answer(hands: Hands) -> str:
    """A setting as an answer."""
    return f"low={','.join(hands.low)} high={','.join(hands.high)}"


def hands_form(rules: GameRules, pieces: Pieces, right: list[Hands]) -> HandsForm:
    """Two hands to fill; each of the right settings is accepted."""
    sizes = pai_gow(rules).setting
    low = Slot("low", Message("pai-gow.slot.low"), sizes.low)
    high = Slot("high", Message("pai-gow.slot.high"), sizes.high)
    return HandsForm(pieces, (low, high), tuple(answer(hands) for hands in right) if len(right) > 1 else ())


def _set(rules: GameRules, level: int, rng: random.Random) -> Draft:
    pieces = pieces_for_level(rules, level, rng)
    return _setting_question(rules, pieces, set_hand(rules, pieces), "pai-gow.prompt.set")


def _setting_question(rules: GameRules, pieces: Pieces, house: HouseSetting, prompt: str) -> Draft:
    return Draft(
        prompt=Message(prompt, {"way": house.way.names}),
        scene=near(rules, row_of(rules, "hand:dealer", pieces)),
        form=hands_form(rules, pieces, equal_settings(rules, house)),
        solution=answer(house.printed),
        reasons=_why(rules, house),
        mistakes=tuple(named_mistakes(rules, pieces, house)),
        after=near(rules, hands_at(rules, "dealer", house.printed)),
    )


def _why(rules: GameRules, house: HouseSetting) -> tuple[Reason, ...]:
    """The rule that decided and, if the regulation leaves a choice, that the house made it."""
    admitted = len(different_lawful(rules, house)) if house.way.law else 1
    if admitted == 1:
        return (house.reason,)
    return house.reason, Reason("law-completed", {"count": admitted}, house.way.cite)


def named_mistakes(rules: GameRules, pieces: Pieces, house: HouseSetting) -> list[tuple[str, str]]:
    """Every other setting, with the name of its mistake."""
    lawful = lawful_settings(rules, pieces)
    wrong = [hands for hands in lawful if not follows(rules, hands, house)]
    foul = [hands for hands in every_setting(rules, pieces) if hands not in lawful]
    named = [(_mistake(rules, hands, house), answer(hands)) for hands in wrong]
    return named + [("foul", answer(hands)) for hands in foul]


def _mistake(rules: GameRules, hands: Hands, house: HouseSetting) -> str:
    if is_tiles(rules):
        return "another-lawful-setting" if house.way.law and is_lawful(hands, house) else "not-this-house-way"
    pair, house_pair = _is_pair(hands.low), _is_pair(house.printed.low)
    if pair != house_pair:
        return "pair-in-front" if pair else "no-pair-in-front"
    return "another-pair-in-front" if pair else "other-cards-in-front"


def _is_pair(low: tuple[str, ...]) -> bool:
    first, second = ("A" if text == "JK" else text[0] for text in low)
    return first == second


# ── which rule decides ───────────────────────────────────────────────────────────────────────────────────────────────


_OTHER_HANDS = 8


def _any_hand(rules: GameRules, rng: random.Random) -> Pieces:
    """Random tiles, or cards of one of the levels of setting."""
    return random_pieces(rules, rng) if is_tiles(rules) else pieces_for_level(rules, rng.choice((1, 2, 3, 4, 5)), rng)


def _which_rule(rules: GameRules, level: int, rng: random.Random) -> Draft:
    pieces = _any_hand(rules, rng)
    house = set_hand(rules, pieces)
    decided = house.decider.rule
    # A rule is offered as often as it decides a hand; otherwise rules that hardly ever apply could be left out unread.
    deciding = {set_hand(rules, _any_hand(rules, rng)).decider.rule.id for _ in range(_OTHER_HANDS)}
    others = [rule for rule in house.way.rules if rule is not decided and rule.id in deciding]
    others = others or [rule for rule in house.way.rules if rule is not decided]
    # If the house way has few rules, level 1 offers only some of them, so that level 2 is harder.
    count = max(1, min(3, len(others) // 2)) if level == 1 else min(7, len(others))
    shown = [decided, *rng.sample(others, count)]
    ordered = [rule for rule in house.way.rules if rule in shown]
    choices = tuple(Choice(rule.id, Message("pai-gow.rule", {"rule": rule.id, "name": rule.names})) for rule in ordered)
    at = house.way.rules.index(decided)
    wrong = [
        ("rule-comes-later" if house.way.rules.index(rule) > at else "rule-does-not-fit", rule.id)
        for rule in ordered
        if rule is not decided
    ]
    return Draft(
        prompt=Message("pai-gow.prompt.which-rule", {"way": house.way.names}),
        scene=near(rules, row_of(rules, "hand:dealer", pieces)),
        form=ChoiceForm(choices),
        solution=decided.id,
        reasons=(house.reason, *_text_of(house)),
        mistakes=tuple(wrong),
        after=near(rules, hands_at(rules, "dealer", house.printed)),
    )


def _text_of(house: HouseSetting) -> tuple[Reason, ...]:
    """The whole rule, if the reason had only the case that applies."""
    if house.decider.case.says is None:
        return ()
    rule = house.decider.rule
    return (Reason("rule-text", {"text": rule.text}, rule.cite or house.way.cite),)


# ── two house ways ───────────────────────────────────────────────────────────────────────────────────────────────────


_DEALS = 40


def _two_ways(rules: GameRules, level: int, rng: random.Random) -> Draft:
    own = rules.option("house-way")
    others = [name for name in rules.house_ways if name != own]
    wants_difference = level == 2 or rng.random() < 0.5
    differ = not wants_difference
    while differ != wants_difference:
        other = rng.choice(others)
        for _ in range(_DEALS):  # two ways may differ so rarely that no hand is found
            pieces = random_pieces(rules, rng)
            here, there = set_hand(rules, pieces), set_hand(rules, pieces, other)
            differ = not follows(rules, here.printed, there)
            if differ == wants_difference:
                break
    if level == 2:
        return _setting_question(rules, pieces, there, "pai-gow.prompt.set-other-way")
    return Draft(
        prompt=Message("pai-gow.prompt.two-ways", {"one": here.way.names, "other": there.way.names}),
        scene=near(rules, row_of(rules, "hand:dealer", pieces)),
        form=ChoiceForm(tuple(Choice(key, Message(f"pai-gow.two-ways.{key}")) for key in ("same", "differ"))),
        solution="differ" if differ else "same",
        reasons=(here.reason, there.reason),
        mistakes=(("ways-agree", "differ"), ("ways-differ", "same")),
        after=near(rules, hands_at(rules, "dealer", here.printed)),
    )


SET_CARDS = Family(
    id="set-the-cards",
    area="pai-gow",
    levels=(Level(20), Level(20), Level(20), Level(25), Level(25), Level(12)),
    build=_set,
    revision=2,
    fits=lambda rules: not is_tiles(rules),
)
SET_TILES = Family(
    id="set-the-tiles",
    area="pai-gow",
    levels=(Level(15), Level(15), Level(15), Level(12), Level(7)),
    build=_set,
    fits=is_tiles,
)
WHICH_RULE = Family(
    id="which-rule", area="pai-gow", levels=(Level(10, drafts=4), Level(12, drafts=10)), build=_which_rule, revision=5
)
TWO_WAYS = Family(
    id="two-ways",
    area="pai-gow",
    levels=(Level(15), Level(15)),
    build=_two_ways,
    revision=2,
    fits=lambda rules: len(rules.house_ways) > 1,
)

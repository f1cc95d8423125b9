"""Checking settings: find the wrong one, foul or not, and lawful under 11.6(D) or the house's own."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.pai_gow.hands import Pieces, fouls, lawful_settings, random_pieces, random_table
from trainer.drills.pai_gow.house_way import pieces_for_level
from trainer.drills.pai_gow.scenes import hands_at, near, scene
from trainer.drills.scene import AnyPiece
from trainer.games.core import Reason
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.decide import JudgeSetting, decide
from trainer.games.pai_gow.figures import is_tiles, pai_gow
from trainer.games.pai_gow.setting import every_setting, follows, is_lawful, set_hand
from trainer.rulebooks import GameRules
from trainer.texts import Message

_NONE = "none"


def _wrong_settings(rules: GameRules, pieces: Pieces) -> list[Hands]:
    """Settings that are not foul and not the house way."""
    house = set_hand(rules, pieces)
    return [hands for hands in lawful_settings(rules, pieces) if not follows(rules, hands, house)]


def _mis_set(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Several hands are set; one of them, or none, is not set the house way."""
    count = (2, 4, 6)[level - 1]
    table = random_table(rules, rng, count)
    set_right = [set_hand(rules, pieces) for pieces in table]
    shown = [house.printed for house in set_right]
    can_be_wrong = [index for index, pieces in enumerate(table) if _wrong_settings(rules, pieces)]
    wrong_at = rng.choice(can_be_wrong) if can_be_wrong and rng.random() < 0.8 else None
    if wrong_at is not None:
        shown[wrong_at] = _plausible(rules, table[wrong_at], rng)
    show = near if count == 2 else scene
    seats = ["dealer", "1"] if count == 2 else [str(seat) for seat in range(1, count + 1)]
    laid_out: list[AnyPiece] = [
        piece for seat, hands in zip(seats, shown, strict=True) for piece in hands_at(rules, seat, hands)
    ]
    solution = _NONE if wrong_at is None else seats[wrong_at]
    labels = [Choice(seat, _place_name(seat)) for seat in seats]
    figures = pai_gow(rules).house_way
    if wrong_at is None:
        reasons = tuple(house.reason for house in set_right)
        after = show(rules, laid_out)
    else:
        reasons = (set_right[wrong_at].reason, Reason("reset-and-go-on", {}, figures.reset_cite))
        after = show(
            rules,
            [
                piece
                for seat, house in zip(seats, set_right, strict=True)
                for piece in hands_at(rules, seat, house.printed)
            ],
            glow=(f"high:{solution}", f"low:{solution}"),
        )
    return Draft(
        prompt=Message("pai-gow.prompt.mis-set", {"way": set_right[0].way.names}),
        scene=show(rules, laid_out),
        form=ChoiceForm((*labels, Choice(_NONE, Message("pai-gow.none")))),
        solution=solution,
        reasons=reasons,
        mistakes=(("missed-it", _NONE), *(("that-one-is-right", seat) for seat in seats)),
        after=after,
    )


def _place_name(seat: str) -> Message:
    return Message("pai-gow.seat", {"seat": seat}) if seat.isdigit() else Message("pai-gow.dealer")


def _plausible(rules: GameRules, pieces: Pieces, rng: random.Random) -> Hands:
    """A wrong setting that somebody might make: cards with a good low hand, any tiles."""
    wrong = _wrong_settings(rules, pieces)
    if is_tiles(rules):
        return rng.choice(wrong)
    return rng.choice(wrong[: max(1, len(wrong) // 3)])  # low hands come highest first


# ── foul or not ──────────────────────────────────────────────────────────────────────────────────────────────────────

_VERDICTS = ("stands", "foul", "wrong-number")


def _foul(rules: GameRules, level: int, rng: random.Random) -> Draft:
    pieces = pieces_for_level(rules, rng.choice((1, 2, 3) if level == 1 else (2, 3, 4, 5)), rng)
    every = every_setting(rules, pieces)
    kind = rng.choice(("stands", "stands", "foul", "foul", "wrong-number"))
    foul = [hands for hands in every if fouls(rules, hands)]
    fine = [hands for hands in every if hands not in foul]
    if level > 1:  # hard cases: pairs in the low hand, and similar hands
        foul, fine = _close(foul), _close(fine)
    if kind == "foul" and not foul:
        kind = "stands"
    if kind == "wrong-number":
        odd = rng.choice(fine)
        hands = Hands(high=odd.high[:-1], low=(*odd.low, odd.high[-1]))
    else:
        hands = rng.choice(foul if kind == "foul" else fine)
    decision = decide(rules, JudgeSetting(high=hands.high, low=hands.low))
    solution = decision.facts.get("fault") or "stands"
    return Draft(
        prompt=Message("pai-gow.prompt.foul"),
        scene=near(rules, hands_at(rules, "1", hands)),
        form=ChoiceForm(tuple(Choice(key, Message(f"pai-gow.verdict.{key}")) for key in _VERDICTS)),
        solution=solution,
        reasons=decision.reasons[:1],
        mistakes=(("let-a-foul-stand", "stands"), ("called-a-foul", "foul"), ("miscounted", "wrong-number")),
    )


def _close(settings: list[Hands]) -> list[Hands]:
    """Settings with a pair in the low hand, if there are any."""
    paired = [hands for hands in settings if len({"A" if text == "JK" else text[0] for text in hands.low}) == 1]
    return paired or settings


# ── lawful, or the house's ───────────────────────────────────────────────────────────────────────────────────────────

_LAW = ("house", "lawful", "unlawful")


def _law(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Four tiles and one setting of them: what do 11.6(D) and its completion say about it?"""
    way = law_of(rules)
    wanted = rng.choice(_LAW)
    while True:
        pieces = random_pieces(rules, rng)
        house = set_hand(rules, pieces, way)
        kinds = {_law_kind(rules, hands, way): hands for hands in every_setting(rules, pieces)}
        if wanted in kinds:
            break
    hands = kinds[wanted]
    reasons = [house.reason]
    if wanted == "lawful":
        reasons.append(Reason("law-leaves-a-choice", {}, house.way.cite))
    return Draft(
        prompt=Message("pai-gow.prompt.law", {"way": house.way.names}),
        scene=near(rules, hands_at(rules, "dealer", hands)),
        form=ChoiceForm(tuple(Choice(key, Message(f"pai-gow.law.{key}")) for key in _LAW)),
        solution=wanted,
        reasons=tuple(reasons),
        mistakes=(("took-lawful-for-house", "house"), ("too-strict", "unlawful"), ("too-lenient", "lawful")),
        after=near(rules, hands_at(rules, "dealer", house.printed)),
    )


def law_of(rules: GameRules) -> str:
    """The name of the house way that is the regulation's own text; empty if there is none."""
    return next((name for name, way in rules.house_ways.items() if way.law), "")


def _law_kind(rules: GameRules, hands: Hands, way: str) -> str:
    house = set_hand(rules, (*hands.high, *hands.low), way)
    if follows(rules, hands, house):
        return "house"
    return "lawful" if is_lawful(hands, house) else "unlawful"


MIS_SET = Family(
    id="find-the-mis-set-hand",
    area="pai-gow",
    levels=(Level(25, drafts=6), Level(45), Level(60)),
    build=_mis_set,
    revision=2,
)
FOUL = Family(
    id="foul-or-not",
    area="pai-gow",
    levels=(Level(8, drafts=8), Level(10, drafts=8)),
    build=_foul,
    revision=2,
    fits=lambda rules: not is_tiles(rules),
)
LAW = Family(
    id="lawful-or-house",
    area="pai-gow",
    levels=(Level(15),),
    build=_law,
    fits=lambda rules: is_tiles(rules) and bool(law_of(rules)),
    needs=("set-the-tiles",),
)

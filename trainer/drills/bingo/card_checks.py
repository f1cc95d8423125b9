"""Checking cards: is a claim valid, and is a card well formed."""

from __future__ import annotations

import random
from typing import Any

from trainer.drills.bingo.hall import column_numbers, numbers_of, random_card, shape_numbers, shown, spots_of
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.games.bingo.cards import BLANK, Grid, crosses_centre, faults, progress
from trainer.games.bingo.decide import CardCheck, ClaimCheck, decide
from trainer.games.bingo.figures import bingo
from trainer.rulebooks import GameRules
from trainer.texts import Message

_VERDICTS = {"complete": "good", "missing": "missing", "late": "too-late", "another-before": "too-late"}
_ANSWERS = {1: ("good", "missing"), 2: ("good", "missing", "too-late"), 3: ("good", "missing", "too-late", "not-valid")}


def _verdict(facts: dict[str, Any]) -> str:
    return _VERDICTS.get(facts["why"], "too-late" if facts["why"] == "order-given" else "not-valid")


# ── is it good? ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _good_card(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A valid claim or one number short; then called too late; then a card that is not valid at all.

    The player has marked the whole figure, including numbers that never came: only the board decides.
    """
    trouble = rng.choice(_ANSWERS[level])
    asked = _claim(rules, rng, trouble)
    while _verdict(decide(rules, asked).facts) != trouble:  # by chance another row was full before
        asked = _claim(rules, rng, trouble)
    decision = decide(rules, asked)
    solution, card, drawn = _verdict(decision.facts), asked.card, asked.drawn
    figure = bingo(rules).figures[asked.figure]
    wanted = _dabbed(rules, asked)
    params: dict[str, Any] = {"figure": figure.names, "ball": drawn[-1]}
    told = _what_is_told(asked)
    prompt = Message("bingo.prompt.good-card", params)
    if told is not None:
        prompt = Message("bingo.prompt.good-card-told", params | {"told": told})
    missing = decision.facts.get("missing", [])
    answers = _ANSWERS[level]
    return Draft(
        prompt=prompt,
        scene=shown(rules, card, drawn, wanted),
        form=ChoiceForm(tuple(Choice(each, Message(f"bingo.verdict.{each}")) for each in answers)),
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple((_slip(solution, each), each) for each in answers if each != solution),
        after=shown(rules, card, drawn, wanted, glow=spots_of(card, missing)),
    )


def _claim(rules: GameRules, rng: random.Random, trouble: str) -> ClaimCheck:
    """A claim with a card and balls that make this verdict likely."""
    ours = bingo(rules)
    lawful = [key for key, each in ours.figures.items() if ours.card.centre_counts or not crosses_centre(rules, each)]
    name = rng.choice(lawful)
    card = random_card(rules, rng)
    drawn = _drawn(rules, rng, card, shape_numbers(card, rng.choice(ours.figures[name].shapes)), trouble)
    more = _circumstances(rules, rng, trouble, len(drawn))
    return ClaimCheck(prize=ours.figures[name].prize, card=card, drawn=tuple(drawn), figure=name, **more)


def _dabbed(rules: GameRules, asked: ClaimCheck) -> list[int]:
    """The numbers that the player marked."""
    found = progress(rules, asked.card, asked.figure, asked.drawn)
    return list(found.numbers)


def _drawn(rules: GameRules, rng: random.Random, card: Grid, wanted: list[int], trouble: str) -> list[int]:
    """Balls up to the claim: all wanted numbers or all but one, ending with a wanted one unless it is late."""
    others = [ball for ball in range(1, bingo(rules).balls.highest + 1) if ball not in numbers_of(card)]
    other_cells = [number for number in numbers_of(card) if number not in wanted]
    rest = rng.sample(others, rng.randint(12, 24)) + rng.sample(other_cells, len(other_cells) // 3)
    came = list(wanted)
    rng.shuffle(came)
    if trouble == "missing":
        came.pop()
    last = came.pop()
    order = rest + came
    rng.shuffle(order)
    if trouble == "too-late" and bingo(rules).claims.late == "no":
        return [*order[:-1], last, order[-1]] if order[-1] not in wanted else [*order, last, _fresh(rng, others, rest)]
    return [*order, last]


def _fresh(rng: random.Random, others: list[int], used: list[int]) -> int:
    return rng.choice([ball for ball in others if ball not in used])


def _circumstances(rules: GameRules, rng: random.Random, trouble: str, balls: int) -> dict[str, Any]:
    if trouble == "too-late" and bingo(rules).claims.late != "no":
        if rng.random() < 0.5:
            return {"order_given": True}
        return {"won_after": balls - rng.randint(1, 3)}
    if trouble == "not-valid":
        return rng.choice([{"defaced": True}, {"of_this_game": False}, {"cards": 2}])
    return {}


def _what_is_told(asked: ClaimCheck) -> Message | None:
    """What the trainee cannot see on the felt."""
    if asked.order_given:
        return Message("bingo.told.order-given")
    if asked.won_after is not None:
        return Message("bingo.told.another-before", {"ball": asked.drawn[asked.won_after - 1]})
    if asked.defaced:
        return Message("bingo.told.defaced")
    if not asked.of_this_game:
        return Message("bingo.told.other-game")
    if asked.cards > 1:
        return Message("bingo.told.two-cards")
    return None


def _slip(right: str, given: str) -> str:
    if right == "good":
        return "refused-a-good-card"
    return f"paid-{right}" if given == "good" else "another-reason"


# ── is it well formed? ───────────────────────────────────────────────────────────────────────────────────────────────

_FAULTS = ("number-twice", "numbers-in-row", "empty-column", "number-in-wrong-column")


def _well_formed(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A card as the printer delivered it."""
    form = bingo(rules).card
    # If every place has a number, an empty column is more than one defect; without ranges no column is wrong.
    impossible = {"empty-column"} if form.in_row == form.columns else set()
    impossible |= set() if form.ranges else {"number-in-wrong-column"}
    kinds = [kind for kind in _FAULTS if kind not in impossible]
    wanted = rng.choice(["valid", *kinds])
    card = random_card(rules, rng)
    for _ in range(200):
        tried = card if wanted == "valid" else _damaged(rules, rng, card, wanted)
        # A blank place is one defect, although it is missing in its row and its column.
        found = [fault for fault in faults(rules, tried) if fault != "numbers-in-column" or wanted != "numbers-in-row"]
        if found == ([] if wanted == "valid" else [wanted]):
            card = tried
            break
        card = random_card(rules, rng)
    decision = decide(rules, CardCheck(card=card))
    solution = (decision.facts["faults"] or ["valid"])[0]
    choices = ("valid", *kinds)
    return Draft(
        prompt=Message("bingo.prompt.well-formed"),
        scene=shown(rules, card),
        form=ChoiceForm(tuple(Choice(each, Message(f"bingo.form.{each}")) for each in choices)),
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple(
            ("found-no-fault" if each == "valid" else "another-fault", each) for each in choices if each != solution
        ),
    )


def _damaged(rules: GameRules, rng: random.Random, card: Grid, fault: str) -> Grid:
    rows = [list(row) for row in card]
    places = [(r, c) for r, row in enumerate(rows) for c, number in enumerate(row) if number != BLANK]
    row, column = rng.choice(places)
    if fault == "number-twice":
        same = [place for place in places if place[1] == column and place != (row, column)]
        other = rng.choice(same or places)
        rows[row][column] = rows[other[0]][other[1]]
    elif fault == "numbers-in-row":
        rows[row][column] = BLANK
    elif fault == "number-in-wrong-column":
        wrong = rng.choice([each for each in range(bingo(rules).card.columns) if each != column])
        rows[row][column] = rng.choice(column_numbers(rules, wrong))
    else:
        for line in rows:
            if line[column] != BLANK:
                line[column] = BLANK
                blank = rng.choice([at for at, number in enumerate(line) if number == BLANK and at != column])
                line[blank] = rng.choice(column_numbers(rules, blank))
    return tuple(map(tuple, rows))


FAMILIES: tuple[Family, ...] = (
    Family(id="good-card", area="bingo", levels=(Level(15), Level(15), Level(18)), build=_good_card),
    Family(id="well-formed", area="bingo", levels=(Level(15),), build=_well_formed, revision=2),
)

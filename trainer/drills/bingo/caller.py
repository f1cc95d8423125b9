"""The caller: the letter of a ball, the next call, and the figures of the sale."""

from __future__ import annotations

import random

from msgspec import structs

from trainer.drills.bingo.hall import last_ball, random_card, shown, won
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.scene import Note, Scene
from trainer.games.bingo.decide import Ball, announced, decide
from trainer.games.bingo.figures import bingo
from trainer.games.bingo.limits import SecondSeries, Start, limit
from trainer.rulebooks import GameRules
from trainer.texts import Message

_BALL = "bingo-ball"  # felt without the board, whose rows show the letters
_CALLS_SHOWN = 4
_CHECKED = {"line-verified": "line", "bingo-verified": "bingo"}  # moments at which a card has won, with the prize
_FEWEST_CALLS = 4  # fewest calls to choose from


# ── letters ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _letter(rules: GameRules, level: int, index: int) -> Draft:
    number = index + 1
    decision = decide(rules, Ball(number=number))
    letters = bingo(rules).balls.letters
    solution = str(decision.facts["letter"])
    return Draft(
        prompt=Message("bingo.prompt.letter", {"number": number}),
        scene=Scene(felt=_BALL, pieces=(last_ball(number),)),
        form=ChoiceForm(tuple(Choice(letter, letter) for letter in letters)),
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple(("another-column", letter) for letter in letters if letter != solution),
        after=Scene(felt=_BALL, pieces=(last_ball(number), Note(spot="call", says=str(decision.facts["call"])))),
    )


# ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _moments(rules: GameRules) -> list[tuple[str, int]]:
    """Every event with the position of each of its calls; the call of a ball has its own drill."""
    announcements = bingo(rules).announcements
    return [(event, at) for event, calls in announcements.items() if event != "ball-drawn" for at in range(len(calls))]


def _asks_the_words(rules: GameRules) -> bool:
    """Whether the hall has prescribed words; if not, the ball itself is called."""
    return len(_moments(rules)) >= _FEWEST_CALLS


_EVERY = 5  # every fifth ball is asked about


def _facts(rules: GameRules, level: int) -> int:
    return len(_moments(rules)) if _asks_the_words(rules) else bingo(rules).balls.highest // _EVERY


def _ball_called(rules: GameRules, number: int) -> Draft:
    """A ball has come: its call with its letter, with another letter, or without."""
    decision = decide(rules, Ball(number=number))
    right = str(decision.facts["call"])
    rng = random.Random(number)
    letters = [letter for letter in bingo(rules).balls.letters if f"{letter} {number}" != right]
    others = [str(number), *(f"{letter} {number}" for letter in rng.sample(letters, _CALLS_SHOWN - 1))]
    wrong = [call for call in others if call != right][: _CALLS_SHOWN - 1]
    shown_calls = [*wrong]
    shown_calls.insert(number // _EVERY % _CALLS_SHOWN, right)
    ids = {call: call.replace(" ", "-") for call in shown_calls}
    return Draft(
        prompt=Message("bingo.prompt.said-now", {"what": Message("bingo.event.ball-drawn", {"number": number})}),
        scene=Scene(felt=_BALL, pieces=(last_ball(number),)),
        form=ChoiceForm(tuple(Choice(ids[call], call) for call in shown_calls)),
        solution=ids[right],
        reasons=decision.reasons,
        mistakes=tuple(("forgot-the-letter" if call == str(number) else "another-column", ids[call]) for call in wrong),
        after=Scene(felt=_BALL, pieces=(last_ball(number), Note(spot="call", says=right))),
    )


def _said_now(rules: GameRules, level: int, index: int) -> Draft:
    if not _asks_the_words(rules):
        return _ball_called(rules, (index + 1) * _EVERY)
    event, at = _moments(rules)[index]
    decision = announced(rules, event)
    order = decision.facts["order"]
    solution = order[at]
    others = [call for call in rules.calls if call not in (solution, "ball") and call not in order[:at]]
    rng = random.Random(index)
    choices = rng.sample([solution, *rng.sample(others, _CALLS_SHOWN - 1)], _CALLS_SHOWN)
    what = (
        Message(f"bingo.event.{event}")
        if at == 0
        else Message("bingo.event.said", {"says": rules.calls[order[at - 1]].says})
    )
    hall = won(rules, rng, _CHECKED[event]) if event in _CHECKED else shown(rules, random_card(rules, rng))
    return Draft(
        prompt=Message("bingo.prompt.said-now", {"what": what}),
        scene=hall,
        form=ChoiceForm(tuple(Choice(call, rules.calls[call].says) for call in choices)),
        solution=solution,
        reasons=decision.reasons[at : at + 1],
        mistakes=tuple(("another-moment", call) for call in choices if call != solution),
        after=structs.replace(hall, pieces=(*hall.pieces, Note(spot="call", says=_words(rules, solution)))),
    )


def _words(rules: GameRules, call: str) -> Message:
    return Message("bingo.reason.said", {"says": rules.calls[call].says, "when": rules.calls[call].when})


# ── the sale ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sale(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """How many cards a game needs; then how far a second series may be sold."""
    notes: tuple[tuple[str, Message], ...]
    if level == 1:
        positions = rng.randint(4, 60) * 10 + rng.choice((0, 3, 5, 8))
        decision = limit(rules, Start(cards_sold=0, positions=positions, players=0))
        solution = str(decision.facts["minimum"])
        least = bingo(rules).sale
        share = positions * (least.positions_percent if least else 0) // 100
        prompt = Message("bingo.prompt.start", {"positions": positions})
        notes = ()
        wrong = [("rounded-down", str(share)), ("took-the-positions", str(positions))]
    else:
        first = rng.randint(50, 900)
        decision = limit(rules, SecondSeries(first_series_from=first, first_series_to=first + rng.randint(200, 900)))
        solution = str(decision.facts["second_series_to"])
        prompt = Message("bingo.prompt.second-series", {"first": first})
        notes = (("call", Message("bingo.card-number", {"number": first})),)
        wrong = [("sold-an-equal-card", str(first)), ("one-beyond", str(first + 1))]
    return Draft(
        prompt=prompt,
        scene=shown(rules, random_card(rules, rng), notes=notes),
        form=AmountForm(),
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple((mistake, answer) for mistake, answer in wrong if answer != solution),
    )


FAMILIES: tuple[Family, ...] = (
    Family(
        id="letter",
        area="bingo",
        levels=(Level(3),),
        facts=lambda rules, level: bingo(rules).balls.highest,
        build_fact=_letter,
        fits=lambda rules: bool(bingo(rules).balls.letters),
    ),
    Family(
        id="said-now",
        area="bingo",
        levels=(Level(6),),
        facts=_facts,
        build_fact=_said_now,
        revision=2,  # 2: the card is shown
        fits=lambda rules: _asks_the_words(rules) or bool(bingo(rules).balls.letters),
    ),
    Family(
        id="sale",
        area="bingo",
        levels=(Level(8), Level(8)),
        build=_sale,
        revision=2,  # 2: a sold card is shown
        fits=lambda rules: bingo(rules).sale is not None,
    ),
)

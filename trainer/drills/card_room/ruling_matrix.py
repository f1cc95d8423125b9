"""The same accident in every game of the card room: which games give which ruling.

An entry of a rulebook names its ``accident``. A row of the matrix is an accident with all games that have an article on
it. The scene shows the accident.
"""

from __future__ import annotations

import random
from functools import cache

import msgspec

from trainer.drills.card_room.accident_scenes import accident_pieces
from trainer.drills.card_room.table import scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.games.core import Reason
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.schema import Irregularity
from trainer.texts import Message

FAMILY = "card-room"
# Rulings that mean the same: reordered cards are a corrected deal, and a void hand is dealt again.
_IN_OTHER_WORDS = {"reorder-cards": "correct", "hand-void": "all-cards-back-and-reshuffle"}


class Cell(msgspec.Struct, frozen=True):
    """The ruling of one game on an accident."""

    rulebook: str
    game: str
    key: str
    entry: Irregularity

    @property
    def place(self) -> str:
        return f"{self.rulebook}/{self.game}"

    @property
    def ruling(self) -> str:
        return merged_ruling(str(self.entry.data["action"]))


def merged_ruling(action: str) -> str:
    """A ruling, with rulings that mean the same under one name."""
    return _IN_OTHER_WORDS.get(action, action)


@cache
def shipped_cells() -> tuple[Cell, ...]:
    """Every accident in the shipped rulebooks, under the default options."""
    library = shipped_library()
    found: list[Cell] = []
    for book in library.rulebooks():
        for game in library.games(book):
            rules = load_rules(library, book, game)
            if rules.family == FAMILY:
                found += cells(rules)
    return tuple(found)


def cells(rules: GameRules) -> list[Cell]:
    """The accidents of one game."""
    return [
        Cell(rules.rulebook, rules.game, key, entry)
        for key, entry in rules.irregularities.items()
        if "accident" in entry.data and "action" in entry.data
    ]


def row(rules: GameRules, accident: str) -> tuple[Cell, ...]:
    """An accident in every game with an article on it.

    This game is taken under the house's options, the others under their defaults.
    """
    here = [cell for cell in cells(rules) if cell.entry.data["accident"] == accident]
    there = [
        cell
        for cell in shipped_cells()
        if cell.entry.data["accident"] == accident and (cell.rulebook, cell.game) != (rules.rulebook, rules.game)
    ]
    return (*here, *there)


def rows(rules: GameRules) -> list[str]:
    """The accidents of this game on which the games differ."""
    named = dict.fromkeys(str(cell.entry.data["accident"]) for cell in cells(rules))
    return [accident for accident in named if len({cell.ruling for cell in row(rules, accident)}) > 1]


def rulings_of(rules: GameRules, accident: str) -> list[str]:
    """The rulings of all games on an accident, each once."""
    return list(dict.fromkeys(cell.ruling for cell in row(rules, accident)))


# ── which games rule so? ─────────────────────────────────────────────────────────────────────────────────────────────


def _questions(rules: GameRules) -> list[tuple[str, str]]:
    """Every accident with each of its rulings."""
    return [(accident, ruling) for accident in rows(rules) for ruling in rulings_of(rules, accident)]


def _same_accident(rules: GameRules, level: int, number: int) -> Draft:
    accident, ruling = _questions(rules)[number]
    whole = row(rules, accident)
    rng = random.Random(f"{rules.rulebook} {rules.game} {accident} {ruling}")
    shown = _some(rng, whole, ruling)
    # In every third question the list begins with a game that rules so, else with one that does not.
    begins = next(place for place, cell in enumerate(shown) if (cell.ruling == ruling) is (number % 3 == 0))
    shown = shown[begins:] + shown[:begins]
    right = [cell.place for cell in shown if cell.ruling == ruling]
    entry = whole[0].entry
    reasons = [
        Reason(
            "in-game", {"book": _names(cell)[0], "game": _names(cell)[1], "action": cell.entry.action}, cell.entry.cite
        )
        for cell in shown
    ]
    params = {"situation": entry.situation, "ruling": Message(f"card-room.ruling.{ruling}")}
    here = f"{rules.rulebook}/{rules.game}"
    everything = " ".join(cell.place for cell in shown)
    return Draft(
        prompt=Message("card-room.prompt.same-accident", params),
        scene=scene(rules, accident_pieces(rules, rng, whole[0].key, entry)),
        form=ChoiceForm(tuple(Choice(cell.place, _column(cell)) for cell in shown), several=True),
        solution=" ".join(right),
        reasons=tuple(reasons),
        mistakes=(("same-everywhere", everything), ("only-this-game", here)),
    )


_MOST_SHOWN = 6


def _some(rng: random.Random, whole: tuple[Cell, ...], ruling: str) -> list[Cell]:
    """This game and some others, of those that rule so and those that do not, in their order."""
    first, *others = whole
    so = [cell for cell in others if cell.ruling == ruling]
    not_so = [cell for cell in others if cell.ruling != ruling]
    rng.shuffle(so)
    rng.shuffle(not_so)
    half = (_MOST_SHOWN - 1) // 2
    kept = [first, *so[:half], *not_so[:half], *so[half:], *not_so[half:]][:_MOST_SHOWN]
    return sorted(kept, key=lambda cell: cell.place)


@cache
def _names_of(place: str) -> tuple[object, object]:
    book, game = place.split("/")
    rules = load_rules(shipped_library(), book, game)
    return rules.info.names, rules.names


def _names(cell: Cell) -> tuple[object, object]:
    return _names_of(cell.place)


def _column(cell: Cell) -> Message:
    book, game = _names(cell)
    return Message("card-room.column", {"book": book, "game": game})


def _is_shipped(rules: GameRules) -> bool:
    return rules.rulebook in shipped_library().rulebooks() and bool(rows(rules))


MATRIX = Family(
    id="same-accident",
    area="card-room",
    levels=(Level(20),),
    facts=lambda rules, level: len(_questions(rules)),
    build_fact=_same_accident,
    fits=_is_shipped,
    revision=4,
    needs=("misdeal-or-play-on",),
)

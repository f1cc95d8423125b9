"""Scenes on a page: chosen among a drill's questions, or described piece by piece.

A page names a case instead of a seed, because a seed gives a different hand at every table: ``=natural`` is a question
with this answer, ``=some`` one whose answer is not “nothing”, ``@dont-pass`` one with a piece on this spot,
``~opens-low-card`` one decided by this rule; ``=some 2`` is the second such question, for a second picture.

A described scene lists each spot and what lies on it: ``pile:2=20x1`` is twenty chips of the lowest everyday value,
``pile:2=1x4+6x1`` one of the fourth value with six of the lowest on top, ``pile:3=3xcolour`` a player's colour chips;
``KS`` is a card, ``??`` a card face down, ``6-5`` dice, ``dolly`` a marker, ``#fill-slip`` a slip of paper
(``lesson.paper``). After ``->`` comes the scene that follows, after ``|`` the caption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from trainer.course.worked_examples import NOTHING, PICTURED_SEED, TRIED_SEED
from trainer.drills.core import Draft, Family
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Scene
from trainer.equipment.money import print_amount
from trainer.rulebooks import GameRules
from trainer.texts import Message

_LOOKED_AT = 100  # questions searched; the rarest case of a page is among the first sixty
_CHIPS = re.compile(r"(\d+)x(\d|colour)")
_CARD = re.compile(r"[A2-9TJQK][SHDC]")
_DICE = re.compile(r"[1-6]-[1-6]")
_FACE_DOWN = "??"
# The texts contain what is written on them.
_PAPERS = ("fill-slip", "whole-ticket", "one-fraction", "scratched", "crossed-out", "forecast", "jackpot-call")
Laid = Chips | CardPiece | DicePiece | Marker | Note


def seed_of(family: Family, rules: GameRules, level: int, wanted: str, which: int = 1) -> int:
    """Seed of the first or a later question of the case that a page names; raises `ValueError` if there is none."""
    for seed in islice(seeds_of(family, rules, level, wanted), which - 1, None):
        return seed
    raise ValueError(f"{rules.rulebook}/{rules.game} {rules.variant}: {family.id} {level} never has {wanted}")


def seeds_of(family: Family, rules: GameRules, level: int, wanted: str) -> Iterator[int]:
    """Seeds of the questions of the case that a page names."""
    count = family.facts(rules, level) if family.facts is not None else _LOOKED_AT
    for seed in range(PICTURED_SEED, PICTURED_SEED + count):
        if family.facts is None and seed == TRIED_SEED:
            continue  # do not show the question that the drill's own page asks
        if _is_wanted(family.make(rules, level, seed).draft, wanted):
            yield seed


def _is_wanted(draft: Draft, wanted: str) -> bool:
    sign, name = wanted[0], wanted[1:]
    if sign == "@":
        return any(re.split("[@:]", piece.spot)[0] == name for piece in draft.scene.pieces)
    if sign == "~":
        return any(reason.rule == name for reason in draft.reasons)
    if name == "some":
        return draft.solution not in NOTHING
    return re.split("[ :]", draft.solution)[0] == name


def laid_out(felt: str, written: str, rules: GameRules) -> Scene:
    """A scene from its text form; raises `ValueError` that names the unreadable part."""
    pieces: list[Laid] = []
    for word in written.split():
        spot, _, things = word.partition("=")
        chips: dict[str, int] = {}
        for thing in things.split("+"):
            if match := _CHIPS.fullmatch(thing):
                chips[_chip(match[2], rules)] = int(match[1])
            else:
                pieces.append(_piece(spot, thing))
        if chips:
            pieces.append(Chips(spot=spot, counts=chips))
    return Scene(felt=felt, pieces=tuple(pieces))


def _chip(place: str, rules: GameRules) -> str:
    """A player's colour, or the denomination at this index among the everyday ones."""
    if place == "colour":
        return rules.info.colour_chips[0]
    whole = sorted(value for value in rules.info.chips.values if value.denominator == 1)
    return print_amount(whole[int(place) - 1])


def _piece(spot: str, thing: str) -> Laid:
    if thing == _FACE_DOWN:
        return CardPiece(spot=spot, card="", face_up=False)
    if _CARD.fullmatch(thing):
        return CardPiece(spot=spot, card=thing)
    if thing.startswith("#") and (paper := thing[1:]) in _PAPERS:
        return Note(spot=spot, says=Message(f"lesson.paper.{paper}"))
    if _DICE.fullmatch(thing):
        return DicePiece(spot=spot, roll=thing)
    if not re.fullmatch("[a-z-]+", thing):
        raise ValueError(f"nothing on a table is written {thing!r}")
    return Marker(spot=spot, kind=thing)

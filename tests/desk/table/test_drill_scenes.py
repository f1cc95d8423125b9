"""Whatever a drill lays on a felt can be drawn and read there: every family, level and rulebook."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from tests.drills.question_cache import made
from trainer.catalogue import DRILLED
from trainer.desk.style.theme import DARK
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table import labels as plates
from trainer.desk.table.arrangement import PiecePlace, arrange
from trainer.desk.table.pieces.cards import RATIO
from trainer.drills import families
from trainer.drills.forms import PlaceForm, SpotsForm
from trainer.drills.scene import CardPiece, Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language

LIBRARY = Library([SHIPPED])
COUNTABLE = 23.0  # felt units of radius at which chips can be counted in a window of 1280×720
_OF_THE_HARDEST = 4
GAMES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book) if game in DRILLED]


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_scene_of_every_drill_can_be_laid_out(book, game, qapp):
    """Four questions of the hardest level, which has the most on the felt, and one of every other."""
    rules = load_rules(LIBRARY, book, game)
    for family in families(game):
        if not family.fits(rules):
            continue
        for level in range(1, len(family.levels) + 1):
            facts = family.facts(rules, level) if family.facts else _OF_THE_HARDEST
            for seed in range(min(_OF_THE_HARDEST, facts) if level == len(family.levels) else 1):
                draft = made(rules, family, level, seed).draft
                for scene in filter(None, (draft.scene, draft.after)):
                    pieces = [piece for piece in scene.pieces if getattr(piece, "counts", None) != {}]
                    places = arrange(make_felt(scene.felt, Imprint(rules)), scene)
                    assert len(places) >= len(pieces)
                    assert hidden_cards(places) == [], f"{family.id} {level} #{seed}"
                if isinstance(draft.form, SpotsForm | PlaceForm):
                    felt = make_felt(draft.scene.felt, Imprint(rules))
                    assert all(felt.spot(spot) for spot in draft.form.spots)


def hidden_cards(places: list) -> list[str]:
    """Cards lying face up whose index is not in sight, because others lie on it: one at the upper left, or where a card
    lies across either."""
    cards = [place for place in places if isinstance(place, PiecePlace) and isinstance(place.piece, CardPiece)]
    hidden = []
    for number, card in enumerate(cards):
        index = QPointF(0.38 * card.size, 0.38 * card.size * RATIO)
        corners = [lying(card).map(-index)] + ([lying(card).map(index)] if card.piece.across else [])
        if card.piece.face_up and all(any(covers(other, at) for other in cards[number + 1 :]) for at in corners):
            hidden.append(f"{card.piece.card} on {card.spot}")
    return hidden


def lying(card: PiecePlace) -> QTransform:
    """From points of the card, its middle being 0, to points of the felt."""
    return QTransform().translate(card.at.x(), card.at.y()).rotate(card.turn)


def covers(card: PiecePlace, point: QPointF) -> bool:
    inside = lying(card).inverted()[0].map(point)
    return abs(inside.x()) <= card.size / 2 and abs(inside.y()) <= card.size * RATIO / 2


@pytest.mark.parametrize(("book", "game"), [(book, game) for book, game in GAMES if game != "craps"])
def test_no_value_of_a_pile_covers_a_chip_an_index_another_value_or_words(book, game, qapp, monkeypatch):
    """What tells a value stands aside: at most a corner of it lies over something that must be read."""
    covered: list[float] = []

    def keep(at, size, ways, taken):
        before, found = list(taken), free_place(at, size, ways, taken)
        plate = taken[-1]
        shared = [plate.intersected(room) for room in before]
        most = max((part.width() * part.height() for part in shared if part.isValid()), default=0.0)
        covered.append(most / (plate.width() * plate.height()))
        return found

    free_place = plates.free_place
    monkeypatch.setattr(plates, "free_place", keep)
    rules = load_rules(LIBRARY, book, game)
    for family in families(game):
        if family.fits(rules):
            draft = made(rules, family, len(family.levels), 5).draft
            for scene in filter(None, (draft.scene, draft.after)):
                covered.clear()
                draw_words(rules, scene, COUNTABLE)
                assert max(covered, default=0.0) <= 0.3, family.id


@pytest.mark.parametrize("book", [book for book, game in GAMES if game == "craps"])
def test_the_values_of_a_full_layout_of_craps_do_not_cover_each_other(book, qapp, monkeypatch):
    """A heap of several bets on one number leaves at most a corner of a plate under another."""
    standing: list[QRectF] = []

    def keep(*arguments):
        at = free_place(*arguments)
        standing.append(arguments[-1][-1])
        return at

    free_place = plates.free_place
    monkeypatch.setattr(plates, "free_place", keep)
    rules = load_rules(LIBRARY, book, "craps")
    family = next(family for family in families("craps") if family.id == "pay-the-roll")
    for seed in range(8):
        standing.clear()
        draw_words(rules, made(rules, family, len(family.levels), seed).draft.scene)
        assert len(standing) > 3
        for one, other in combinations(standing, 2):
            shared = one.intersected(other)
            assert shared.width() * shared.height() <= 0.25 * one.width() * one.height()


def draw_words(rules: GameRules, scene: Scene, least_radius: float = 0.0) -> None:
    felt = make_felt(scene.felt, Imprint(rules))
    picture = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(picture)
    plates.draw_words(painter, felt, arrange(felt, scene, least_radius=least_radius), DARK, Language.ES)
    painter.end()
